import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startTexts } from '../api/i18n.ts';
import { OrderedList } from './OrderedList.tsx';

beforeEach(() => startTexts('zh'));
afterEach(cleanup);

const drawn = (name: string) => ({ key: name, name, content: <span>{name}</span> });

function Letters() {
  const [items, setItems] = useState(['甲', '乙', '丙']);
  return <OrderedList items={items} draw={drawn} onOrder={setItems} others={[drawn('丁')]} />;
}
const rows = () => screen.getAllByRole('listitem');
const shown = () => rows().map(({ textContent }) => textContent);

it('moves an item to the drop position; items without an order stay below', () => {
  render(<Letters />);
  const [first, , third, other] = rows();
  expect(other!.draggable).not.toBe(true);
  fireEvent.dragStart(first!);
  fireEvent.drop(third!);
  fireEvent.dragEnd(first!);
  expect(shown()).toEqual(['乙', '丙', '甲', '丁']);
});

it('moves an item with its arrow buttons, which retain the focus, up to the ends', async () => {
  const user = userEvent.setup();
  render(<Letters />);
  const down = screen.getByRole('button', { name: '下移甲' });
  down.focus();
  await user.keyboard('{Enter}{Enter}{Enter}');
  expect(shown()).toEqual(['乙', '丙', '甲', '丁']);
  expect(document.activeElement).toBe(down);
  expect(down.getAttribute('aria-disabled')).toBe('true');
  await user.click(within(rows()[1]!).getByRole('button', { name: '上移丙' }));
  expect(shown()).toEqual(['丙', '乙', '甲', '丁']);
});
