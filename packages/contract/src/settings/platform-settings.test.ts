import { SCORE_RULES } from '@fleetwarden/domain/month-score';
import { texts } from '@fleetwarden/locale/languages';
import { describe, expect, it } from 'vitest';
import { platformSettings, type SettingKey, type SettingValue, settingRow, settingTabs } from './platform-settings.ts';
import { settingFault } from './setting-fault.ts';

const fault = (key: SettingKey, value: unknown) => settingFault(settingRow(key)!, value)?.name ?? null;

describe('the table of settings', () => {
  it('has unique keys, each on a tab of the page, with a valid default', () => {
    expect(new Set(platformSettings.map(({ key }) => key)).size).toBe(platformSettings.length);
    for (const row of platformSettings) {
      expect(settingTabs).toContain(row.tab);
      // a name of its own and a secret have no default, and neither may be set to nothing
      if (row.default !== '' || !['text', 'secret'].includes(row.kind))
        expect([row.key, settingFault(row, row.default)]).toEqual([row.key, null]);
    }
  });

  it('lists the settings without effect, which the page leaves out', () => {
    expect(platformSettings.filter((row) => !row.inForce).map(({ key }) => key)).toMatchInlineSnapshot(`
      [
        "defaultLanguage",
        "sleepFactor",
        "movingSpeedKmh",
        "driftFilter",
        "alarmSound1",
        "alarmSound2",
        "alarmSound3",
        "mileagePercent",
        "mediaHosts",
        "trackDays",
      ]
    `);
  });

  it('has a name in every language for each setting with effect', () => {
    for (const [language, { settings }] of Object.entries(texts))
      for (const { key } of platformSettings.filter((row) => row.inForce))
        expect([language, key, (settings as Record<string, string>)[key]]).toEqual([language, key, expect.any(String)]);
  });

  it('validates channel numbers and time ranges of a day', () => {
    const channels = ['1', '1,4,127', '', '0', '128', '1,', '1, 4', 'a', 5];
    expect(channels.map((value) => fault('cabinChannels', value))).toEqual([
      ...[null, null, null],
      ...Array.from({ length: 5 }, () => 'faultChannels'),
      'faultKind',
    ]);
    const hours = ['06:00-22:00', '22:00-06:00', '6:00-22:00', '24:00-25:00', '06:00'];
    expect(hours.map((value) => fault('cabinHours', value))).toEqual([null, null, 'faultHours', 'faultHours', 'faultHours']);
  });

  it('lets departments override the basics, the map, alarm polling, privacy and score weights, as specified', () => {
    const own = platformSettings.filter((row) => 'departmental' in row && !row.key.startsWith('score'));
    const tabs = own.map(({ tab, key }) => (tab === 'alarm' ? key : tab));
    expect([...new Set(tabs)]).toEqual(['basic', 'map', 'alarmPollSeconds', 'video']);
  });

  it('accepts weights and floors from 0 to 100, also for departments', () => {
    const rows = platformSettings.filter(({ key }) => key.startsWith('score'));
    expect(rows.map(({ key }) => key)).toEqual([...SCORE_RULES]);
    expect(rows.every((row) => 'departmental' in row)).toBe(true);
    expect([-1, 0, 12.5, 100, 101, '5'].map((value) => fault('scoreJoin', value))).toEqual([
      'faultRange',
      null,
      null,
      null,
      'faultRange',
      'faultKind',
    ]);
  });

  it('has the specified defaults for the map, alarm polling and security', () => {
    const defaults = Object.fromEntries(platformSettings.map((row) => [row.key, row.default]));
    expect(defaults).toMatchObject({
      mapCentre: '116.3964|39.9093',
      mapLevel: 12,
      mapProvider: 'BaiduMap',
      alarmPollSeconds: 30,
    });
    expect(defaults).toMatchObject({
      passwordDays: 90,
      loginFailures: 5,
      lockMinutes: 15,
      sessionMinutes: 720,
      oneSession: true,
    });
  });

  it('has a compile-time type for each value', () => {
    const provider: SettingValue<'mapProvider'> = 'GaodeMap';
    const level: SettingValue<'mapLevel'> = 12;
    const once: SettingValue<'oneSession'> = true;
    const name: SettingValue<'platName'> = '';
    // @ts-expect-error no such provider
    const other: SettingValue<'mapProvider'> = 'OtherMap';
    expect([provider, level, once, name, other]).toHaveLength(5);
  });
});

describe('a value', () => {
  it('of a retention period is at least the legal minimum', () => {
    expect([fault('trackDays', 182), fault('trackDays', 183)]).toEqual(['faultRange', null]);
    expect([fault('alarmRecordDays', 1095), fault('alarmRecordDays', 1096)]).toEqual(['faultRange', null]);
  });

  it.each<[SettingKey, readonly unknown[], readonly unknown[]]>([
    ['platName', ['港口车辆监管', 'Harbour watch', '北斗'], ['', 'x', 'x'.repeat(31), ' ab', 'a\nb', 'a\u202eb', 7, null]],
    ['footer', ['', '© 2026 港口 <b>'], ['x'.repeat(201), [], {}]],
    [
      'helpUrl',
      ['', 'https://help.example/a?b=c#d', 'http://10.0.0.1:8080'],
      ['javascript:alert(1)', 'ftp://a', '//a', 'https://', 'https://a b', 'https://u:p@a', `https://a/${'x'.repeat(500)}`, true],
    ],
    ['mapLevel', [3, 18], [2, 19, 3.5, '12', Number.NaN, Number.POSITIVE_INFINITY, null]],
    ['sleepFactor', [1.5], [0.5, '2']],
    ['mapCentre', ['116.3964|39.9093', '-70|-33.4'], ['', '116,39', '181|0', '0|86', '1|2|3', 'a|b', 5, '1e2|1']],
    [
      'mapSourceUrl',
      [
        '',
        'https://{s}.tiles.example/{z}/{x}/{y}.png',
        'https://w.example/wmts?layer=vec&tilerow={TileRow}',
        'http://10.0.0.1/china.pmtiles',
      ],
      ['{s}.tiles.example/{z}', 'pmtiles://x'],
    ],
    ['mapSource', ['boundaries', 'openFreeMap', 'xyz', 'wmts', 'vector', 'pmtiles'], ['', 'wms']],
    ['mapProvider', ['TenxunMap'], ['OtherMap', '', null, ['BaiduMap']]],
    ['oneSession', [true, false], ['true', 1, null]],
    ['platformChecks', [[], ['118', '137']], [['118', '118'], ['1'], '118', {}]],
    [
      'ipList',
      [[], ['10.0.0.0/8', '192.168.1.7', '2001:db8::/32', '::1', '1:2:3:4:5:6:7:8']],
      [
        [''],
        [7],
        'x',
        ['10.0.0.0/33'],
        ['10.0.0.256'],
        ['1::2::3'],
        ['::/129'],
        ['host'],
        Array.from({ length: 201 }, () => '10.0.0.1'),
      ],
    ],
    ['mailHost', ['', 'mail.example.com', '10.0.0.1', 'fd00::1'], ['a b', '-a', 'https://a', 5]],
    ['mailAccount', ['', 'fleet@example.com'], ['fleet', 'a@b', 'a@b.c>', 'a b@c.d']],
    ['alarmSound1', ['', `${'a'.repeat(64)}.mp3`], ['../x.mp3', `${'a'.repeat(64)}.exe`, `${'a'.repeat(64)}.mp3.x`, 3]],
    ['baiduMapKey', ['k'], ['', 'x'.repeat(201), 1]],
  ])('%s', (key, good, bad) => {
    for (const value of good) expect([value, fault(key, value)]).toEqual([value, null]);
    for (const value of bad) expect([value, fault(key, value)]).toEqual([value, expect.any(String)]);
  });

  it('of an unknown key has no row', () => {
    for (const key of ['', 'nope', '__proto__', 'constructor', 'toString']) expect(settingRow(key)).toBeUndefined();
  });
});
