import type { Field, Resource } from '@fleetwarden/contract/resources/resource';

/** A record of a call; the resource's fields describe its further properties. */
export type ResourceRecord = {
  readonly id: string;
  readonly version: number;
  readonly createdAt: number;
  readonly updatedAt: number;
} & Readonly<Record<string, unknown>>;

/** Form values of a record by field key, in the format of the calls. */
export type ResourceValues = Readonly<Record<string, unknown>>;

type Keyed = readonly [key: string, field: Field];

/** Fields that a form contains. */
export const writtenFields = ({ fields, fixed }: Resource): readonly Keyed[] =>
  Object.entries(fields).filter(([key, { computed }]) => !computed && fixed?.[key] === undefined);

/** Groups of a form in the order of their first fields; '' is the unnamed first group. */
export function groupByTab(fields: readonly Keyed[]): readonly (readonly [tab: string, fields: readonly Keyed[]])[] {
  return [...Map.groupBy(fields, ([, { tab }]) => tab ?? '')];
}

/** Shared by everyone and read-only. */
export const isEverybodys = ({ common }: Resource, record: ResourceRecord): boolean =>
  common === true && record['deptId'] === null;

/** The title of a record. */
export const titleOf = ({ title }: Resource, record: ResourceRecord): string => String(record[title] ?? record.id);

/** Initial values of a new record. */
export const initialValues = (resource: Resource): ResourceValues =>
  Object.fromEntries(writtenFields(resource).flatMap(([key, { initial }]) => (initial === undefined ? [] : [[key, initial]])));

/** Initial values of a record's form; secrets are empty and stay unless something is typed. */
export const editedValues = (resource: Resource, record: ResourceRecord): ResourceValues =>
  Object.fromEntries(
    writtenFields(resource).flatMap(([key, { kind }]) => (kind === 'secret' ? [] : [[key, record[key] ?? undefined]])),
  );

/** Initial values of a copy: masked and secret fields are empty, and unique ones are left out. */
export function copiedValues(resource: Resource, record: ResourceRecord): ResourceValues {
  const values = editedValues(resource, record);
  const known = Object.entries(values).filter(
    ([key, value]) => !isMasked(resource.fields[key], value) && !resource.fields[key]?.notCopied,
  );
  return Object.fromEntries(known);
}

/** Whether the server masked a text; sending it back changes nothing. */
export const isMasked = (field: Field | undefined, value: unknown): boolean =>
  field?.kind === 'text' && field.masked !== undefined && typeof value === 'string' && value.includes('*');

/**
 * The values to send: empty input becomes null, empty secrets are omitted, and fields that are set once belong to new records
 * only.
 */
export function sentValues(resource: Resource, filled: ResourceValues, edit: boolean): ResourceValues {
  const sent: Record<string, unknown> = {};
  for (const [key, { kind, once }] of writtenFields(resource)) {
    const value = filled[key];
    if ((edit && once) || (kind === 'secret' && !value)) continue;
    if (kind === 'flag') sent[key] = value === true;
    else sent[key] = value ?? (kind === 'choices' || kind === 'links' || kind === 'permissions' ? [] : null);
  }
  return sent;
}
