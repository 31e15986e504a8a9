import { ENUMERATIONS } from '@fleetwarden/domain/enumerations';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { listRuleParams, type RuleParam, ruleForms } from './forms.ts';
import { RULE_CODES, RULE_KINDS, type RuleCode, ruleParamNames } from './kinds.ts';
import { SchemeBase } from './schemas.ts';

const forms = ruleForms();
const param = (code: RuleCode, name: string) => forms[code].params.find((each) => each.name === name);
const all = (params: readonly RuleParam[]): RuleParam[] =>
  params.flatMap((each) => [each, ...('params' in each ? all(each.params) : [])]);

describe('forms of alarm rules', () => {
  it.each(RULE_CODES)('%s has all its parameters, in order, with their defaults', (code) => {
    const { params } = forms[code];
    expect(params.map(({ name }) => name)).toEqual(Object.keys(RULE_KINDS[code].params.shape));
    for (const { name, initial } of params) {
      if (initial === undefined) continue;
      const schema = RULE_KINDS[code].params.shape[name as never] as z.ZodType;
      expect([name, schema.parse(undefined)]).toEqual([name, initial]);
    }
  });

  it('contain the limits and unit of a number, and the options of a choice', () => {
    expect(param('130102', 'duration')).toEqual({
      name: 'duration',
      kind: 'integer',
      required: false,
      initial: 10,
      min: 1,
      max: 600,
      unit: 's',
    });
    expect(param('130102', 'speedSource')).toMatchObject({ kind: 'choice', of: 'JUDGED_SPEED', initial: 1 });
    expect(param('130103', 'channels')).toMatchObject({ kind: 'choices', of: 'MESSAGE_CHANNEL', min: 1, initial: [8] });
    expect(param('130103', 'types')).toMatchObject({ kind: 'types', min: 1, required: true });
    expect(param('130109', 'subTypes')).toMatchObject({ kind: 'types', among: 'safety' });
    expect(param('130110', 'times')).toMatchObject({ kind: 'clocks', min: 1, max: 12 });
    expect(param('130104', 'exempt')).toMatchObject({ kind: 'vehicles' });
    expect(param('130110', 'from')).toMatchObject({ kind: 'day', required: true });
  });

  it('contain rows and groups of further parameters', () => {
    expect(param('130108', 'types')).toMatchObject({
      kind: 'rows',
      min: 1,
      max: 200,
      params: [{ name: 'typeId', kind: 'type', among: 'delayed', required: true }, { name: 'raiseDelay' }, {}, {}],
    });
    expect(param('130102', 'levels')).toMatchObject({ kind: 'group', params: [{ name: 'second', initial: 20 }, {}] });
    const [, , , , segments] = listRuleParams(SchemeBase);
    expect(segments).toMatchObject({ kind: 'rows', min: 0, max: 4, params: [{ kind: 'clock' }, { kind: 'clock' }] });
  });

  it('use existing texts, and enumerations that contain the defaults', () => {
    const names = new Set(ruleParamNames());
    for (const each of all(RULE_CODES.flatMap((code) => forms[code].params))) {
      expect(names).toContain(each.name);
      if (each.kind !== 'choice' && each.kind !== 'choices') continue;
      const values = ENUMERATIONS[each.of].map(({ value }) => value);
      for (const value of [each.initial ?? []].flat()) expect(values).toContain(value);
    }
  });

  it('refuse a parameter type without a form control', () => {
    expect(() => listRuleParams(z.strictObject({ odd: z.string() }))).toThrow('odd');
    expect(() => listRuleParams(z.strictObject({ odd: z.array(z.string()) }))).toThrow('odd');
  });
});
