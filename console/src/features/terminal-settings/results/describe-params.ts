import { isCommandCode, type TerminalCommand, terminalCommands } from '@fleetwarden/contract/commands/terminal-commands';
import type { ParameterGroup } from '@fleetwarden/contract/terminal-settings/parameter-groups';
import { findParameter } from '@fleetwarden/contract/terminal-settings/parameter-table';
import type { i18n as I18n } from 'i18next';
import { enumerationName } from '../../../shared/enumeration.ts';
import { formatFullTime } from '../../../ui/format.ts';
import { type FormField, isNothing, type Values } from '../fields/form-fields.ts';
import { formatParameter, parameterName } from '../fields/parameter-text.ts';
import { specialForms } from '../fields/special-forms.ts';

/** The parameters of a command as one line; passwords are left out. */
export function describeParams(i18n: I18n, cmdCode: string, params: Values): string {
  if (!isCommandCode(cmdCode)) return '';
  const { t } = i18n;
  if (cmdCode === '8104' || cmdCode === '8106') return describeRead(i18n, params);
  const command: TerminalCommand = terminalCommands[cmdCode];
  const fields: Readonly<Record<string, FormField>> = { ...command.fields, ...specialForms[cmdCode]?.fields };
  const parts = Object.entries(params).flatMap(([key, value]) => {
    const field = fields[key];
    const list = command.lists[key];
    if (isNothing(value) || field?.kind === 'secret' || (!field && !list)) return [];
    const label = t((command.labels[key] ?? `terminalSetup.field_${key}`) as 'common.close');
    return [`${label} ${field ? describeValue(i18n, field, value) : (value as readonly unknown[]).length}`];
  });
  return parts.join(' · ');
}

/** Values of parameters as one line; passwords are left out. */
export const describeValues = (i18n: I18n, values: Values): string =>
  Object.entries(values)
    .flatMap(([id, value]) => {
      const parameter = findParameter(id);
      if (!parameter) return [`${id} ${String(value)}`];
      const { key, field, shown, secret } = parameter;
      return secret
        ? [parameterName(i18n.t, key)]
        : [`${parameterName(i18n.t, key)} ${formatParameter(i18n, field, value, shown)}`];
    })
    .join(' · ');

/** What is read: groups of parameters, single ones, or all. */
function describeRead({ t }: I18n, { groups, ids }: Values): string {
  const names = [
    ...((groups as readonly ParameterGroup[] | undefined) ?? []).map((group) => t(`terminalSetup.group_${group}`)),
    ...((ids as readonly string[] | undefined) ?? []).map((id) => {
      const parameter = findParameter(id);
      return parameter ? parameterName(t, parameter.key) : id;
    }),
  ];
  return names.join(' · ');
}

function describeValue(i18n: I18n, field: FormField, value: unknown): string {
  switch (field.kind) {
    case 'choice':
      return enumerationName(i18n, field.of, value as number);
    case 'choices':
      return (value as readonly number[]).map((each) => enumerationName(i18n, field.of, each)).join(', ');
    case 'select': {
      const label = field.options.find((option) => option.value === value)?.label;
      return label === undefined ? String(value) : i18n.t(label as 'common.close');
    }
    case 'numbers':
      return (value as readonly number[]).join(', ');
    case 'instant':
      return formatFullTime(i18n.language, value as number);
    case 'integer':
    case 'decimal':
      return field.unit === undefined ? String(value) : `${String(value)} ${field.unit}`;
    default:
      return String(value);
  }
}
