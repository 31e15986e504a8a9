import type { Plugin } from 'vite';

const ID = 'virtual:rule-forms';

/**
 * Serves `virtual:rule-forms`: how the parameters of alarm rules are filled in (contract/alarm-rules/forms), read from their schemas, which
 * stay behind with the schema library.
 */
export function ruleForms(): Plugin {
  return {
    name: 'rule-forms',
    resolveId: (id) => (id === ID ? `\0${id}` : null),
    async load(id) {
      if (id !== `\0${ID}`) return null;
      const [forms, { SchemeBase }] = await Promise.all([
        import('@fleetwarden/contract/alarm-rules/forms'),
        import('@fleetwarden/contract/alarm-rules/schemas'),
      ]);
      return [
        `export const ruleForms = ${JSON.stringify(forms.ruleForms())};`,
        `export const baseParams = ${JSON.stringify(forms.listRuleParams(SchemeBase))};`,
      ].join('\n');
    },
  };
}
