import { describe, expect, it } from 'vitest';
import { platformSettings, type SettingKey } from './platform-settings.ts';

type Range = readonly [min: number, max: number];
type Stated = readonly [key: SettingKey, initial: unknown, range?: Range];

/** Screen catalogue 8.4: what each tab has, with defaults and ranges. */
const SPECIFIED: Readonly<Record<string, readonly Stated[]>> = {
  basic: [
    ['platName', ''],
    ['helpUrl', ''],
    ['certificateUrl', ''],
    ['storageUrl', ''],
    ['footer', ''],
  ],
  map: [
    ['mapCentre', '116.3964|39.9093'],
    ['mapLevel', 12, [3, 18]],
    ['mapProvider', 'BaiduMap'],
    ['baiduMapKey', ''],
    ['gaodeMapKey', ''],
    ['tenxunMapKey', ''],
    ['geocodeDays', 30],
  ],
  online: [['offlineMinutes', 5, [1, 120]]],
  alarm: [
    ['alarmPollSeconds', 30, [5, 600]],
    ['handleWithin1', 1_440],
    ['handleWithin2', 30],
    ['handleWithin3', 5],
    ['claimMinutes', 10],
    // 6.3: 118 to 131
    ['motorwayStopMinutes', 5],
    ['offlineMoveMetres', 500],
    ['longOfflineHours', 24],
    ['noFixMinutes', 30],
    ['gapMinutes', 10],
    ['gapKm', 5],
    ['recorderKmh', 11],
    ['fuelLossLitres', 10],
    ['fuelGainLitres', 20],
  ],
  video: [
    ['videoIdleMinutes', 5, [1, 60]],
    ['videoCells', 16],
    ['videoStreams', 4],
    ['mainStream', true],
    ['videoMonthlyGB', 0],
    ['recordMinutes', 30],
    ['videoDays', 30],
  ],
  safety: [
    ['evidenceHost', ''],
    ['evidencePort', 6_060, [1_024, 65_535]],
    ['evidenceRetries', 3],
    ['evidenceDays', 180, [180, 3_650]],
  ],
  // defaults keep more than the catalogue: 1,096 days, 7 days and 100,000 rows
  data: [
    ['alarmRecordDays', 1_826, [1_096, 3_650]],
    ['messageLogDays', 30],
    ['exportRows', 5_000_000],
    ['recycleDays', 180],
  ],
  security: [
    ['passwordDays', 90],
    ['changeInitial', true],
    ['loginFailures', 5],
    ['lockMinutes', 15],
    ['sessionMinutes', 720],
    ['oneSession', true],
    ['captcha', true],
    ['ipList', []],
    ['watermark', false],
  ],
  notice: [
    ['smsOn', true],
    ['smsMonthly', 0],
    ['mailHost', ''],
    ['mailPort', 465],
    ['mailAccount', ''],
    ['mailPassword', ''],
    ['bellSounds', true],
  ],
};
const ROWS = Object.entries(SPECIFIED).flatMap(([tab, rows]) =>
  rows.map(([key, initial, range]) => ({ tab, key, initial, range })),
);

describe('the platform settings of the catalogue', () => {
  it.each(ROWS)('$tab: $key is $initial by default', ({ tab, key, initial, range }) => {
    const row = platformSettings.find((each) => each.key === key)!;
    expect([row.tab, row.default, row.inForce]).toEqual([tab, initial, true]);
    if (range) expect('min' in row && [row.min, row.max]).toEqual(range);
  });

  /** Part of the table since nothing reads them: why the page has none of them. */
  const LEFT_OUT: Readonly<Partial<Record<SettingKey, string>>> = {
    defaultLanguage: 'the language is that of the user’s cookie or browser',
    sleepFactor: 'a terminal in sleep still sends heartbeats, and any message counts',
    movingSpeedKmh: 'days are counted again from stored positions: another speed would change the past (MOVING_KMH)',
    driftFilter: 'drift is counted and reported, and always left out of mileage',
    alarmSound1: 'each user chooses sounds by level',
    alarmSound2: 'as alarmSound1',
    alarmSound3: 'as alarmSound1',
    mileagePercent: 'no rule of type 125 exists',
    mediaHosts: 'one process receives all media: MEDIA_PORT and PUBLIC_HOST of the environment',
    trackDays: 'RETENTION_DAYS of the environment: a wrong number on a page would delete positions for good',
  };

  it('without effect are left out of the page, each for a documented reason', () => {
    expect(platformSettings.filter(({ inForce }) => !inForce).map(({ key }) => key)).toEqual(Object.keys(LEFT_OUT));
  });

  it('offer the specified providers and languages, and treat keys and the mail password as secrets', () => {
    const rowOf = (key: SettingKey) => platformSettings.find((row) => row.key === key)!;
    expect(rowOf('mapProvider')).toMatchObject({ options: ['BaiduMap', 'GaodeMap', 'TenxunMap'] });
    expect(rowOf('defaultLanguage')).toMatchObject({ options: ['zh', 'en', 'es', 'ja'] });
    const keys = ['baiduMapKey', 'gaodeMapKey', 'tenxunMapKey', 'mailPassword'] as const;
    expect(keys.map((key) => rowOf(key).kind)).toEqual(keys.map(() => 'secret'));
    expect(rowOf('trackDays')).toMatchObject({ min: 183, max: 3_650 });
  });

  it('can be overridden by departments on the tabs basic and map, and for alarm polling', () => {
    const own = new Set(platformSettings.filter((row) => 'departmental' in row).map(({ key }) => key as string));
    const tabs = ROWS.filter(({ tab }) => ['basic', 'map', 'alarm', 'safety', 'security', 'notice'].includes(tab));
    expect(tabs.filter(({ key }) => own.has(key)).map(({ key }) => key)).toEqual(
      // one cache serves all departments
      [...SPECIFIED['basic']!, ...SPECIFIED['map']!]
        .map(([key]) => key)
        .filter((key) => key !== 'geocodeDays')
        .concat('alarmPollSeconds'),
    );
  });
});
