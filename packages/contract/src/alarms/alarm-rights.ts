import { ALARM_TYPES, type AlarmClass, findAlarmType, getWireNumbers } from '@fleetwarden/domain/alarm-types';
import type { PermissionCode } from '../call.ts';
import { permission } from '../permissions.ts';

// Apart from the schemas: the console reads it too.

/** The alarm type of an entry into a risk area. */
const RISK_ENTRY = 59;

export const ALARM_CLASSES = ['ordinary', 'event', 'safety'] as const satisfies readonly AlarmClass[];
export type AlarmClassName = (typeof ALARM_CLASSES)[number];

/** Alarms of one decision. */
export const MAX_HANDLED = 500;
/** Longest remark on one. */
export const NOTES_MAX = 200;

/**
 * Codes to see alarms of a class, to see how many there are, to handle one, and to handle several at once. Each page has its own codes;
 * any of them is enough, because the calls serve several pages.
 */
export const ALARM_RIGHTS = {
  see: { ordinary: ['20501'], event: ['20501'], safety: ['17030101', '5020301'] },
  count: { ordinary: ['20501'], event: ['20501'], safety: ['17030101', '5020301', '170101', '10103'] },
  handle: { ordinary: ['20502'], event: ['20502'], safety: ['17030110', '5020310'] },
  handleInBulk: { ordinary: ['20503'], event: ['20503'], safety: ['17030111', '5020311'] },
  exportRows: { ordinary: ['20501'], event: ['20501'], safety: ['17030106', '5020306'] },
} as const satisfies Record<string, Record<AlarmClassName, readonly PermissionCode[]>>;
/** Any of these codes admits to a package of the files of a safety alarm. */
export const PACKS_FILES = [permission.packEvidence, ...ALARM_RIGHTS.exportRows.safety] as const;
/** The page of vehicles that entered risk areas. */
const RISK_REPORT: PermissionCode = '1504';
/** Any of these codes admits to live alarms without live vehicles. */
export const HEARS_ALARMS: readonly PermissionCode[] = [
  ...new Set([...ALARM_RIGHTS.see.ordinary, ...ALARM_RIGHTS.see.event, ...ALARM_RIGHTS.see.safety, RISK_REPORT]),
];

export type AlarmRight = keyof typeof ALARM_RIGHTS;

/** The classes of alarms a person may see, or decide. */
export const listAlarmClasses = (rights: ReadonlySet<string>, right: AlarmRight = 'see'): AlarmClassName[] =>
  ALARM_CLASSES.filter((name) => ALARM_RIGHTS[right][name].some((code) => rights.has(code)));

/** The class of an alarm type; an unknown one is an event. */
export const classOfType = (typeId: number): AlarmClassName => findAlarmType(typeId)?.class ?? 'event';

/** The alarm types of some classes. */
export const typesOfClasses = (classes: readonly AlarmClassName[]): number[] =>
  ALARM_TYPES.filter((type) => classes.includes(type.class)).map(({ id }) => id);

const SAFETY_TYPES = typesOfClasses(['safety']);
const [ADAS, DSM, TPMS, BSD] = [1, 2, 3, 4] as const;
const typesOfMain = (...mainTypes: readonly number[]): number[] =>
  SAFETY_TYPES.filter((id) => mainTypes.includes(getWireNumbers(id).mainType));
/** Codes of the pages of evidence, and the types that each shows: evidence is read without the right to see other alarms. */
const EVIDENCE_TYPES: readonly (readonly [code: PermissionCode, types: readonly number[]])[] = [
  [permission.viewEvidence, SAFETY_TYPES],
  [permission.viewAssistanceEvidence, typesOfMain(ADAS, TPMS, BSD)],
  [permission.viewDriverEvidence, typesOfMain(DSM)],
];

/** The alarm types that a user may read once they are evidence. */
export const listEvidenceTypes = (rights: ReadonlySet<string>): number[] => [
  ...new Set(EVIDENCE_TYPES.flatMap(([code, types]) => (rights.has(code) ? types : []))),
];

/** Who reads alarms: permission codes, and the departments in scope. */
export type AlarmReader = { readonly rights: ReadonlySet<string>; readonly scope: ReadonlySet<number> };

/** `isEvidence`: the alarm is in the evidence centre, where other codes admit to it. */
type AlarmToRead = { readonly typeId: number; readonly departmentId: number; readonly isEvidence?: boolean };

/** Whether a user may read an alarm, with its driver and place. Lists, details and pushes all ask this. */
export const mayReadAlarm = (
  { rights, scope }: AlarmReader,
  { typeId, departmentId, isEvidence = false }: AlarmToRead,
): boolean =>
  scope.has(departmentId) &&
  (listAlarmClasses(rights).includes(classOfType(typeId)) || (isEvidence && listEvidenceTypes(rights).includes(typeId)));

/** Whether a user may read that a vehicle of a department entered a risk area: in the report, or as its alarm. */
export const mayReadRiskEntry = (reader: AlarmReader, departmentId: number): boolean =>
  (reader.rights.has(RISK_REPORT) && reader.scope.has(departmentId)) ||
  mayReadAlarm(reader, { typeId: RISK_ENTRY, departmentId });
