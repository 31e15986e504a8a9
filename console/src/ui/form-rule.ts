import type { FormRule } from '@fleetwarden/domain/form-rules';
import type { Rule } from 'antd/es/form';
import type { TFunction } from 'i18next';

/** A rule of the domain as a rule of antd's forms, in the language of `t`. An empty field is left to its `required`. */
export function formRule(rule: FormRule, t: TFunction): Rule {
  return {
    validator: async (_field, value: string | null | undefined) => {
      const text = value?.trim();
      const problem = text ? rule.check(text) : null;
      if (problem) throw new Error(t(problem.key, problem.params ?? {}));
    },
  };
}
