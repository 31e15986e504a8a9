import { expect, it } from 'vitest';
import { scrollTo, TAG_PADDING } from './tag-scroll.ts';

const view = { scrollLeft: 100, clientWidth: 200 };

it('leaves 4 px beside the current tag', () => expect(TAG_PADDING).toBe(4));
it('stays where the tag is seen', () => expect(scrollTo(view, { offsetLeft: 150, offsetWidth: 80 })).toBe(100));
it('goes left to a tag before the view', () => expect(scrollTo(view, { offsetLeft: 60, offsetWidth: 80 })).toBe(56));
it('goes right to a tag behind the view', () => expect(scrollTo(view, { offsetLeft: 280, offsetWidth: 80 })).toBe(164));
it('shows the beginning of one wider than the view', () => {
  expect(scrollTo(view, { offsetLeft: 280, offsetWidth: 400 })).toBe(276);
});
