import { ALARM_BITS, type AlarmLevel } from './alarm-bits.ts';
import { popupMatchId } from './alarm-counts.ts';

/** Counter of an alarm: ordinary and safety alarms have their own bells, events are only listed. */
export type AlarmClass = 'ordinary' | 'event' | 'safety';

/**
 * Origin of an alarm. `bit`: alarm word of 0x0200. `video`: alarm word of JT/T 1078 (item 0x14).
 * `item`: type within items 0x64 to 0x67 of T/JSATL 12 or 0x70. `tyre`: bit of item 0x66.
 * `terminal`: a vendor extension. `rule`: a platform rule. `platform`: the platform itself.
 */
export type AlarmSource =
  | { readonly kind: 'bit' | 'video' | 'tyre'; readonly bit: number }
  | { readonly kind: 'item'; readonly item: number; readonly type: number }
  | { readonly kind: 'terminal' | 'rule' | 'platform' };

/** An alarm type (screen catalogue 12.7). `id` is its number in calls; 60 to 65 are reserved. */
export type AlarmType = {
  readonly id: number;
  readonly key: string;
  /** Default level; departments may choose another one. */
  readonly level: AlarmLevel;
  readonly class: AlarmClass;
  /** Without end: a moment reported by terminal or platform. */
  readonly event: boolean;
  readonly source: AlarmSource;
};

type Row<K extends string> = readonly [id: number, key: K, level: AlarmLevel];
/** Rows of one class and source. Types in `lasting` have an end. */
const buildRows = <const K extends string>(
  alarmClass: AlarmClass,
  event: boolean,
  sourceOf: (index: number) => AlarmSource,
  rows: readonly Row<K>[],
) => rows.map(([id, key, level], index) => ({ id, key, level, class: alarmClass, event, source: sourceOf(index) }));

const bits = ALARM_BITS.map(({ bit, key, level, event }) => ({
  id: bit,
  key,
  level,
  event,
  class: 'ordinary' as const,
  source: { kind: 'bit' as const, bit },
}));

const video = buildRows('ordinary', false, (bit) => ({ kind: 'video', bit }), [
  [32, 'videoLoss', 1],
  [33, 'videoCover', 2],
  [34, 'storageFault', 1],
  [35, 'videoFault', 1],
  [36, 'overload', 2],
  [37, 'abnormalDrive', 2],
  [38, 'recThreshold', 1],
  [39, 'videoReserved', 1],
]);

const extensions = buildRows('ordinary', true, () => ({ kind: 'terminal' }), [
  [40, 'tTemp', 2],
  [41, 'tHumid', 1],
  [42, 'tLoad', 2],
  [43, 'tFuelDrop', 2],
  [44, 'tRefuel', 1],
  [45, 'tDoorMoving', 2],
  [46, 'tBattery', 1],
  [47, 'tVibration', 1],
  [48, 'tRemoved', 2],
  [49, 'tOther', 1],
]);

const events = buildRows('event', true, () => ({ kind: 'platform' }), [
  [50, 'online', 1],
  [51, 'offline', 1],
  [52, 'cardIn', 1],
  [53, 'cardOut', 1],
  [54, 'linkDown', 1],
  [55, 'linkUp', 1],
  [56, 'cmdFail', 1],
  [57, 'fileFail', 1],
  [58, 'expiry', 1],
  [59, 'epidemic', 1],
]);

/** Types within an item, in order of the rows. */
const within = (item: number, types: readonly number[]) => (index: number) =>
  ({ kind: 'item', item, type: types[index]! }) as const;

const assistance = buildRows('safety', true, within(0x64, [1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19]), [
  [66, 'adasFcw', 2],
  [67, 'adasLdw', 2],
  [68, 'adasHmw', 2],
  [69, 'adasPcw', 2],
  [70, 'adasLane', 2],
  [71, 'adasSign', 2],
  [72, 'adasObstacle', 2],
  [73, 'adasSignEvt', 1],
  [74, 'adasPhotoEvt', 1],
  [75, 'adasSolid', 2],
  [76, 'adasAisle', 2],
]);

const driver = buildRows('safety', true, within(0x65, [1, 2, 3, 4, 5, 16, 17, 10, 6, 11, 12, 13, 8]), [
  [77, 'dsmFatigue', 3],
  [78, 'dsmPhone', 2],
  [79, 'dsmSmoke', 2],
  [80, 'dsmDistract', 2],
  [81, 'dsmAbnormal', 2],
  [82, 'dsmPhotoEvt', 1],
  [83, 'dsmChangeEvt', 1],
  [84, 'dsmBelt', 2],
  [85, 'dsmCover', 2],
  [86, 'dsmGlasses', 1],
  [87, 'dsmHands', 3],
  [88, 'dsmPlayPhone', 2],
  [89, 'dsmOvertime', 2],
]);

const tyres = buildRows('safety', true, (index) => ({ kind: 'tyre', bit: index + 1 }), [
  [90, 'tpmsHigh', 2],
  [91, 'tpmsLow', 2],
  [92, 'tpmsTemp', 3],
  [93, 'tpmsSensor', 1],
  [94, 'tpmsImbalance', 2],
  [95, 'tpmsLeak', 2],
  [96, 'tpmsBattery', 1],
]);

const blindSpots = buildRows('safety', true, within(0x67, [1, 2, 3]), [
  [97, 'bsdRear', 2],
  [98, 'bsdLeft', 2],
  [99, 'bsdRight', 2],
]);

const rules = buildRows('ordinary', false, () => ({ kind: 'rule' }), [
  [100, 'pOverspeed', 2],
  [101, 'pNightOverspeed', 2],
  [102, 'pRoadOverspeed', 2],
  [103, 'pPreOverspeed', 1],
  [104, 'pFatigue', 3],
  [105, 'pPreFatigue', 1],
  [106, 'pDayOver', 2],
  [107, 'pWeekOver', 2],
  [108, 'pNightBan', 2],
  [109, 'pRoadWarn', 1],
  [110, 'pAreaIn', 2],
  [111, 'pAreaOut', 2],
  [112, 'pAreaSpeed', 2],
  [113, 'pAreaStay', 1],
  [114, 'pDeviate', 2],
  [115, 'pSection', 1],
  [116, 'pKeyIn', 1],
  [117, 'pKeyOut', 1],
  [118, 'pPark', 1],
  [119, 'pBadStop', 2],
  [120, 'pOfflineMove', 2],
  [121, 'pLongOffline', 1],
  [122, 'pNoFix', 1],
  [123, 'pDrift', 1],
  [124, 'pGap', 1],
  [125, 'pMileage', 1],
  [126, 'pSpeedDiff', 1],
  [127, 'pExpired', 2],
  [128, 'pNoCard', 1],
  [129, 'pDriverDiff', 2],
  [130, 'pFuelDrop', 2],
  [131, 'pRefuel', 1],
  [132, 'pTemp', 2],
  [133, 'pLoad', 2],
  [134, 'pGather', 2],
  [135, 'pChannel', 1],
  [136, 'pAsDevice', 1],
  [137, 'pService', 1],
  [138, 'pIllegal', 2],
]);

const superiors = buildRows('ordinary', true, () => ({ kind: 'platform' }), [
  [144, 'p809Warn', 2],
  [145, 'p809Urge', 3],
]);

const patterns = buildRows('safety', true, () => ({ kind: 'platform' }), [
  [150, 'sCombo', 3],
  [158, 'sBurst', 3],
  [159, 'sRiskDriver', 2],
]);

const driving = buildRows('safety', true, within(0x70, [1, 2, 3, 4, 5, 6, 7]), [
  [151, 'sAccel', 2],
  [152, 'sBrake', 2],
  [153, 'sTurn', 2],
  [154, 'sIdle', 1],
  [155, 'sStall', 1],
  [156, 'sCoast', 2],
  [157, 'sRpm', 2],
]);

/** All alarm types, by number. */
export const ALARM_TYPES = [
  ...bits,
  ...video,
  ...extensions,
  ...events,
  ...assistance,
  ...driver,
  ...tyres,
  ...blindSpots,
  ...rules,
  ...superiors,
  ...patterns,
  ...driving,
].toSorted((a, b) => a.id - b.id) satisfies readonly AlarmType[];

export type AlarmTypeKey = (typeof ALARM_TYPES)[number]['key'];

const byId = new Map<number, AlarmType & { readonly key: AlarmTypeKey }>(ALARM_TYPES.map((type) => [type.id, type]));

/** The type of a number, or undefined. */
export const findAlarmType = (id: number): (AlarmType & { readonly key: AlarmTypeKey }) | undefined => byId.get(id);

/** mainType of tyre alarms, platform alarms, and items of 0x0200. */
const [OF_TYRES, OF_PLATFORM] = [3, 9] as const;
const MAIN_TYPES: Readonly<Record<number, number>> = { 100: 1, 101: 2, 103: 4, 112: 5 };

/** Main and sub type in calls: 1 ADAS, 2 DSM, 3 TPMS, 4 BSD, 5 rough driving, 9 platform, 0 alarm words of 0x0200. */
export function getWireNumbers(id: number): { readonly mainType: number; readonly subType: number } {
  const source = findAlarmType(id)?.source;
  if (source?.kind === 'item') return { mainType: MAIN_TYPES[source.item] ?? 0, subType: source.type };
  if (source?.kind === 'tyre') return { mainType: OF_TYRES, subType: source.bit };
  if (source?.kind === 'bit' || source?.kind === 'video') return { mainType: 0, subType: source.bit };
  return { mainType: source === undefined || source.kind === 'terminal' ? 0 : OF_PLATFORM, subType: id };
}

/** Emergency, collision and rollover are never delayed. */
export const NEVER_DELAYED: ReadonlySet<number> = new Set([0, 29, 30]);

/** Bits that a terminal repeats until the platform confirms them with 0x8203. */
const CONFIRMED_BITS: ReadonlySet<number> = new Set([0, 3, 20, 21, 22, 27, 28]);

/** Mask (0x8203) that confirms a type at its terminal; 0: none. */
export function findConfirmMask(typeId: number): number {
  const source = byId.get(typeId)?.source;
  return source?.kind === 'bit' && CONFIRMED_BITS.has(source.bit) ? 2 ** source.bit : 0;
}

/** Number of a type in settings; up to 64 it differs from the number in calls. */
export const toSettingId = (type: Pick<AlarmType, 'id'>): number => popupMatchId(type.id);

const bySource = new Map<string, AlarmType>();
const sourceKey = (item: number, type: number) => `${item}.${type}`;
for (const type of ALARM_TYPES as readonly AlarmType[])
  if (type.source.kind === 'item') bySource.set(sourceKey(type.source.item, type.source.type), type);

/** The type of an item of 0x0200; undefined for vendor types. */
export const findItemAlarmType = (item: number, type: number): AlarmType | undefined => bySource.get(sourceKey(item, type));

const videoTypes = ALARM_TYPES.filter(({ source }) => source.kind === 'video');
const tyreTypes = ALARM_TYPES.filter(({ source }) => source.kind === 'tyre');
const set = (types: readonly AlarmType[], word: number): AlarmType[] =>
  types.filter(({ source }) => 'bit' in source && ((word >>> source.bit) & 1) === 1);

/** Types of the bits set in the video alarm word (item 0x14). */
export const decodeVideoAlarms = (word: number): AlarmType[] => set(videoTypes, word);
/** Types of the bits set for a tyre in item 0x66. Bit 0 is a periodic report, not an alarm. */
export const decodeTyreAlarms = (word: number): AlarmType[] => set(tyreTypes, word);
