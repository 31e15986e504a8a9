import type { CallReply } from '@fleetwarden/contract/call';
import type { monitorCalls } from '@fleetwarden/contract/monitor/routes';
import { parseWindowFields, type VehicleWindowFieldKey, vehicleWindowFields } from '@fleetwarden/contract/monitor/vehicle-window';
import type { AlarmKey } from '@fleetwarden/domain/alarm-bits';
import { readAlarmBits } from '@fleetwarden/domain/alarm-bits';
import { findAlarmType } from '@fleetwarden/domain/alarm-types';
import { type LngLat, wgs84ToBd09, wgs84ToGcj02 } from '@fleetwarden/domain/coordinates';
import { PLATE_COLOURS } from '@fleetwarden/domain/plate-colour';
import { accOn, STATUS_BITS } from '@fleetwarden/domain/status-bits';
import type { Quantity } from '@fleetwarden/domain/units';
import { windSector } from '@fleetwarden/domain/wind-sector';
import type { ParseKeys, TFunction } from 'i18next';
import i18next from 'i18next';
import type { VehicleStore } from '../../live/vehicle-store.ts';
import { enumerationName } from '../../shared/enumeration.ts';
import { formatDay, formatDuration, formatList, formatNumber } from '../../ui/format.ts';
import { formatMeasure } from '../../ui/units.ts';

const OTHER_PLATE = 9;

type OtherParams = CallReply<typeof monitorCalls.getOtherParams>;

/** The name of a plate colour; unknown codes are 'other'. */
export const plateText = (code: number) =>
  `monitor.plate${(PLATE_COLOURS[code]?.code ?? OTHER_PLATE) as 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11}` as const;

/** Input of a field. `params` is undefined while loading. */
type Source = {
  readonly store: VehicleStore;
  readonly row: number;
  readonly params: OtherParams | undefined;
  readonly now: number;
  readonly t: TFunction;
  readonly language: string;
  /** The displayed map; null: none yet. */
  readonly map: 0 | 1 | 2 | 3 | null;
};

/**
 * A text; `danger` for alarms. 'time', 'address' and 'tyres' have their own components; a 'place' is copied as `copied`. null:
 * unknown.
 */
type Field = {
  readonly label: ParseKeys;
  readonly kind?: 'time' | 'address' | 'place' | 'danger' | 'tyres';
  readonly value: (source: Source) => string | null;
  readonly copied?: (source: Source) => string | null;
};

const number = ({ language }: Source, value: number | null | undefined, digits = 0) =>
  value === null || value === undefined ? null : formatNumber(language, value, digits);

const measure = ({ language }: Source, quantity: Quantity, value: number | null | undefined, digits = 1) =>
  value === null || value === undefined ? null : formatMeasure(language, quantity, value, digits);

const text = (value: string | undefined) => (value === undefined || value === '' ? null : value);

/** Bits of the door, fuel and power rows; unknown texts are hidden. */
const SWITCHES = [
  'fuelCut',
  'powerCut',
  'doorsLocked',
  'frontDoorOpen',
  'middleDoorOpen',
  'rearDoorOpen',
  'driverDoorOpen',
  'customDoorOpen',
] as const;

function switches({ store, row, t }: Source): string {
  const bits = store.statusBits(row);
  const on = SWITCHES.filter((key) => STATUS_BITS.some((bit) => bit.key === key && (bits >>> bit.bit) & 1));
  return on.length === 0
    ? t('monitor.normal')
    : formatList(
        i18next.language,
        on.map((key) => t(`monitor.${key}`)),
      );
}

const OFFLINE = 0;
/** Speed, heading and ignition of an offline vehicle are unknown. */
const online =
  (value: (source: Source) => string | null) =>
  (source: Source): string | null =>
    source.store.status(source.row) === OFFLINE ? null : value(source);

function heading({ store, row, t }: Source): string {
  const degrees = store.heading(row);
  return `${t(`monitor.heading${windSector(degrees)}`)} ${Math.round(degrees)}°`;
}

/** Names of a vehicle's alarms; empty without any. */
export function alarmNames(store: VehicleStore, row: number, t: TFunction): readonly string[] {
  const named = store.alarmTexts(row);
  return named.length > 0 ? named : readAlarmBits(store.alarmBits(row)).map(({ key }) => t(`alarm.${key as AlarmKey}`));
}

function alarms({ store, row, t, params }: Source): string {
  const open = (params?.openAlarms ?? []).flatMap((id) => {
    const type = findAlarmType(id);
    return type ? [t(`alarm.${type.key}`)] : [];
  });
  const names = [...new Set([...alarmNames(store, row, t), ...open])];
  return names.length === 0 ? t('monitor.alarmNone') : formatList(i18next.language, names);
}

/** Coordinate systems of keyed maps; the keyless one uses WGS-84. */
const BD09 = { name: 'BD-09', from: wgs84ToBd09 } as const;
const GCJ02 = { name: 'GCJ-02', from: wgs84ToGcj02 } as const;
const SYSTEMS: readonly ({ readonly name: string; readonly from: (place: LngLat) => LngLat } | undefined)[] = [
  undefined,
  BD09,
  GCJ02,
  GCJ02,
];

const degrees = ([lng, lat]: LngLat) => `${lng.toFixed(6)}, ${lat.toFixed(6)}`;
const placeOf = ({ store, row }: Source): LngLat | null => (Number.isNaN(store.x(row)) ? null : [store.x(row), store.y(row)]);

/** Coordinates in the system of the displayed map, named unless WGS-84 (screen catalogue 3.1, field 16). */
function coordinates(source: Source): string | null {
  const place = placeOf(source);
  const system = SYSTEMS[source.map ?? 0];
  if (!place || !system) return place && degrees(place);
  return `${degrees(system.from(place))} (${system.name})`;
}

function wgs84(source: Source): string | null {
  const place = placeOf(source);
  return place && degrees(place);
}

function protocol(version: number | null | undefined): string | null {
  return version === null || version === undefined ? null : `JT/T 808-${version}`;
}

function signal(source: Source): string | null {
  const { params } = source;
  if (!params || (params.signal === null && params.satellites === null)) return null;
  return `${number(source, params.signal) ?? '—'} / ${number(source, params.satellites) ?? '—'}`;
}

function speed(source: Source): string | null {
  const { store, row, params } = source;
  const recorder = measure(source, 'speed', params?.recorderKmh);
  const own = measure(source, 'speed', store.speed(row));
  return recorder === null ? own : `${own} (${recorder})`;
}

/** The fields of the vehicle card (screen catalogue 3.1). */
const FIELDS: Readonly<Record<VehicleWindowFieldKey, Field>> = {
  phone: { label: 'monitor.fieldPhone', value: ({ store, row }) => text(store.phone(row)) },
  terminal: { label: 'monitor.fieldTerminal', value: ({ params }) => text(params?.terminalNo) },
  time: { label: 'monitor.fieldTime', kind: 'time', value: () => null },
  speed: { label: 'monitor.fieldSpeed', value: online(speed) },
  heading: { label: 'monitor.fieldHeading', value: online(heading) },
  acc: {
    label: 'monitor.fieldAcc',
    value: online(({ store, row, t }) => t(accOn(store.statusBits(row)) ? 'monitor.accOn' : 'monitor.accOff')),
  },
  place: { label: 'monitor.fieldPlace', kind: 'address', value: () => null },
  alarms: { label: 'monitor.fieldAlarms', kind: 'danger', value: alarms },
  industry: {
    label: 'monitor.fieldIndustry',
    value: ({ params }) => (params ? enumerationName(i18next, 'INDUSTRY', params.industry) : null),
  },
  driver: {
    label: 'monitor.fieldDriver',
    value: ({ store, row, params }) => text(params?.driverName) ?? text(store.driver(row)),
  },
  driverPhone: { label: 'monitor.fieldDriverPhone', value: ({ params }) => text(params?.driverPhone) },
  dayKm: { label: 'monitor.fieldDayKm', value: (s) => measure(s, 'distance', s.store.dayKm(s.row)) },
  mileage: { label: 'monitor.fieldMileage', value: (s) => measure(s, 'distance', s.params?.mileage) },
  fuel: { label: 'monitor.fieldFuel', value: (s) => number(s, s.params?.fuel, 1) },
  altitude: { label: 'monitor.fieldAltitude', value: (s) => measure(s, 'length', s.params?.altitude, 0) },
  coordinates: { label: 'monitor.fieldCoordinates', kind: 'place', value: coordinates, copied: wgs84 },
  signal: { label: 'monitor.fieldSignal', value: signal },
  doors: { label: 'monitor.fieldDoors', value: switches },
  duration: {
    label: 'monitor.fieldDuration',
    value: ({ store, row, now, t }) => {
      const since = store.statusSince(row);
      return since > 0 ? formatDuration(t, now - since) : null;
    },
  },
  temperature: { label: 'monitor.fieldTemperature', value: (s) => number(s, s.params?.temperature) },
  tyres: { label: 'monitor.fieldTyres', kind: 'tyres', value: () => null },
  load: {
    label: 'monitor.fieldLoad',
    value: ({ store, row, t }) => t(`monitor.load${((store.statusBits(row) >>> 8) & 3) as 0 | 1 | 2 | 3}`),
  },
  serviceEnd: {
    label: 'monitor.fieldServiceEnd',
    value: ({ params, language }) => (params?.serviceTo ? formatDay(params.serviceTo, language) : null),
  },
  protocol: { label: 'monitor.fieldProtocol', value: ({ params }) => protocol(params?.protocolVersion) },
};

/** The rows of the card: the user's fields in order; `all`: followed by the others. */
export function dialogFields(setting: string, all: boolean): readonly { readonly id: number; readonly field: Field }[] {
  const chosen = parseWindowFields(setting);
  const others = all ? vehicleWindowFields.filter((field) => !chosen.includes(field)) : [];
  return [...chosen, ...others].map(({ id, key }) => ({ id, field: FIELDS[key] }));
}
