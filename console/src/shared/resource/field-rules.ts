import { findNumberProblem } from '@fleetwarden/contract/resources/number-problem';
import type { Field, Resource } from '@fleetwarden/contract/resources/resource';
import { readGeometry } from '@fleetwarden/domain/area-geometry';
import type { RuleProblem } from '@fleetwarden/domain/form-rules';
import type { Rule } from 'antd/es/form';
import type { TFunction } from 'i18next';
import { formRule } from '../../ui/form-rule.ts';
import { isMasked } from './resource-record.ts';

/** A form: a record, or the parameters of a command. */
type Form = Pick<Resource, 'fields' | 'rules'>;

const say = (t: TFunction, { key, params }: RuleProblem) => new Error(t(key, params ?? {}));

/** Validation rules of a field; the server applies the same. `stored`: a secret exists. */
export function fieldRules(resource: Form, key: string, t: TFunction, stored = false): Rule[] {
  const field = resource.fields[key];
  if (!field) return [];
  return [...requiredRule(field, t, stored), ...ownRules(field, t), ...rowRules(resource, key, t)];
}

function requiredRule(field: Field, t: TFunction, stored: boolean): Rule[] {
  if (!field.required || field.kind === 'flag' || (field.kind === 'secret' && stored)) return [];
  const message = t(('rule' in field && field.rule?.emptyKey) || 'field.required');
  if (field.kind === 'choices' || field.kind === 'links' || field.kind === 'permissions')
    return [{ required: true, type: 'array', message }];
  return [{ required: true, message, ...(field.kind === 'text' ? { whitespace: true } : {}) }];
}

function ownRules(field: Field, t: TFunction): Rule[] {
  if (field.kind === 'geometry') return [geometryRule(t)];
  if (field.kind === 'integer' || field.kind === 'decimal') return [numberRule(field, t)];
  if (!('rule' in field) || !field.rule) return [];
  // a masked value was not changed
  return [formRule(field.rule, t, (text) => isMasked(field, text))];
}

const geometryRule = (t: TFunction): Rule => ({
  validator: async (_rule: unknown, value: unknown) => {
    const read = value === null || value === undefined ? null : readGeometry(value);
    if (read && 'problem' in read) throw say(t, read.problem);
  },
});

function numberRule(field: Extract<Field, { kind: 'integer' | 'decimal' }>, t: TFunction): Rule {
  const { kind, min, max } = field;
  const problemOf = (value: number): RuleProblem | null => {
    if (kind === 'integer' && !Number.isInteger(value)) return { key: 'rule.integer', params: { min, max } };
    const own = kind === 'integer' && field.rule ? findNumberProblem(field, value) : null;
    if (own) return own;
    if (value < min) return { key: 'rule.min', params: { min } };
    if (value > max) return { key: 'rule.max', params: { max } };
    return findNumberProblem(field, value);
  };
  return {
    validator: async (_rule: unknown, value: number | null | undefined) => {
      if (value === null || value === undefined) return;
      const problem = problemOf(value);
      if (problem) throw say(t, problem);
    },
  };
}

/** Rules over several fields, reported at one of them. */
function rowRules({ rules = [] }: Form, key: string, t: TFunction): Rule[] {
  return rules
    .filter(({ field }) => field === key)
    .map(
      ({ check }): Rule =>
        (form) => ({
          validator: async () => {
            const problem = check(form.getFieldsValue(true) as Record<string, unknown>);
            if (problem) throw say(t, problem);
          },
        }),
    );
}
