import { type RuleProblem, rules } from '@fleetwarden/domain/form-rules';
import type { DecimalField, IntegerField } from './resource.ts';

/** What is wrong with a number within its limits: the field's own rule, or too many decimals. Form, call and import refuse alike. */
export function findNumberProblem(field: IntegerField | DecimalField, value: number): RuleProblem | null {
  if (field.kind === 'integer') return field.rule?.check(String(value)) ?? null;
  return rules.decimal(String(Math.trunc(field.max)).length, field.digits).check(String(value));
}
