/** What console/rule-forms.ts serves: how the parameters of alarm rules are filled in. */
declare module 'virtual:rule-forms' {
  import type { RuleForm, RuleParam } from '@fleetwarden/contract/alarm-rules/forms';
  import type { RuleCode } from '@fleetwarden/contract/alarm-rules/kinds';

  export const ruleForms: Readonly<Record<RuleCode, RuleForm>>;
  /** What schemes of every kind have beside their own. */
  export const baseParams: readonly RuleParam[];
}
