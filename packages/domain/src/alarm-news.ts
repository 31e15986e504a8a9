import type { AlarmLevel } from './alarm-bits.ts';
import type { AlarmInfo } from './alarm-item.ts';

/** The new state of an alarm. Times are epoch ms, the position WGS-84 degrees, speeds km/h. */
export type AlarmNews = {
  /** Sequence number, greater than all before. */
  readonly seq: number;
  readonly gid: string;
  readonly vehicleId: number;
  /** Row of ALARM_TYPES. */
  readonly typeId: number;
  readonly source: number;
  readonly level: AlarmLevel;
  /** First event of the alarm. */
  readonly raised: boolean;
  readonly startAt: number;
  /** The last report with the condition. */
  readonly lastAt: number;
  /** null: not ended. */
  readonly endAt: number | null;
  readonly lng: number;
  readonly lat: number;
  readonly speedKmh: number;
  readonly value: number | null;
  readonly limit: number | null;
  /** Number of events. */
  readonly times: number;
  /** Part of an alarm storm. */
  readonly storm: boolean;
  readonly info: AlarmInfo | null;
  /** The active plan or the raising scheme disables the popup or the sound. */
  readonly popup?: false;
  readonly sound?: false;
};
