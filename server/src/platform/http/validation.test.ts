import { CallError } from '@fleetwarden/contract/errors';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { closed, parseInput } from './validation.ts';

const schema = closed(
  z.object({
    name: z.string().min(2).max(5),
    mobile: z.string().regex(/^1\d{10}$/),
    kind: z.enum(['a', 'b']),
    type: z.union([z.literal(4), z.literal(7)]),
    count: z.number().int().min(1).max(9),
    ids: z.array(z.string()).min(1).max(2),
    tables: z.record(z.string().max(3), z.boolean()),
  }),
  'test',
);
const sound = { name: 'abc', mobile: '13800138000', kind: 'a', type: 4, count: 1, ids: ['1'], tables: {} };

function faultsOf(change: object) {
  try {
    parseInput(schema(), { ...sound, ...change });
  } catch (error) {
    if (error instanceof CallError) return error.fields;
    throw error;
  }
  return [];
}

describe('field errors', () => {
  it('are empty if the value fits the schema', () => {
    expect(faultsOf({})).toEqual([]);
  });
  it.each([
    ['a missing field', { name: undefined }, { path: 'name', key: 'field.required' }],
    ['a wrong type', { name: 1 }, { path: 'name', key: 'field.invalid' }],
    ['null', { name: null }, { path: 'name', key: 'field.invalid' }],
    ['too few characters', { name: 'a' }, { path: 'name', key: 'field.tooShort', params: { min: 2 } }],
    ['too many characters', { name: 'abcdef' }, { path: 'name', key: 'field.tooLong', params: { max: 5 } }],
    ['a text that does not match the pattern', { mobile: '123' }, { path: 'mobile', key: 'field.invalid' }],
    ['a value outside the enum', { kind: 'c' }, { path: 'kind', key: 'field.invalid' }],
    ['a value outside the union', { type: 5 }, { path: 'type', key: 'field.invalid' }],
    ['a number that is not an integer', { count: 1.5 }, { path: 'count', key: 'field.integer' }],
    ['a number that is too small', { count: 0 }, { path: 'count', key: 'field.tooSmall', params: { min: 1 } }],
    ['a number that is too big', { count: 10 }, { path: 'count', key: 'field.tooBig', params: { max: 9 } }],
    ['an empty list', { ids: [] }, { path: 'ids', key: 'field.tooFew', params: { min: 1 } }],
    ['a list that is too long', { ids: ['1', '2', '3'] }, { path: 'ids', key: 'field.tooMany', params: { max: 2 } }],
    ['an invalid list entry', { ids: [1] }, { path: 'ids.0', key: 'field.invalid' }],
    ['an invalid key of a record', { tables: { long: true } }, { path: 'tables.long', key: 'field.invalid' }],
    ['an unknown field', { extra: 1 }, { path: 'extra', key: 'field.unknown' }],
  ])('report %s', (_name, change, fault) => {
    expect(faultsOf(change)).toEqual([fault]);
  });
});
