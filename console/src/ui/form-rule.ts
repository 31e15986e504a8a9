import type { FormRule } from '@fleetwarden/domain/form-rules';
import type { Rule } from 'antd/es/form';
import type { TFunction } from 'i18next';

/** A rule of the domain as a rule of antd's forms, in the language of `t`. An empty field is left to its `required`, one that is `untouched` to itself. */
export function formRule(rule: FormRule, t: TFunction, untouched?: (text: string) => boolean): Rule {
  return {
    validator: async (_field, value: string | null | undefined) => {
      const text = value?.trim();
      const problem = text && !untouched?.(text) ? rule.check(text) : null;
      if (problem) throw new Error(t(problem.key, problem.params ?? {}));
    },
  };
}
