import type { i18n } from 'i18next';
import type { Option } from '../../ui/table-columns.ts';

/** Where the names are. */
const AREAS = { area: 'auditArea', action: 'auditAction' } as const;

/**
 * The name of an audited area or action. The server says which there are, and may know one that these texts do not: then its key
 * stands for itself.
 */
export function auditName(texts: i18n, kind: 'area' | 'action', key: string): string {
  const name: unknown = texts.getResource(texts.language, 'translation', `${AREAS[kind]}.${key}`);
  return typeof name === 'string' ? name : key;
}

/** Where the fields of audited records are named. */
const FIELD_AREAS = ['settings', 'account'] as const;

/** The name of a recorded field, as the form that changes it has it; the field itself where no form names it. */
export function fieldName(texts: i18n, field: string): string {
  const names = FIELD_AREAS.map((area): unknown => texts.getResource(texts.language, 'translation', `${area}.${field}`));
  return names.find((name) => typeof name === 'string') ?? field;
}

/** All that have names, for a choice, in the order of their names. */
export function auditOptions(texts: i18n, kind: 'area' | 'action'): readonly Option[] {
  const names: unknown = texts.getResource(texts.language, 'translation', AREAS[kind]);
  if (typeof names !== 'object' || names === null) return [];
  const { compare } = new Intl.Collator(texts.language);
  return Object.entries(names)
    .flatMap(([value, label]) => (typeof label === 'string' ? [{ value, label }] : []))
    .sort((a, b) => compare(a.label, b.label));
}
