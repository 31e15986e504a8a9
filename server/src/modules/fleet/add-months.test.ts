import { expect, it } from 'vitest';
import { addMonths } from './add-months.ts';

it('adding months returns the same day, or the last day of a month that has no such day', () => {
  expect(addMonths('2026-01-15', 12)).toBe('2027-01-15');
  expect(addMonths('2026-11-30', 3)).toBe('2027-02-28');
  expect(addMonths('2028-01-31', 1)).toBe('2028-02-29');
  expect(addMonths('2026-12-31', 120)).toBe('2036-12-31');
});
