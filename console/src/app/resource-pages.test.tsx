import { resources } from '@fleetwarden/contract/resources';
import { texts } from '@fleetwarden/locale/languages';
import { cleanup, screen, within } from '@testing-library/react';
import { createElement } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTexts } from '../api/i18n.ts';
import { useSession } from '../api/session.ts';
import { page, renderLive, storeOf, stubServer, userInfo } from '../ui/testing.tsx';
import { pages } from './pages.ts';
import { resourcePages } from './resource-pages.ts';

const rows = Object.entries(resourcePages).map(([path, load]) => ({ path, load }));

beforeEach(() => startTexts('zh'));
afterEach(cleanup);

describe.each(Object.values(resources))('the texts of $name', ({ name, texts: words = name, fields, fixed = {} }) => {
  const tabs = Object.values(fields).flatMap(({ tab }) => (tab ? [`tab_${tab}`] : []));
  it.each(Object.entries(texts))('name every field and group in %s', (_language, areas) => {
    const area = (areas as Record<string, Record<string, string> | undefined>)[words] ?? {};
    // values shared by all records of a view are hidden
    const shown = Object.keys(fields).filter((key) => !(key in fixed));
    expect([...shown, ...tabs].filter((key) => !area[key])).toEqual([]);
  });
});

describe.each(rows)('$path', ({ path, load }) => {
  it('is the page its resource names', async () => {
    const { resource } = await load();
    expect(resource.page).toBe(path);
    expect(resources[resource.name]).toBe(resource);
  });

  it('renders its columns, and the form of a new record', async () => {
    const { resource, hooks } = await load();
    const { texts: area = resource.name, fields, fixed = {}, code, changeCode = code, path: calls, noun } = resource;
    const rights = [changeCode, ...['01', '02', '03', '04', '05', '06'].map((button) => code + button)];
    useSession.setState({ token: 'p.s', userInfo, rights });
    stubServer({ [`${calls}/list${noun}`]: () => page([]), 'mainPage/getDeptTree': () => ({ list: [] }) });
    const Page = await pages[resource.page]!();
    const address = resource.can.includes('add') ? `${path}?record=new` : path;
    const router = createMemoryRouter([{ path, element: createElement(Page) }], { initialEntries: [address] });
    renderLive(<RouterProvider router={router} />, storeOf([]));

    const words = (texts.zh as unknown as Record<string, Record<string, string>>)[area]!;
    const heads = await screen.findAllByRole('columnheader', { hidden: true });
    const listed = Object.entries(fields).filter(([, { list }]) => list && !list.hidden);
    const shown = heads.map(({ textContent }) => textContent);
    expect(listed.map(([key]) => words[key]).filter((word) => !shown.includes(word!))).toEqual([]);

    if (!resource.can.includes('add')) return;
    const [form] = await screen.findAllByRole('dialog', { hidden: true });
    const begun = Object.fromEntries(Object.entries(fields).map(([key, { initial }]) => [key, initial]));
    const asked = Object.entries(fields).filter(
      ([key, { computed }]) => !computed && fixed[key] === undefined && (hooks?.applies?.(key, begun) ?? true),
    );
    for (const [key] of asked) expect(within(form!).getAllByText(words[key]!).length, key).toBeGreaterThan(0);
  });
});
