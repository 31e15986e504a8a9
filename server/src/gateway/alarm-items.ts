import type { AlarmLevel } from '@fleetwarden/domain/alarm-bits';
import type { AlarmInfo, AlarmItem } from '@fleetwarden/domain/alarm-item';
import {
  type AlarmType,
  decodeTyreAlarms,
  decodeVideoAlarms,
  findAlarmType,
  findItemAlarmType,
} from '@fleetwarden/domain/alarm-types';
import { type AreaShapeNumber, SHAPE } from '@fleetwarden/domain/area-geometry';
import { JSATL_REGION, type JsatlRegion } from '@fleetwarden/domain/jsatl-region';
import { CodecError, decode, type Of, u32 } from '@fleetwarden/protocol/codec';
import {
  Assistance,
  BlindSpot,
  DriverState,
  encodeIdentification,
  HarshDriving,
  type Identification,
  Tyres,
} from '@fleetwarden/protocol/jsatl12';
import { AreaCrossing, OverspeedPlace, SegmentTime } from '@fleetwarden/protocol/jt808';
import type { JsatlTables } from '../ingest/jsatl-tables.ts';

/** The region whose table an alarm is read by. */
type RegionOf = (identification: Identification) => JsatlRegion;

/** Reserved bytes of regional forms (T/JSATL 12-2017 table 4-16 and regional standards). */
const [JIANGSU_RESERVED, GUANGDONG_RESERVED, HUNAN_RESERVED] = [1, 2, 17];

/** The region whose form an identification has. Those of Jiangsu and Sichuan differ in the length of the terminal id only. */
function findRegion({ reserved, idBytes }: Identification): JsatlRegion {
  if (reserved.length === GUANGDONG_RESERVED) return JSATL_REGION.guangdong;
  if (reserved.length === HUNAN_RESERVED) return JSATL_REGION.hunan;
  return idBytes !== undefined && reserved.length === JIANGSU_RESERVED ? JSATL_REGION.sichuan : JSATL_REGION.jiangsu;
}

/** What an item's bytes say; throws CodecError where they are not what the item says it is. */
type ReadItem = (bytes: Uint8Array, regionOf: RegionOf) => AlarmItem[];

/** Type numbers of items that mean something else in a region, as the platform's numbers. */
const REGIONAL_TYPES: Readonly<Partial<Record<JsatlRegion, Readonly<Record<number, Readonly<Record<number, number>>>>>>> = {
  // 6 is both hands off the wheel
  [JSATL_REGION.guangdong]: { 101: { 6: 12 } },
};

/** AREA_SHAPE of the place types of JT/T 808-2019 tables 28 and 29. */
const SHAPES: Readonly<Record<number, AreaShapeNumber>> = {
  1: SHAPE.circle,
  2: SHAPE.rectangle,
  3: SHAPE.polygon,
  4: SHAPE.route,
};
/** Alarm bits that items 0x11 to 0x13 describe. */
const [OVERSPEED, IN_OUT_AREA, IN_OUT_ROUTE, SEGMENT_TIME, OFF_ROUTE] = [1, 20, 21, 22, 23];
const LEFT = 1;

/** The additional items of 0x0200 that tell of alarms (JT/T 1078-2016 table 14, T/JSATL 12-2017 tables 4-15 to 4-22). */
const ITEMS: Readonly<Record<number, ReadItem>> = {
  17: (bytes) => {
    const { placeType, placeId } = decode(OverspeedPlace, bytes);
    const shape = SHAPES[placeType];
    if (shape === undefined || placeId === undefined) return [];
    return [detailOf(OVERSPEED, shape === SHAPE.route ? { segment: { no: placeId } } : { area: { shape, no: placeId } })];
  },
  18: (bytes) => {
    const { placeType, placeId, direction } = decode(AreaCrossing, bytes);
    const shape = SHAPES[placeType];
    if (shape === undefined) return [];
    const info = { area: { shape, no: placeId, left: direction === LEFT } };
    return shape === SHAPE.route ? [detailOf(IN_OUT_ROUTE, info), detailOf(OFF_ROUTE, info)] : [detailOf(IN_OUT_AREA, info)];
  },
  19: (bytes) => {
    const { segmentId, seconds } = decode(SegmentTime, bytes);
    return [detailOf(SEGMENT_TIME, { segment: { no: segmentId, seconds } })];
  },
  20: (bytes) => decodeVideoAlarms(decode(u32, bytes)).map((type) => itemOf(type, 0, type.level)),
  100: (bytes, regionOf) => {
    const read = decode(Assistance, bytes);
    const { departure, signType, signValue } = read;
    const info = { ...distance(read), ...(departure > 0 && { departure }), ...(signType > 0 && { sign: signType }) };
    return single(100, inRegion(100, read, regionOf), info, signValue > 0 ? signValue : null);
  },
  101: (bytes, regionOf) => {
    const read = decode(DriverState, bytes);
    return single(101, inRegion(101, read, regionOf), {}, read.fatigue > 0 ? read.fatigue : null);
  },
  102: (bytes) => tyreItems(decode(Tyres, bytes)),
  112: (bytes) => single(112, { ...decode(HarshDriving, bytes), level: 1 }, {}, null),
  103: (bytes) => single(103, { ...decode(BlindSpot, bytes), level: 1 }, {}, null),
};

/** With the type number of the platform. */
function inRegion<T extends Said>(item: number, said: T, regionOf: RegionOf): T {
  const type = REGIONAL_TYPES[regionOf(said.identification)]?.[item]?.[said.type];
  return type === undefined ? said : { ...said, type };
}

/**
 * The alarms that additional items (as they came: id, length, value) tell of. One that cannot be read costs no other. The table of
 * a region follows from the terminal's settings, or else from the form of the identification.
 */
export function alarmItemsOf(extra: Uint8Array, vehicleId: number, tables: JsatlTables): readonly AlarmItem[] {
  let regionOf: RegionOf | undefined;
  let items: AlarmItem[] | undefined;
  for (let at = 0; at + 2 <= extra.length; ) {
    const end = at + 2 + extra[at + 1]!;
    if (end > extra.length) break;
    const read = ITEMS[extra[at]!];
    if (read !== undefined) {
      regionOf ??= (identification) => {
        const shown = findRegion(identification);
        tables.observe(vehicleId, shown);
        return tables.find(vehicleId) ?? shown;
      };
      items = [...(items ?? []), ...readOr(read, extra.subarray(at + 2, end), regionOf)];
    }
    at = end;
  }
  return items ?? NONE;
}
const NONE: readonly AlarmItem[] = Object.freeze([]);

function readOr(read: ReadItem, bytes: Uint8Array, regionOf: RegionOf): readonly AlarmItem[] {
  try {
    return read(bytes, regionOf);
  } catch (error) {
    if (error instanceof CodecError) return NONE;
    throw error;
  }
}

type Said = { readonly alarmId: number; readonly type: number; readonly level: number; readonly identification: Identification };

/** One alarm of a kind that the item has a number for; a maker's own kinds are not known. */
function single(item: number, said: Said, info: AlarmInfo, value: number | null): AlarmItem[] {
  const type = findItemAlarmType(item, said.type);
  if (type === undefined) return [];
  return [{ ...itemOf(type, said.alarmId, levelOf(type, said.level)), value, info: { ...named(said.identification), ...info } }];
}

/** The terminal's first and second level are our second and third; its events are of our first (screen catalogue 4.0). */
const levelOf = (type: AlarmType, level: number): AlarmLevel => (type.level === 1 ? 1 : level >= 2 ? 3 : 2);

const detailOf = (bit: number, info: AlarmInfo): AlarmItem => ({ ...itemOf(findAlarmType(bit)!, 0, 1), info, ofBit: true });

const itemOf = ({ id: typeId }: AlarmType, alarmNo: number, level: AlarmLevel): AlarmItem => ({
  typeId,
  level,
  alarmNo,
  value: null,
  limit: null,
  info: null,
});

function distance({ frontSpeedKmh, frontDistance }: Of<typeof Assistance>): AlarmInfo {
  // 0xff: not measured
  const known = (value: number) => value > 0 && value < 0xff;
  return {
    ...(known(frontSpeedKmh) && { frontKmh: frontSpeedKmh }),
    ...(known(frontDistance) && { frontS: frontDistance / 10 }),
  };
}

function named(identification: Identification): AlarmInfo {
  const { terminalId, time, serial, attachments, idBytes, reserved } = identification;
  const isStandard = idBytes === undefined && reserved.length === JIANGSU_RESERVED && reserved[0] === 0;
  const wire = isStandard ? {} : { wire: Buffer.from(encodeIdentification(identification)).toString('hex') };
  return { identification: { terminalId, time, serial, attachments, ...wire } };
}

/** One alarm a kind, with the wheels it is about. What is measured is the pressure, kPa, or the temperature, °C, farthest off. */
function tyreItems({ alarmId, identification, tyres }: Of<typeof Tyres>): AlarmItem[] {
  const byType = new Map<AlarmType, { wheels: number[]; values: number[] }>();
  for (const { position, bits, pressureKpa, temperatureC } of tyres)
    for (const type of decodeTyreAlarms(bits)) {
      const found = byType.get(type) ?? { wheels: [], values: [] };
      found.wheels.push(position + 1);
      found.values.push(type.id === TYRE_TOO_HOT ? temperatureC : pressureKpa);
      byType.set(type, found);
    }
  return [...byType].map(([type, { wheels, values }]) => ({
    ...itemOf(type, alarmId, type.level),
    value: type.id === TYRE_TOO_LOW ? Math.min(...values) : Math.max(...values),
    info: { ...named(identification), wheels },
  }));
}
const TYRE_TOO_LOW = 91;
const TYRE_TOO_HOT = 92;
