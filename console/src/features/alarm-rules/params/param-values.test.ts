import { baseParams, ruleForms } from 'virtual:rule-forms';
import type { RuleParam } from '@fleetwarden/contract/alarm-rules/forms';
import { describe, expect, it } from 'vitest';
import { changedFields } from '../changed-fields.ts';
import { findFaults, initialValues, toParamInput } from './param-values.ts';

const param = (name: string, params: readonly RuleParam[] = ruleForms['130102'].params) =>
  params.find((each) => each.name === name)!;
const told = (of: RuleParam, value: unknown) => findFaults(of, value).map(({ path, key }) => `${path.join('.')} ${key}`);

describe('the parameters of a rule', () => {
  it('start with their defaults, and with one row if one is required', () => {
    expect(initialValues(ruleForms['130102'].params)).toMatchObject({
      rows: [{ start: '00:00', end: '00:00', roadGrade: 0, vehicleClass: 0 }],
      nightFactor: 80,
      duration: 10,
      levels: { second: 20, third: 50 },
      speedSource: 1,
    });
    // rows about kinds of alarms begin with none: no default fits
    expect(initialValues(ruleForms['130101'].params)).toEqual({ types: [] });
    expect(initialValues(baseParams)).toMatchObject({
      level: 2,
      priority: 50,
      segments: [],
      actions: { popup: true, sound: true },
    });
  });

  it.each([
    ['a number within its bounds', param('duration'), 600, []],
    ['a number above its maximum', param('duration'), 601, [' rule.max']],
    ['a number below its minimum', param('duration'), 0, [' rule.min']],
    ['a number that is not an integer', param('duration'), 1.5, [' rule.integer']],
    ['a missing number', param('duration'), null, [' field.required']],
    ['rows', param('rows'), [{ start: '08:00', end: '09:00', roadGrade: 0, vehicleClass: 1, limit: 80 }], []],
    ['no rows', param('rows'), [], [' field.tooFew']],
    [
      'a row with an invalid time and no limit',
      param('rows'),
      [{ start: '25:00', end: '09:00', roadGrade: 0, vehicleClass: 1 }],
      ['0.start rule.clock', '0.limit field.required'],
    ],
    ['a group', param('levels'), { second: 0, third: 50 }, ['second rule.min']],
    ['kinds of alarms', param('types', ruleForms['130103'].params), [], [' field.tooFew']],
    ['times', param('times', ruleForms['130110'].params), ['08:00', '8'], ['1 rule.clock']],
    ['a text that is too long', param('content', ruleForms['130104'].params), 'x'.repeat(251), [' field.tooLong']],
    ['an empty required text', param('content', ruleForms['130104'].params), ' ', [' field.required']],
    ['an empty optional text', param('content', ruleForms['130103'].params), '', []],
    ['a missing day', param('from', ruleForms['130110'].params), null, [' field.required']],
  ])('report the errors of %s with their locations', (_what, of, value, faults) => expect(told(of, value)).toEqual(faults));

  it('omit empty optional values from the request', () => {
    const { params } = ruleForms['130103'];
    expect(toParamInput(params, { types: [1], content: ' ', vNotes: 'x', wait: 0 })).toEqual({
      types: [1],
      vNotes: 'x',
      wait: 0,
    });
  });
});

describe('a change of a scheme', () => {
  it('is shown by the values that differ', () => {
    const before = { schemeName: 'A', deptName: '集团', params: { rows: [{ limit: 80 }], types: [1, 2] }, validTo: null };
    const after = { schemeName: 'A', params: { rows: [{ limit: 60 }, { limit: 50 }], types: [1] }, validTo: '2026-05-01' };
    expect(changedFields(before, after)).toEqual([
      { field: 'params.rows.0.limit', before: '80', after: '60' },
      { field: 'params.types', before: '1,2', after: '1' },
      { field: 'validTo', before: '—', after: '2026-05-01' },
      { field: 'params.rows.1.limit', before: '—', after: '50' },
    ]);
    expect(changedFields(null, { remark: '' })).toEqual([]);
  });
});
