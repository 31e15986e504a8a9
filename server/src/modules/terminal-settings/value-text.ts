import { listBits, type ParameterField, unpackParts } from '@fleetwarden/contract/terminal-settings/parameter-fields';
import { findParameter } from '@fleetwarden/contract/terminal-settings/parameter-table';
import { ALARM_BITS } from '@fleetwarden/domain/alarm-bits';
import { type EnumerationType, enumerationRow } from '@fleetwarden/domain/enumerations';
import { getText, type Language } from '@fleetwarden/locale/languages';

const nameOf = (language: Language, key: string) => getText(language, `terminalParameter.${key}`);

/** The name of a parameter; '' for an unknown one. */
export function parameterName(language: Language, id: string): string {
  const row = findParameter(id);
  return row ? nameOf(language, row.key) : '';
}

/** The unit of a parameter's text. */
export function parameterUnit(id: string): string {
  const row = findParameter(id);
  return row?.shown?.unit ?? (row && 'unit' in row.field ? (row.field.unit ?? '') : '');
}

/** A value as people read it: names of choices and bits, `name: value` of parts. Bytes stay hex. */
export function valueText(language: Language, id: string, value: unknown): string {
  if (value === null || value === undefined) return '';
  const row = findParameter(id);
  if (!row) return String(value);
  if (row.shown && typeof value === 'number') return String(value / row.shown.factor);
  return fieldText(language, row.field, value);
}

function choiceText(language: Language, of: EnumerationType, value: string | number): string {
  const key = enumerationRow(of, value)?.key;
  return key ? getText(language, key) : String(value);
}

function bitText(language: Language, of: EnumerationType | 'alarm', bit: number): string {
  if (of !== 'alarm') return choiceText(language, of, bit);
  const alarm = ALARM_BITS[bit];
  return alarm ? getText(language, `alarm.${alarm.key}`) : String(bit);
}

function fieldText(language: Language, field: ParameterField, value: unknown): string {
  const parts = (values: object, fields: Readonly<Record<string, ParameterField>>) =>
    Object.entries(values)
      .filter(([key]) => fields[key])
      .map(([key, inner]) => `${nameOf(language, key)}: ${fieldText(language, fields[key]!, inner)}`)
      .join('; ');
  switch (field.kind) {
    case 'choice':
      return choiceText(language, field.of, value as number);
    case 'bits':
      return listBits(Number(value))
        .map((bit) => bitText(language, field.of, bit))
        .join(', ');
    case 'packed':
      return parts(
        unpackParts(field, Number(value)),
        Object.fromEntries(Object.entries(field.parts).map(([key, part]) => [key, part.field])),
      );
    case 'struct':
      return typeof value === 'object' && value !== null ? parts(value, field.fields) : String(value);
    case 'list':
      return Array.isArray(value) ? value.map((item) => `[${fieldText(language, field.of, item)}]`).join(' ') : String(value);
    default:
      return String(value);
  }
}
