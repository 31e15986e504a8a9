/** 1 notice, 2 alarm, 3 serious. */
export type AlarmLevel = 1 | 2 | 3;

/**
 * One alarm bit of 0x0200. `bit` is also the alarm's number in calls (screen catalogue 12.7). `event`: the terminal clears the
 * bit after the platform's answer; other bits stay set while the condition lasts.
 */
export type AlarmBit = { readonly bit: number; readonly key: string; readonly level: AlarmLevel; readonly event: boolean };

/** The 32 alarm bits (JT/T 808-2019 table 25; the 2013 meaning of bits that 2019 dropped), indexed by number. */
export const ALARM_BITS = [
  { bit: 0, key: 'emergency', level: 3, event: true },
  { bit: 1, key: 'overspeed', level: 2, event: false },
  { bit: 2, key: 'fatigue', level: 3, event: false },
  { bit: 3, key: 'danger', level: 2, event: true },
  { bit: 4, key: 'gnssFault', level: 1, event: false },
  { bit: 5, key: 'antennaOpen', level: 1, event: false },
  { bit: 6, key: 'antennaShort', level: 1, event: false },
  { bit: 7, key: 'mainUnder', level: 1, event: false },
  { bit: 8, key: 'mainOff', level: 2, event: false },
  { bit: 9, key: 'lcdFault', level: 1, event: false },
  { bit: 10, key: 'ttsFault', level: 1, event: false },
  { bit: 11, key: 'cameraFault', level: 1, event: false },
  { bit: 12, key: 'icFault', level: 1, event: false },
  { bit: 13, key: 'preOverspeed', level: 1, event: false },
  { bit: 14, key: 'preFatigue', level: 1, event: false },
  { bit: 15, key: 'illegalDrive', level: 2, event: false },
  { bit: 16, key: 'tyrePre', level: 1, event: false },
  { bit: 17, key: 'rightBlind', level: 2, event: false },
  { bit: 18, key: 'dayOver', level: 2, event: false },
  { bit: 19, key: 'parkOver', level: 1, event: false },
  { bit: 20, key: 'area', level: 2, event: true },
  { bit: 21, key: 'route', level: 2, event: true },
  { bit: 22, key: 'sectionTime', level: 1, event: true },
  { bit: 23, key: 'deviate', level: 2, event: false },
  { bit: 24, key: 'vssFault', level: 1, event: false },
  { bit: 25, key: 'fuel', level: 1, event: false },
  { bit: 26, key: 'stolen', level: 3, event: false },
  { bit: 27, key: 'illegalIgnition', level: 2, event: true },
  { bit: 28, key: 'illegalMove', level: 2, event: true },
  { bit: 29, key: 'collision', level: 3, event: false },
  { bit: 30, key: 'rollover', level: 3, event: false },
  { bit: 31, key: 'doorOpen', level: 2, event: true },
] as const satisfies readonly AlarmBit[];

export type AlarmKey = (typeof ALARM_BITS)[number]['key'];

/** Mask (unsigned) of the bits that pass a test. */
function buildMask(test: (row: AlarmBit) => boolean): number {
  return ALARM_BITS.reduce((mask, row) => (test(row) ? mask | (1 << row.bit) : mask), 0) >>> 0;
}

/** Emergency button and collision: vehicle status 5 (screen catalogue 3.1). */
export const URGENT_ALARM_MASK = buildMask(({ key }) => key === 'emergency' || key === 'collision');

/** Bits of level 2 and above: vehicle status 4. */
export const SERIOUS_ALARM_MASK = buildMask(({ level }) => level >= 2);

/** The rows of the set bits, in order of their number. */
export function readAlarmBits(alarmBits: number): AlarmBit[] {
  return ALARM_BITS.filter(({ bit }) => ((alarmBits >>> bit) & 1) === 1);
}
