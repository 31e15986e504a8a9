import { consoleRoutes } from '@fleetwarden/contract/console-routes';
import type { RecordAction } from '@fleetwarden/contract/resources/record-actions';
import { findRecordAction, RECORD_ACTIONS } from '@fleetwarden/contract/resources/record-actions';
import { resourceRoute, resourceRoutes } from '@fleetwarden/contract/resources/resource-routes';
import type { i18n } from 'i18next';
import type { Option } from '../../ui/table/table-columns.ts';

/** Where the names are. */
const AREAS = { area: 'auditArea', action: 'auditAction' } as const;

/**
 * The name of an audited area or action. The server says which there are, and may know one that these texts do not: then its key
 * stands for itself.
 */
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

/** What is done with records, to choose from: one choice for all kinds of them. */
const recordActions = (texts: i18n) => RECORD_ACTIONS.map((action) => [action, recordActionName(texts, action)] as const);

/** An area of records has the name of the page that keeps them. */
function recordArea(texts: i18n, key: string): string | undefined {
  const route = consoleRoutes.find(({ path }) => path === resourceRoute(key)?.page);
  return route && texts.t(route.title);
}

/** Where the fields of audited records are named. */
const FIELD_AREAS = ['settings', 'account', ...Object.keys(resourceRoutes)];

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
  const records =
    kind === 'area' ? Object.keys(resourceRoutes).map((name) => [name, recordArea(texts, name)] as const) : recordActions(texts);
  return [...Object.entries(names), ...records]
    .flatMap(([value, label]) => (typeof label === 'string' ? [{ value, label }] : []))
    .sort((a, b) => compare(a.label, b.label));
}
