import { expect, it } from 'vitest';
import { createUnderWay } from './under-way.ts';

it('has what settled counted as under way until the next look, which does not read it any more', () => {
  const underWay = createUnderWay();
  underWay.look();
  underWay.add('a');
  underWay.settled('a');
  expect(underWay.has('a')).toBe(true);
  underWay.look();
  expect(underWay.has('a')).toBe(false);
});

it('forgets all with the link: what was sent anew over the next is not settled by the one before', () => {
  const underWay = createUnderWay();
  underWay.add('a');
  underWay.settled('a');
  underWay.clear();
  underWay.add('a');
  underWay.look();
  expect(underWay.has('a')).toBe(true);
});
