import { ALARM_TYPES, type AlarmSource, type AlarmTypeKey } from '@fleetwarden/domain/alarm-types';
import { encode, u32 } from '@fleetwarden/protocol/codec';
import { Assistance, BlindSpot, DriverState, HarshDriving, type Identification, Tyres } from '@fleetwarden/protocol/jsatl12';
import { digitsOfTime, type LocationInput } from '@fleetwarden/protocol/jt808';
import type { FiledAlarm } from './evidence/alarm-files.ts';
import type { Member } from './identity.ts';

/** Alarm types that terminals report: bits of the alarm word, of JT/T 1078, items of T/JSATL 12. */
type ReportedSource = Extract<AlarmSource, { kind: 'bit' | 'video' | 'tyre' | 'item' }>;

/** A request to raise an alarm. */
export type Raise = {
  /** A kind by its name, or a type within an item that no standard knows. */
  readonly kind: AlarmTypeKey | { readonly item: number; readonly type: number };
  /** Level as reported by the terminal (T/JSATL 12): 1 or 2. */
  readonly level?: 1 | 2;
  /** Number of photos and videos that it reports. */
  readonly files?: number;
  /** For a tyre alarm: the tyre and its measured values. */
  readonly tyre?: { readonly position: number; readonly pressureKpa: number; readonly temperatureC: number };
};

/** The alarms of a terminal: bits stay set until cleared, those it latches also until a user confirms them; items are sent once. */
export type Alarms = {
  /** Throws an Error for a type that terminals do not report. */
  readonly raise: (wish: Raise) => void;
  readonly lower: (kind: AlarmTypeKey) => void;
  /** 0x8203: these bits were seen. */
  readonly confirm: (alarmBits: number) => void;
  /** A location with the bits that are set. */
  readonly mark: (location: LocationInput) => LocationInput;
  /** A report with the pending items, which are not sent again. */
  readonly tell: (report: LocationInput) => LocationInput;
  /** An alarm that was told with files. */
  readonly find: (named: Pick<Identification, 'time' | 'serial'>) => FiledAlarm | undefined;
};

const sources = new Map<AlarmTypeKey, AlarmSource>(ALARM_TYPES.map(({ key, source }) => [key, source]));
const HELD_BITS = ALARM_TYPES.reduce(
  (mask, { source, event }) => (source.kind === 'bit' && event ? mask | (1 << source.bit) : mask),
  0,
);

const VIDEO_ITEM = 0x14;
const TYRE_ITEM = 0x66;
/** T/JSATL 12: an instantaneous event has neither start nor end. */
const AT_ONCE = 0;
const NOT_MEASURED = 0xff;
const ACC = 1;
const TERMINAL_ID_CHARACTERS = 7;
/** Alarms whose files a terminal keeps. */
const MAX_FILED = 100;

/** Whether the name is a type that a terminal can report. */
export const isTerminalAlarm = (name: string): name is AlarmTypeKey => {
  const source = sources.get(name as AlarmTypeKey);
  return source !== undefined && findReportedSource(source) !== undefined;
};

export function createAlarms({ terminalNo }: Pick<Member, 'terminalNo'>): Alarms {
  let [alarmBits, videoBits] = [0, 0];
  let items: ItemRequest[] = [];
  let numbers = 0;
  const filed = new Map<string, FiledAlarm>();

  return {
    raise: ({ kind, level = 1, files = 0, tyre }) => {
      const source = findSource(kind);
      if (source.kind === 'bit') alarmBits |= 1 << source.bit;
      else if (source.kind === 'video') videoBits |= 1 << source.bit;
      else items.push({ source, key: typeof kind === 'string' ? kind : undefined, level, files, tyre, number: ++numbers });
    },
    lower: (kind) => {
      const source = findSource(kind);
      if (source.kind === 'bit') alarmBits &= ~(1 << source.bit);
      else if (source.kind === 'video') videoBits &= ~(1 << source.bit);
    },
    confirm: (bits) => {
      alarmBits &= ~(bits & HELD_BITS);
    },
    mark: (location) => ({ ...location, alarmBits: ((location.alarmBits ?? 0) | alarmBits) >>> 0 }),
    tell: (report) => {
      const told = items;
      items = [];
      for (const wish of told.filter(({ files }) => files > 0)) {
        filed.set(nameOf(wish.number & 0xff, report), {
          ...placeOf(wish.source),
          ...(wish.key && { key: wish.key }),
          at: report.deviceAt ?? 0,
        });
        if (filed.size > MAX_FILED) filed.delete(filed.keys().next().value!);
      }
      const written = told.map((wish) => writeItem(wish, report, terminalNo));
      if (videoBits !== 0) written.push([VIDEO_ITEM, encode(u32, videoBits >>> 0)]);
      if (written.length === 0) return report;
      return withItems(report, written);
    },
    find: ({ time, serial }) => filed.get(`${time} ${serial}`),
  };
}

const nameOf = (serial: number, report: LocationInput) => `${timeOf(report)} ${serial}`;

/** Item of 0x0200, and the type or bit in it. */
const placeOf = (source: ReportedSource): { readonly item: number; readonly type: number } => {
  if (source.kind === 'item') return { item: source.item, type: source.type };
  return { item: TYRE_ITEM, type: 'bit' in source ? source.bit : 0 };
};

/** The item of T/JSATL 12 that tells of a kind, and the type in it. Throws an Error for a kind that no item tells of. */
export function findItem(kind: AlarmTypeKey): { readonly item: number; readonly type: number } {
  const source = findSource(kind);
  if (source.kind !== 'item' && source.kind !== 'tyre') throw new Error(`no item tells of ${kind}`);
  return placeOf(source);
}

/** A report with one more item; `number` is the number of the alarm. Throws an Error for a type without an item in T/JSATL 12. */
export function withItem(report: LocationInput, wish: Raise & { readonly number: number }, terminalNo: string): LocationInput {
  const source = findSource(wish.kind);
  if (source.kind !== 'item' && source.kind !== 'tyre') throw new Error(`no item tells of ${JSON.stringify(wish.kind)}`);
  const { level = 1, files = 0, tyre, number } = wish;
  return withItems(report, [writeItem({ source, key: undefined, level, files, tyre, number }, report, terminalNo)]);
}

function withItems(report: LocationInput, items: readonly (readonly [id: number, value: Uint8Array])[]): LocationInput {
  const said = items.flatMap(([id, value]) => [id, value.length, ...value]);
  return { ...report, extra: Uint8Array.from([...(report.extra ?? []), ...said]) };
}

function findSource(kind: Raise['kind']): ReportedSource {
  const source = typeof kind === 'string' ? sources.get(kind) : { kind: 'item' as const, ...kind };
  const said = source && findReportedSource(source);
  if (!said) throw new Error(`no terminal tells of ${JSON.stringify(kind)}`);
  return said;
}

const findReportedSource = (source: AlarmSource): ReportedSource | undefined => {
  if (source.kind === 'item') return source.item in ITEMS ? source : undefined;
  return 'bit' in source ? source : undefined;
};

type ItemRequest = {
  readonly source: ReportedSource;
  readonly key: AlarmTypeKey | undefined;
  readonly level: number;
  readonly files: number;
  readonly tyre: Raise['tyre'];
  readonly number: number;
};
type Common = ReturnType<typeof buildCommon>;
type Typed = { readonly type: number; readonly level: number };

// T/JSATL 12-2017 table 4-15
const LANE_DEPARTURE = 2;
/** Over the limit of a sign, and the sign itself. */
const SIGN_TYPES: readonly number[] = [6, 16];
const SPEED_LIMIT = 1;

/** The items that carry a type of their own. */
const ITEMS: Readonly<Record<number, (common: Common, typed: Typed) => Uint8Array>> = {
  100: (common, typed) => {
    const { alarmId, speedKmh } = common;
    const isOfSign = SIGN_TYPES.includes(typed.type);
    const road = {
      frontSpeedKmh: Math.max(1, speedKmh - (alarmId % 20)),
      frontDistance: 8 + (alarmId % 20),
      departure: typed.type === LANE_DEPARTURE ? 1 + (alarmId % 2) : 0,
      signType: isOfSign ? SPEED_LIMIT : 0,
      signValue: isOfSign ? 60 + 20 * (alarmId % 2) : 0,
    };
    return encode(Assistance, { ...common, ...typed, ...road });
  },
  101: (common, typed) =>
    encode(DriverState, { ...common, ...typed, fatigue: 5 + (common.alarmId % 5), reserved: new Uint8Array(4) }),
  103: (common, { type }) => encode(BlindSpot, { ...common, type }),
  112: (common, { type }) => encode(HarshDriving, { ...common, type, thresholdS: 1, threshold1: 40, threshold2: 0 }),
};

function writeItem(wish: ItemRequest, location: LocationInput, terminalNo: string): readonly [id: number, value: Uint8Array] {
  const { source, level } = wish;
  const common = buildCommon(wish, location, terminalNo);
  if (source.kind === 'item') return [source.item, ITEMS[source.item]!(common, { type: source.type, level })];
  const measured = { position: 0, pressureKpa: 480, temperatureC: 61, batteryPercent: 90, ...wish.tyre };
  return [TYRE_ITEM, encode(Tyres, { ...common, tyres: [{ bits: 1 << source.bit, ...measured }] })];
}

/** As its clock has it. */
const timeOf = ({ deviceAt }: LocationInput): string => digitsOfTime(deviceAt ?? 0);

function buildCommon({ number, files }: ItemRequest, report: LocationInput, terminalNo: string) {
  const { lng, lat, altitudeM = 0, speedKmh = 0 } = report;
  const time = timeOf(report);
  return {
    alarmId: number,
    flag: AT_ONCE,
    speedKmh: Math.min(Math.round(speedKmh), NOT_MEASURED - 1),
    altitudeM: Math.round(altitudeM),
    latitude: lat,
    longitude: lng,
    time,
    vehicleBits: ACC,
    identification: {
      terminalId: terminalNo.slice(0, TERMINAL_ID_CHARACTERS),
      time,
      serial: number & 0xff,
      attachments: files,
      reserved: new Uint8Array(1),
    },
  };
}
