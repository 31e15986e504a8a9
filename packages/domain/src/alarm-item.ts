import type { AlarmLevel } from './alarm-bits.ts';
import type { AreaShapeNumber } from './area-geometry.ts';

/** Identifies an alarm at its terminal; its attachments are requested and sent under it (T/JSATL 12-2017 table 4-16). */
export type AlarmIdentification = {
  readonly terminalId: string;
  /** YYMMDDhhmmss, GMT+8, as sent. */
  readonly time: string;
  /** Distinguishes alarms of one time. */
  readonly serial: number;
  /** Number of attachments. */
  readonly attachments: number;
  /** Its bytes as hex digits, if it is not in the standard's form with zeros. */
  readonly wire?: string;
};

/** Further details of an alarm. Plain JSON. */
export type AlarmInfo = {
  readonly identification?: AlarmIdentification;
  /** Speed of the vehicle in front, km/h, and seconds to it. */
  readonly frontKmh?: number;
  readonly frontS?: number;
  /** Lane departure: 1 left, 2 right. */
  readonly departure?: number;
  /** Road sign: 1 speed limit, 2 height, 3 weight. The measured value of the alarm is its limit. */
  readonly sign?: number;
  /** Text of the reporting user or platform. */
  readonly text?: string;
  /** Affected wheels, from 1. */
  readonly wheels?: readonly number[];
  /** The geofence or route as the terminal numbers it, and whether the vehicle left it. */
  readonly area?: { readonly shape: AreaShapeNumber; readonly no: number; readonly left?: boolean };
  /** The segment of a route, numbered from 1 in each route, and the driving time, s. */
  readonly segment?: { readonly no: number; readonly seconds?: number };
};

/** An alarm in an additional item of a location, independent of the protocol. */
export type AlarmItem = {
  /** Row of ALARM_TYPES. */
  readonly typeId: number;
  readonly level: AlarmLevel;
  /** Number assigned by the terminal, below 2^32; 0: none. */
  readonly alarmNo: number;
  /** Measured value and limit in the type's unit; null: none. */
  readonly value: number | null;
  readonly limit: number | null;
  readonly info: AlarmInfo | null;
  /** Describes the alarm bit of its type, and raises nothing itself. */
  readonly ofBit?: true;
};
