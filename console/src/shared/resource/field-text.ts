import type { Field } from '@fleetwarden/contract/resources/resource';
import { quantityOfUnit } from '@fleetwarden/domain/units';
import type { i18n as I18n } from 'i18next';
import { formatDay, formatList, formatNumber } from '../../ui/format.ts';
import { formatMeasure, userUnit } from '../../ui/units.ts';
import { enumerationName } from '../enumeration.ts';

/** Fraction digits of integers. */
const WHOLE = 0;

/** A field's value as text; '' if empty. */
export function fieldValueText(i18n: I18n, field: Field, key: string, record: Readonly<Record<string, unknown>>): string {
  const value = record[key];
  if (value === null || value === undefined || value === '') return '';
  const { language, t } = i18n;
  switch (field.kind) {
    case 'integer':
    case 'decimal': {
      if (field.kind === 'integer' && field.identifier) return String(value);
      const digits = field.kind === 'decimal' ? field.digits : WHOLE;
      if (field.unit === undefined) return formatNumber(language, Number(value), digits);
      const quantity = quantityOfUnit(field.unit);
      return quantity === undefined
        ? `${formatNumber(language, Number(value), digits)} ${field.unit}`
        : `${formatMeasure(language, quantity, Number(value), digits)} ${userUnit(quantity)}`;
    }
    case 'flag':
      return t(value === true ? 'resource.yes' : 'resource.no');
    case 'secret':
      return t(value === true ? 'resource.secretSet' : 'resource.secretUnset');
    case 'date':
      return formatDay(String(value), language);
    case 'choice':
    case 'code':
      return enumerationName(i18n, field.of, value as string | number);
    case 'choices':
      return formatList(
        language,
        (value as readonly (string | number)[]).map((each) => enumerationName(i18n, field.of, each)),
      );
    case 'link':
      return String(record[field.shows] ?? value);
    case 'links':
      return formatList(language, record[field.shows] as readonly string[]);
    // shown on the map
    case 'geometry':
      return '';
    default:
      return String(value);
  }
}
