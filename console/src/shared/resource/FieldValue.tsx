import type { Field } from '@fleetwarden/contract/resources/resource';
import { useTranslation } from 'react-i18next';
import { TimeCell } from '../../ui/TimeCell.tsx';
import { fieldValueText } from './field-text.ts';
import type { ResourceRecord } from './resource-record.ts';

/** A record's field value, for tables and views. */
export function FieldValue({ field, name, record }: { field: Field; name: string; record: ResourceRecord }) {
  const { i18n } = useTranslation();
  if (field.kind === 'instant') return <TimeCell at={(record[name] as number | null) ?? null} />;
  const text = fieldValueText(i18n, field, name, record);
  return text === '' ? null : <span title={text}>{text}</span>;
}
