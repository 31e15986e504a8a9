import type { Field, Resource } from '@fleetwarden/contract/resources/resource';

/** A record as calls give it; what its further properties hold is said by the resource's fields. */
export type ResourceRecord = {
  readonly id: string;
  readonly version: number;
  readonly createdAt: number;
  readonly updatedAt: number;
} & Readonly<Record<string, unknown>>;

/** What is filled in for a record, by the fields' keys, as the calls take it. */
export type ResourceValues = Readonly<Record<string, unknown>>;

type Keyed = readonly [key: string, field: Field];

/** Fields a form fills in. */
export const writtenFields = ({ fields, fixed }: Resource): readonly Keyed[] =>
  Object.entries(fields).filter(([key, { computed }]) => !computed && fixed?.[key] === undefined);

/** The groups of a form, in the order of their first fields; '' is the first one without a name of its own. */
export function groupsOf(fields: readonly Keyed[]): readonly (readonly [tab: string, fields: readonly Keyed[]])[] {
  return [...Map.groupBy(fields, ([, { tab }]) => tab ?? '')];
}

/** What is everybody's, and nobody's to change. */
export const isEverybodys = ({ common }: Resource, record: ResourceRecord): boolean =>
  common === true && record['deptId'] === null;

/** What people call a record. */
export const titleOf = ({ title }: Resource, record: ResourceRecord): string => String(record[title] ?? record.id);

/** What the form of a new record begins with. */
export const initialValues = (resource: Resource): ResourceValues =>
  Object.fromEntries(writtenFields(resource).flatMap(([key, { initial }]) => (initial === undefined ? [] : [[key, initial]])));

/** What the form of a record begins with: a secret is never shown, and stays where nothing is typed. */
export const editedValues = (resource: Resource, record: ResourceRecord): ResourceValues =>
  Object.fromEntries(
    writtenFields(resource).flatMap(([key, { kind }]) => (kind === 'secret' ? [] : [[key, record[key] ?? undefined]])),
  );

/** What a new record made after another begins with: what the server masked or keeps secret is asked for anew, some is its own. */
export function copiedValues(resource: Resource, record: ResourceRecord): ResourceValues {
  const values = editedValues(resource, record);
  const known = Object.entries(values).filter(
    ([key, value]) => !isMasked(resource.fields[key], value) && !resource.fields[key]?.notCopied,
  );
  return Object.fromEntries(known);
}

/** A text the server has masked: sent back, it says that nothing was changed. */
export const isMasked = (field: Field | undefined, value: unknown): boolean =>
  field?.kind === 'text' && field.masked !== undefined && typeof value === 'string' && value.includes('*');

/** What is sent of a filled-in form: nothing typed is null, an empty secret is left out, and what is set once goes with a new record. */
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
