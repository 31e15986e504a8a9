import { choiceRows } from '@fleetwarden/contract/resources/resource';
import {
  type BitsField,
  listBits,
  type ParameterField,
  unpackParts,
} from '@fleetwarden/contract/terminal-settings/parameter-fields';
import type { TerminalParameter } from '@fleetwarden/contract/terminal-settings/parameter-table';
import { ALARM_BITS } from '@fleetwarden/domain/alarm-bits';
import type { i18n as I18n, TFunction } from 'i18next';
import { formatAlarmType } from '../../../shared/alarm-texts.ts';
import { enumerationName } from '../../../shared/enumeration.ts';
import { formatList } from '../../../ui/format.ts';

/** The name of a parameter, or of a value inside one; scripts/texts finds each. */
export const parameterName = (t: TFunction, key: string): string => t(`terminalParameter.${key}` as 'common.close');

export type BitOption = { readonly value: number; readonly label: string };

/** The bits that have a name. */
export const bitOptions = (t: TFunction, i18n: I18n, { of }: BitsField): readonly BitOption[] =>
  of === 'alarm'
    ? ALARM_BITS.map(({ bit }) => ({ value: bit, label: formatAlarmType(t, bit) }))
    : choiceRows(of).map(({ value }) => ({ value: Number(value), label: enumerationName(i18n, of, value) }));

type Shown = TerminalParameter['shown'];

/** A number in the unit of forms. */
export const toShown = (value: number, shown: Shown): number => (shown ? value / shown.factor : value);
/** A number of a form in the unit of the table. */
export const fromShown = (value: number, shown: Shown): number => (shown ? Math.round(value * shown.factor) : value);

/** A value as text with its unit. */
export function formatParameter(i18n: I18n, field: ParameterField, value: unknown, shown?: Shown): string {
  const { t, language } = i18n;
  if (value === undefined || value === null) return '';
  switch (field.kind) {
    case 'integer':
    case 'decimal': {
      const unit = shown?.unit ?? field.unit;
      const number = toShown(Number(value), shown);
      const text =
        'identifier' in field && field.identifier
          ? String(number)
          : number.toLocaleString(language, { maximumFractionDigits: 3 });
      return unit === undefined ? text : `${text} ${unit}`;
    }
    case 'text':
      return value === '' ? t('terminalSetup.emptyText') : String(value);
    case 'choice':
      return enumerationName(i18n, field.of, value as number);
    case 'bits': {
      const set = listBits(Number(value));
      if (set.length === 0) return t('terminalSetup.noBits');
      const names = new Map(bitOptions(t, i18n, field).map((option) => [option.value, option.label]));
      return formatList(
        language,
        set.map((bit) => names.get(bit) ?? t('terminalSetup.bit', { bit })),
      );
    }
    case 'packed':
      return formatParts(
        i18n,
        Object.fromEntries(Object.entries(field.parts).map(([key, part]) => [key, part.field])),
        unpackParts(field, Number(value)),
      );
    case 'struct':
      return formatParts(i18n, field.fields, value as Readonly<Record<string, unknown>>);
    case 'list':
      return (value as readonly Readonly<Record<string, unknown>>[])
        .map((item) => formatParts(i18n, field.of.fields, item))
        .join('\n');
  }
}

function formatParts(
  i18n: I18n,
  fields: Readonly<Record<string, ParameterField>>,
  values: Readonly<Record<string, unknown>>,
): string {
  return Object.entries(fields)
    .filter(([key]) => values[key] !== undefined)
    .map(([key, inner]) => `${parameterName(i18n.t, key)} ${formatParameter(i18n, inner, values[key])}`)
    .join(' · ');
}

/** Unit and limits of a number, as words beside its name; '' for other fields. */
export function parameterLimits(t: TFunction, field: ParameterField, shown?: Shown): string {
  if (field.kind === 'text') return field.max === undefined ? '' : t('terminalSetup.maxChars', { max: field.max });
  if (field.kind !== 'integer' && field.kind !== 'decimal') return '';
  const [min, max] = [field.min, field.max].map((limit) => toShown(limit, shown));
  return t('terminalSetup.limits', { min, max, unit: shown?.unit ?? field.unit ?? '' }).trim();
}
