import type { AlarmLevel } from './alarm-bits.ts';

/** What names an alarm at its terminal: its pictures and films are asked for, and come, under it (T/JSATL 12-2017 table 4-16). */
export type AlarmIdentification = {
  readonly terminalId: string;
  /** YYMMDDhhmmss, GMT+8, as the terminal has it. */
  readonly time: string;
  /** Tells apart alarms of one time. */
  readonly serial: number;
  /** How many files there are to be fetched. */
  readonly attachments: number;
};

/** What is known of an alarm beside its times, places and speeds. Plain JSON. */
export type AlarmInfo = {
  readonly identification?: AlarmIdentification;
  /** Speed of the vehicle in front, km/h, and seconds to it. */
  readonly frontKmh?: number;
  readonly frontS?: number;
  /** The side one drifted to: 1 left, 2 right. */
  readonly departure?: number;
  /** What whoever told of it said. */
  readonly text?: string;
  /** Wheels it is about, from 1. */
  readonly wheels?: readonly number[];
};

/** One alarm that an additional item of a location tells of, free of its protocol. */
export type AlarmItem = {
  /** Row of ALARM_TYPES. */
  readonly typeId: number;
  readonly level: AlarmLevel;
  /** The terminal's own number of it, below 2^32; 0 where it has none. */
  readonly alarmNo: number;
  /** What was measured and what is allowed, in the kind's unit; null where there is no such thing. */
  readonly value: number | null;
  readonly limit: number | null;
  readonly info: AlarmInfo | null;
};
