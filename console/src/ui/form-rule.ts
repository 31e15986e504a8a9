import type { FormRule } from '@fleetwarden/domain/form-rules';
import type { Rule } from 'antd/es/form';
import type { TFunction } from 'i18next';

/**
 * Converts a domain rule into an antd form rule in the language of `t`. Skips empty fields (see `required`) and `untouched`
 * values.
 */
export function formRule(rule: FormRule, t: TFunction, untouched?: (text: string) => boolean): Rule {
  return {
    validator: async (_field, value: string | null | undefined) => {
      const text = value?.trim();
      const problem = text && !untouched?.(text) ? rule.check(text) : null;
      if (problem) throw new Error(t(problem.key, problem.params ?? {}));
    },
  };
}
