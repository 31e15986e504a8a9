import type { CallReply } from '@fleetwarden/contract/call';
import type { monitorCalls } from '@fleetwarden/contract/monitor';
import type { AlarmKey } from '@fleetwarden/domain/alarm-bits';
import { alarmsOf } from '@fleetwarden/domain/alarm-bits';
import { PLATE_COLOURS } from '@fleetwarden/domain/plate-colour';
import { accOn, STATUS_BITS } from '@fleetwarden/domain/status-bits';
import { windSector } from '@fleetwarden/domain/wind-sector';
import type { ParseKeys, TFunction } from 'i18next';
import i18next from 'i18next';
import type { VehicleStore } from '../../live/vehicle-store.ts';
import { formatDuration, formatList, formatNumber } from '../../ui/format.ts';

const OTHER_PLATE = 9;

type OtherParams = CallReply<typeof monitorCalls.getOtherParams>;

/** The name of a plate colour; codes no table knows are 'other'. */
export const plateText = (code: number) =>
  `monitor.plate${(PLATE_COLOURS[code]?.code ?? OTHER_PLATE) as 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11}` as const;

/** What a field is written from. `params` is undefined until it is there. */
type Source = {
  readonly store: VehicleStore;
  readonly row: number;
  readonly params: OtherParams | undefined;
  readonly now: number;
  readonly t: TFunction;
  readonly language: string;
};

/** A text; `danger` for alarms. 'time' and 'place' are drawn by their own parts. null: not known. */
type Field = {
  readonly label: ParseKeys;
  readonly kind?: 'time' | 'place' | 'danger';
  readonly value: (source: Source) => string | null;
};

const number = ({ language }: Source, value: number | null | undefined, digits = 0) =>
  value === null || value === undefined ? null : formatNumber(language, value, digits);

const text = (value: string | undefined) => (value === undefined || value === '' ? null : value);

/** The bits a door, fuel or power row speaks of; unknown texts are not shown. */
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

function heading({ store, row, t }: Source): string {
  const degrees = store.heading(row);
  return `${t(`monitor.heading${windSector(degrees)}`)} ${Math.round(degrees)}°`;
}

function alarms({ store, row, t }: Source): string {
  const named = store.alarmTexts(row);
  const names = named.length > 0 ? named : alarmsOf(store.alarmBits(row)).map(({ key }) => t(`alarm.${key as AlarmKey}`));
  return names.length === 0 ? t('monitor.alarmNone') : formatList(i18next.language, names);
}

function coordinates({ store, row }: Source): string | null {
  const [x, y] = [store.x(row), store.y(row)];
  return Number.isNaN(x) ? null : `${x.toFixed(6)}, ${y.toFixed(6)}`;
}

function protocol(version: number | null | undefined): string | null {
  return version === null || version === undefined ? null : `JT/T 808-${version}`;
}

function signal(source: Source): string | null {
  const { params } = source;
  if (!params || (params.signal === null && params.satellites === null)) return null;
  return `${number(source, params.signal) ?? '—'} / ${number(source, params.satellites) ?? '—'}`;
}

/** The fields of the vehicle dialog by the numbers of `carwindowcustomsetting` (screen catalogue 3.1). */
const FIELDS: Readonly<Record<number, Field>> = {
  1: { label: 'monitor.fieldPhone', value: ({ store, row }) => text(store.phone(row)) },
  2: { label: 'monitor.fieldTerminal', value: ({ params }) => text(params?.terminalNo) },
  3: { label: 'monitor.fieldTime', kind: 'time', value: () => null },
  4: { label: 'monitor.fieldSpeed', value: (s) => number(s, s.store.speed(s.row), 1) },
  5: { label: 'monitor.fieldHeading', value: heading },
  6: {
    label: 'monitor.fieldAcc',
    value: ({ store, row, t }) => t(accOn(store.statusBits(row)) ? 'monitor.accOn' : 'monitor.accOff'),
  },
  7: { label: 'monitor.fieldPlace', kind: 'place', value: coordinates },
  8: { label: 'monitor.fieldAlarms', kind: 'danger', value: alarms },
  10: { label: 'monitor.fieldDriver', value: ({ store, row, params }) => text(params?.driverName) ?? text(store.driver(row)) },
  11: { label: 'monitor.fieldDriverPhone', value: ({ params }) => text(params?.driverPhone) },
  12: { label: 'monitor.fieldDayKm', value: (s) => number(s, s.store.dayKm(s.row), 1) },
  13: { label: 'monitor.fieldMileage', value: (s) => number(s, s.params?.mileage, 1) },
  14: { label: 'monitor.fieldFuel', value: (s) => number(s, s.params?.fuel, 1) },
  15: { label: 'monitor.fieldAltitude', value: (s) => number(s, s.params?.altitude) },
  16: { label: 'monitor.fieldCoordinates', kind: 'place', value: coordinates },
  17: { label: 'monitor.fieldSignal', value: signal },
  18: { label: 'monitor.fieldDoors', value: switches },
  19: {
    label: 'monitor.fieldDuration',
    value: ({ store, row, now, t }) => {
      const since = store.statusSince(row);
      return since > 0 ? formatDuration(t, now - since) : null;
    },
  },
  22: {
    label: 'monitor.fieldLoad',
    value: ({ store, row, t }) => t(`monitor.load${((store.statusBits(row) >>> 8) & 3) as 0 | 1 | 2 | 3}`),
  },
  24: { label: 'monitor.fieldProtocol', value: ({ params }) => protocol(params?.protocolVersion) },
};

/** What the dialog always adds once it is known. */
const MORE = [10, 11, 13, 14, 17, 1, 24] as const;

/** The rows to draw: the user's fields in their order, then what else is known. Unknown numbers are left out. */
export function dialogFields(setting: string): readonly { readonly id: number; readonly field: Field }[] {
  const ids = new Set([...setting.split(',').map(Number), ...MORE]);
  return [...ids].flatMap((id) => {
    const field = FIELDS[id];
    return field ? [{ id, field }] : [];
  });
}
