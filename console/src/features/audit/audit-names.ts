import { consoleRoutes } from '@fleetwarden/contract/console-routes';
import { resources } from '@fleetwarden/contract/resources';
import type { RecordAction } from '@fleetwarden/contract/resources/record-actions';
import { findRecordAction, RECORD_ACTIONS } from '@fleetwarden/contract/resources/record-actions';
import type { Field } from '@fleetwarden/contract/resources/resource';
import { resourceRoute, resourceRoutes } from '@fleetwarden/contract/resources/resource-routes';
import type { i18n } from 'i18next';
import { fieldValueText } from '../../shared/resource/field-text.ts';
import { formatFullTime, formatList } from '../../ui/format.ts';
import type { Option } from '../../ui/table/table-columns.ts';
import type { FieldText } from './diff.ts';

/** Text namespaces of the names. */
const AREAS = { area: 'auditArea', action: 'auditAction' } as const;

/** Name of an audited area or action. The server may know keys without a text; these are shown as they are. */
export function auditName(texts: i18n, kind: 'area' | 'action', key: string): string {
  const name: unknown = texts.getResource(texts.language, 'translation', `${AREAS[kind]}.${key}`);
  if (typeof name === 'string') return name;
  return (kind === 'area' ? recordArea(texts, key) : recordAction(texts, key)) ?? key;
}

const recordActionName = (texts: i18n, action: RecordAction): string => texts.t(`resource.audit_${action}`);

function recordAction(texts: i18n, key: string): string | undefined {
  const action = findRecordAction(key);
  return action && recordActionName(texts, action);
}

/** Options for actions on records, common to all resources. */
const recordActions = (texts: i18n) => RECORD_ACTIONS.map((action) => [action, recordActionName(texts, action)] as const);

/** The area of a resource has the name of its page. */
function recordArea(texts: i18n, key: string): string | undefined {
  const route = consoleRoutes.find(({ path }) => path === resourceRoute(key)?.page);
  return route && texts.t(route.title);
}

/** Namespaces with names of audited fields. */
const FIELD_AREAS = ['settings', 'account', ...Object.keys(resourceRoutes)];

/** Label of an audited field as in its form; the field's key if no form has it. */
export function fieldName(texts: i18n, field: string): string {
  const names = FIELD_AREAS.map((area): unknown => texts.getResource(texts.language, 'translation', `${area}.${field}`));
  return names.find((name) => typeof name === 'string') ?? field;
}

/** Kinds whose values are shown as they were recorded. */
const AS_RECORDED: ReadonlySet<Field['kind']> = new Set(['secret', 'permissions', 'geometry']);

/** Texts of the recorded fields of an area, as lists show them: names in place of codes. `departments`: names by id. */
export function auditFieldText(texts: i18n, area: string, departments: ReadonlyMap<string, string>): FieldText {
  return (key, record) => {
    const field = resources[area]?.fields[key];
    const value = record[key];
    if (!field || AS_RECORDED.has(field.kind)) return undefined;
    if (field.kind === 'instant') return formatFullTime(texts.language, Number(value));
    if (field.kind === 'flag' && typeof value !== 'boolean') return undefined;
    if (field.kind !== 'link' && field.kind !== 'links') return fieldValueText(texts, field, key, record);
    const names = field.to === 'department' ? departments : new Map<string, string>();
    return formatList(
      texts.language,
      [value].flat().map((id) => names.get(String(id)) ?? String(id)),
    );
  };
}

/** Options with names, sorted by name. */
export function auditOptions(texts: i18n, kind: 'area' | 'action'): readonly Option[] {
  const names: unknown = texts.getResource(texts.language, 'translation', AREAS[kind]);
  if (typeof names !== 'object' || names === null) return [];
  const { compare } = new Intl.Collator(texts.language);
  const records =
    kind === 'area' ? Object.keys(resourceRoutes).map((name) => [name, recordArea(texts, name)] as const) : recordActions(texts);
  return [...Object.entries(names), ...records]
    .flatMap(([value, label]) => (typeof label === 'string' ? [{ value, label }] : []))
    .sort((a, b) => compare(a.label, b.label));
}
