import { expect, it } from 'vitest';
import { parseRange } from './send-range.ts';

it.each([
  [undefined, undefined],
  ['bytes=0-99', { start: 0, end: 99 }],
  ['bytes=100-', { start: 100, end: 999 }],
  ['bytes=900-5000', { start: 900, end: 999 }],
  ['bytes=-4', { start: 996, end: 999 }],
  ['bytes=-5000', { start: 0, end: 999 }],
  ['bytes=1000-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=9-1', undefined],
  ['bytes=0-1,5-6', undefined],
  ['bytes=-', undefined],
  ['bytes= 0-1', undefined],
  ['lines=0-1', undefined],
  [`bytes=${'9'.repeat(400)}-`, undefined],
])('the range %s of 1000 bytes', (header, range) => expect(parseRange(header, 1_000)).toEqual(range));
