import type { TreeModel } from './tree-rows.ts';

/** Letters typed within this time form one word, ms. */
const TYPE_AHEAD_MS = 700;

/** The text typed so far, unless it expired. */
export function typedText(typed: { readonly text: string; readonly at: number }, now: number): string {
  return now - typed.at < TYPE_AHEAD_MS ? typed.text : '';
}

/** The effect of a movement key on a row: open, close or go to another one; null: no movement key. */
export function moveByKey(key: string, at: number, page: number, model: TreeModel): { to?: number; open?: boolean } | null {
  const last = model.length - 1;
  const { open } = model.row(at);
  switch (key) {
    case 'ArrowDown':
      return { to: Math.min(at + 1, last) };
    case 'ArrowUp':
      return { to: Math.max(at - 1, 0) };
    case 'PageDown':
      return { to: Math.min(at + page, last) };
    case 'PageUp':
      return { to: Math.max(at - page, 0) };
    case 'Home':
      return { to: 0 };
    case 'End':
      return { to: last };
    case 'ArrowRight':
      if (open === false) return { open: true };
      return open && at < last && model.row(at + 1).level > model.row(at).level ? { to: at + 1 } : {};
    case 'ArrowLeft':
      if (open) return { open: false };
      return { to: model.parentOf(at) };
    default:
      return null;
  }
}
