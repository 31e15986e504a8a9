import { expect, it } from 'vitest';
import { scrollTo, TAG_PADDING } from './tag-scroll.ts';

const view = { scrollLeft: 100, clientWidth: 200 };

it('leaves 4 px next to the current tag', () => expect(TAG_PADDING).toBe(4));
it('does not scroll if the tag is visible', () => expect(scrollTo(view, { offsetLeft: 150, offsetWidth: 80 })).toBe(100));
it('scrolls left to a tag before the view', () => expect(scrollTo(view, { offsetLeft: 60, offsetWidth: 80 })).toBe(56));
it('scrolls right to a tag after the view', () => expect(scrollTo(view, { offsetLeft: 280, offsetWidth: 80 })).toBe(164));
it('shows the start of a tag that is wider than the view', () => {
  expect(scrollTo(view, { offsetLeft: 280, offsetWidth: 400 })).toBe(276);
});
