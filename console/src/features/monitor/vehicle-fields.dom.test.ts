import type { InitRecord } from '@fleetwarden/contract/live/live';
import i18next from 'i18next';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTexts } from '../../api/i18n.ts';
import { setUnitSystem } from '../../api/units.ts';
import { storeOf, vehicle } from '../../ui/testing.tsx';
import { dialogFields, plateText } from './vehicle-fields.ts';

beforeEach(() => startTexts('zh'));
afterEach(() => setUnitSystem('metric'));

const bits = (...numbers: readonly number[]) => numbers.reduce((sum, bit) => sum + 2 ** bit, 0);
const NOW = 1_790_000_000_000;

/** The text of a field, given only a live record; by default of a moving vehicle. */
function said(id: number, record: Partial<InitRecord>, map: 0 | 1 | 2 | 3 | null = null, what: 'value' | 'copied' = 'value') {
  const { field } = dialogFields(String(id), false)[0]!;
  const store = storeOf([vehicle('1', { status: '2', ...record })]);
  return field[what]?.({ store, row: store.rowOf('1'), params: undefined, now: NOW, t: i18next.t, language: 'zh', map });
}

describe('fields of the vehicle window', () => {
  it.each([
    [0, '北 0°'],
    [22, '北 22°'],
    [23, '东北 23°'],
    [90, '东 90°'],
    [135, '东南 135°'],
    [180, '南 180°'],
    [225, '西南 225°'],
    [270, '西 270°'],
    [315, '西北 315°'],
    [338, '北 338°'],
  ])('heading %i is one of eight directions, and degrees', (d, words) => expect(said(5, { d })).toBe(words));

  it('ignition is status bit 0', () => {
    expect([said(6, { s: bits(0, 1) }), said(6, { s: bits(1) })]).toEqual(['开', '关']);
  });

  it('current alarms are listed by name', () => {
    expect([said(8, { a: 0 }), said(8, { a: bits(0, 1, 31) })]).toEqual(['无', '紧急报警、超速报警、非法开门报警']);
  });

  it('doors, fuel and power are status bits 10 to 17', () => {
    expect(said(18, { s: bits(0, 1) })).toBe('正常');
    expect(said(18, { s: bits(10) })).toBe('油路断开');
    expect(said(18, { s: bits(11, 12, 13) })).toBe('电路断开、车门加锁、前门开');
    expect(said(18, { s: bits(14, 15, 16, 17) })).toBe('中门开、后门开、驾驶席门开、自定义门开');
  });

  it('the duration of the state counts from its last change', () => {
    expect(said(19, { st: NOW - 65_000 })).toBe('1 分 5 秒');
    expect(said(19, { st: 0 })).toBeNull();
  });

  it.each([
    [[], '空载'],
    [[8], '半载'],
    [[8, 9], '满载'],
  ])('load is status bits 8 and 9: %j is %s', (set, words) => expect(said(22, { s: bits(...set) })).toBe(words));

  it('daily kilometres have one decimal place, coordinates six', () => {
    expect(said(12, { km: 1_234.56 })).toBe('1,234.6');
    expect(said(16, { x: 116.3964, y: 39.9093 })).toBe('116.396400, 39.909300');
    expect(said(16, { x: null, y: null })).toBeNull();
  });

  it('distances, speeds and heights are in the user’s units', () => {
    setUnitSystem('imperial');
    const { field: odometer } = dialogFields('13', false)[0]!;
    const { field: altitude } = dialogFields('15', false)[0]!;
    const store = storeOf([vehicle('1', { status: '2' })]);
    const params = { mileage: 16_093.44, altitude: 304.8, recorderKmh: 80 } as Parameters<typeof odometer.value>[0]['params'];
    const source = { store, row: store.rowOf('1'), params, now: NOW, t: i18next.t, language: 'en', map: null };
    expect([said(4, { sp: 80 }), said(12, { km: 160.9344 })]).toEqual(['49.7', '100']);
    expect([odometer.value(source), altitude.value(source)]).toEqual(['10,000', '1,000']);
    expect(i18next.t(odometer.label)).toBe('总里程 英里');
  });

  it.each([
    [0, /^116\.396400, 39\.909300$/],
    [1, /^116\.409\d+, 39\.917\d+ \(BD-09\)$/],
    [2, /^116\.402\d+, 39\.910\d+ \(GCJ-02\)$/],
    [3, /^116\.402\d+, 39\.910\d+ \(GCJ-02\)$/],
  ] as const)('coordinates are shown in the system of map %i, but copied as WGS-84', (map, words) => {
    const here = { x: 116.3964, y: 39.9093 };
    expect(said(16, here, map)).toMatch(words);
    expect(said(16, here, map, 'copied')).toBe('116.396400, 39.909300');
    expect([said(16, { x: null, y: null }, map), said(16, { x: null, y: null }, map, 'copied')]).toEqual([null, null]);
  });

  it('are empty until their data is loaded', () => {
    for (const id of [2, 9, 11, 13, 14, 15, 17, 20, 23, 24]) expect([id, said(id, {})]).toEqual([id, null]);
  });
});

it('a plate colour is shown by name; an unknown code is shown as other', () => {
  const named = [1, 2, 3, 4, 5, 6, 9, 77].map((code) => i18next.t(plateText(code)));
  expect(named).toEqual(['蓝色', '黄色', '小型黄色', '白色', '绿色', '黑色', '其他', '其他']);
});
