import { expect, it } from 'vitest';
import { type Node, placeOf, readSources, type Source, walk } from './texts/sources.ts';

const CLOSABLE_FALSE = /\bmask(=\{|: )\{ closable: false \}/;

/** The antd dialogs in a file: rendered (`<Modal ...>`, `<Drawer ...>`) or called (`modal.confirm({...})`), with their code. */
function dialogsOf(source: Source): { place: string; code: string }[] {
  const found: { place: string; code: string }[] = [];
  const keep = (node: Node) =>
    found.push({ place: placeOf(source, node), code: source.code.slice(node.start, node['end'] as number) });
  walk(source, (node) => {
    if (node.type === 'JSXOpeningElement' && /^(Modal|Drawer)$/.test((node['name'] as { name?: string }).name ?? '')) keep(node);
    if (node.type !== 'CallExpression') return;
    const { object, property } = node['callee'] as { object?: { name?: string }; property?: { name?: string } };
    if (/^modal$/i.test(object?.name ?? '') && /^(confirm|info|success|warning|error)$/.test(property?.name ?? '')) keep(node);
  });
  return found;
}

/** Specification 9. Those of the browser's own <dialog> never do; the tests beside them state it. */
it('no antd dialog closes on a click outside it', () => {
  const dialogs = readSources('console/src').flatMap(dialogsOf);
  expect(dialogs.length).toBeGreaterThan(8);
  expect(dialogs.filter(({ code }) => !CLOSABLE_FALSE.test(code)).map(({ place }) => place)).toEqual([]);
});
