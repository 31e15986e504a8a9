import dayjs from 'dayjs';
import { beforeEach, describe, expect, it } from 'vitest';
import { useSession } from '../../api/session.ts';
import { userInfo } from '../../ui/testing.tsx';
import { browserIn } from '../../ui/testing-browser.ts';
import { changeCondition, findComplaint, fitConditions, readConditions } from './conditions.ts';
import { filter } from './testing.ts';

const now = dayjs('2026-11-22 10:00:00');
const of = (type: number, more = {}, reportId = 1) => ({ reportId, qryCdtionCfgList: [filter('x', type, more)] });
const complaint = (type: number, value: string, more = {}, purpose: 'query' | 'export' = 'query') =>
  findComplaint(of(type, more), { x: value }, purpose, now);

describe('a report cannot be exported', () => {
  it('without a company if it has a company filter', () => {
    expect([complaint(12, '', {}, 'export'), complaint(12, '5', {}, 'export')]).toEqual(['company', null]);
    expect([complaint(12, ''), complaint(12, '', { required: true })]).toEqual([null, 'company']);
  });

  it('without an alarm type if it has an alarm type filter', () => {
    expect([complaint(19, '', {}, 'export'), complaint(19, 'all', {}, 'export')]).toEqual(['alarmType', null]);
  });

  it.each([401010, 401014])('without a vehicle if it is report %i', (reportId) => {
    expect(findComplaint(of(14, {}, reportId), { x: '' }, 'export', now)).toBe('vehicle');
    expect(findComplaint(of(13, {}, reportId), { x: '' }, 'query', now)).toBe('vehicle');
    expect(findComplaint(of(14, {}, reportId), { x: '7' }, 'export', now)).toBeNull();
  });

  it('without required vehicles', () => {
    expect([complaint(13, '', { required: true }), complaint(14, '', { required: true }), complaint(14, '')]).toEqual([
      'vehicle',
      'vehicles',
      null,
    ]);
  });
});

describe('the validation of filter values', () => {
  it.each<[string, number, string, object, boolean]>([
    ['an end date before the start date', 7, '2026-11-20,2026-11-19', {}, false],
    ['days that end in the future', 7, '2026-11-20,2026-11-23', {}, false],
    ['days up to and including today', 7, '2026-11-20,2026-11-22', {}, true],
    ['more days than the report allows', 7, '2026-11-01,2026-11-08', { maxDays: 7 }, false],
    ['as many days as the report allows', 7, '2026-11-01,2026-11-07', { maxDays: 7 }, true],
    ['a date that does not exist', 7, '2026-02-30,2026-03-01', {}, false],
    ['five years', 7, '2021-01-01,2026-01-01', { maxDays: 93 }, false],
    ['an end time before the start time', 8, '2026-11-20 10:00:00,2026-11-20 09:00:00', {}, false],
    ['seven whole days', 8, '2026-11-14 00:00:00,2026-11-20 23:59:59', { maxDays: 7 }, true],
    ['seven days and a second', 8, '2026-11-14 00:00:00,2026-11-21 00:00:00', { maxDays: 7 }, false],
    ['times up to the last second of today', 8, '2026-11-22 00:00:00,2026-11-22 23:59:59', {}, true],
    ['times that end in the future', 8, '2026-11-22 00:00:00,2026-11-23 00:00:00', {}, false],
    ['the invalid time 24:00:00', 8, '2026-11-20 24:00:00,2026-11-21 00:00:00', {}, false],
    ['more than seven days', 8, '2026-11-14 00:00:00,2026-11-21 00:00:01', { maxDays: 7 }, false],
    ['24 hours', 8, '2026-11-20 10:00:00,2026-11-21 10:00:00', { maxDays: 24, unit: 'h' }, true],
    ['25 hours', 8, '2026-11-20 10:00:00,2026-11-21 11:00:00', { maxDays: 24, unit: 'h' }, false],
    ['today', 9, '2026-11-22', {}, true],
    ['tomorrow', 9, '2026-11-23', {}, false],
    ['tomorrow if only past days are allowed', 25, '2026-11-23', {}, false],
    ['today if only past days are allowed', 25, '2026-11-22', {}, false],
    ['yesterday if only past days are allowed', 25, '2026-11-21', {}, true],
    ['the current month', 10, '2026-11', {}, false],
    ['a future month', 10, '2026-12', {}, false],
    ['the last month', 10, '2026-10', {}, true],
    ['months up to and including the current one', 27, '2026-10,2026-11', {}, false],
    ['twelve complete months', 27, '2025-11,2026-10', {}, true],
    ['thirteen months', 27, '2025-10,2026-10', {}, false],
    ['the current week', 26, '2026-W47', {}, false],
    ['the last week', 26, '2026-W46', {}, true],
    ['this year', 11, '2026', {}, true],
    ['a future year', 11, '2027', {}, false],
    ['a minimum above the maximum', 18, '9,3', {}, false],
    ['only a minimum', 18, '9,', {}, true],
    ['only a maximum', 18, ',9', {}, true],
    ['a minimum and a maximum', 18, '3,9', {}, true],
    ['a minimum equal to the maximum', 18, '9,9', {}, true],
    ['three values', 18, '1,2,3', {}, false],
    ['values that are not numbers', 18, 'a,b', {}, false],
    ['a speed above 160', 20, '161', {}, false],
    ['a time range across midnight', 22, '22:00-02:00', {}, true],
    ['the invalid time 25:00', 22, '25:00-02:00', {}, false],
    ['500 vehicles', 14, Array.from({ length: 500 }, (_, at) => at + 1).join(), {}, true],
    ['501 vehicles', 14, Array.from({ length: 501 }, (_, at) => at + 1).join(), {}, false],
    ['21 companies', 29, Array.from({ length: 21 }, (_, at) => at + 1).join(), {}, false],
    ['an empty required value', 3, '', { required: true }, false],
  ])('%s', (_, type, value, more, possible) => {
    expect(complaint(type, value, more)).toBe(possible ? null : 'recheck');
  });

  it('skips a filter without a control', () => {
    expect(complaint(3, '', { required: true, issHowinWeb: 0 })).toBeNull();
  });
});

/** Where a browser is, and what clocks show there while it is 22 November 2026 for the platform, in Shanghai. */
const BROWSERS = [
  ['America/New_York', '2026-11-21T23:30:00-05:00'],
  ['America/New_York', '2026-11-21T11:30:00-05:00'],
  ['Asia/Tokyo', '2026-11-22T23:30:00+09:00'],
  ['Asia/Tokyo', '2026-11-23T00:30:00+09:00'],
] as const;

describe.each(BROWSERS)('future dates, in a browser in %s at %s,', (zone, time) => {
  beforeEach(() => {
    browserIn(zone, time);
    useSession.setState({ userInfo });
  });

  it.each<[type: number, last: string, first: string]>([
    [7, '2026-11-22,2026-11-22', '2026-11-22,2026-11-23'],
    [8, '2026-11-22 00:00:00,2026-11-22 23:59:59', '2026-11-22 00:00:00,2026-11-23 00:00:00'],
    [9, '2026-11-22', '2026-11-23'],
    [25, '2026-11-21', '2026-11-22'],
    [26, '2026-W46', '2026-W47'],
  ])('follow the platform’s day: type %i accepts %s and refuses %s', (type, last, first) => {
    const check = (x: string) => findComplaint(of(type), { x }, 'query');
    expect([check(last), check(first)]).toEqual([null, 'recheck']);
  });
});

describe.each([
  ['America/New_York', '2026-11-30T23:30:00-05:00', '2026-11'],
  ['Asia/Tokyo', '2026-12-01T00:30:00+09:00', '2026-10'],
])('the last closed month, in a browser in %s at %s,', (zone, time, last) => {
  it('follows the platform time zone', () => {
    browserIn(zone, time);
    useSession.setState({ userInfo });
    const next = `2026-${Number(last.slice(5)) + 1}`;
    const check = (type: number, x: string) => findComplaint(of(type), { x }, 'query');
    expect([check(10, last), check(10, next)]).toEqual([null, 'recheck']);
    expect([check(27, `2026-05,${last}`), check(27, `2026-05,${next}`)]).toEqual([null, 'recheck']);
  });
});

describe('in a browser time zone with daylight saving time', () => {
  it('platform days have 24 hours, including the hour that the browser skips', () => {
    browserIn('America/New_York', '2026-11-21T23:30:00-05:00');
    // 8 March has no half past two in New York
    expect(complaint(8, '2026-03-08 02:15:00,2026-03-08 02:45:00')).toBeNull();
    const day = { maxDays: 24, unit: 'h' };
    expect(complaint(8, '2026-03-07 12:00:00,2026-03-08 12:00:00', day)).toBeNull();
    expect(complaint(8, '2026-03-07 12:00:00,2026-03-08 13:00:00', day)).toBe('recheck');
    expect(complaint(7, '2026-03-05,2026-03-11', { maxDays: 7 })).toBeNull();
    expect(complaint(7, '2026-03-05,2026-03-12', { maxDays: 7 })).toBe('recheck');
  });
});

describe('filter values', () => {
  const filters = [
    filter('deptId', 12, { selectedValue: '1' }),
    filter('carIds', 14),
    filter('day', 25, { selectedValue: '2026-11-21' }),
  ];

  it('are read from the URL, including cleared ones, or use the default', () => {
    expect(readConditions(filters, new URLSearchParams('deptId=&carIds=7'))).toEqual({
      deptId: '',
      carIds: '7',
      day: '2026-11-21',
    });
  });

  it('clear the vehicles when the company changes', () => {
    const values = { deptId: '1', carIds: '7,8', day: '2026-11-21' };
    expect(changeCondition(filters, values, filters[0]!, '2')).toEqual({ deptId: '2', carIds: '', day: '2026-11-21' });
    expect(changeCondition(filters, values, filters[0]!, '1').carIds).toBe('7,8');
  });

  it('saved under a name are adapted to the current filters of the report', () => {
    expect(fitConditions(filters, { deptId: '5', gone: 'x' })).toEqual({ deptId: '5', carIds: '', day: '2026-11-21' });
  });
});

describe('a map region filter', () => {
  const template = { reportId: 406005, qryCdtionCfgList: [filter('region', 31), filter('areaIds', 16)] };
  const of = (region: string, areaIds: string) => findComplaint(template, { region, areaIds }, 'query', now);

  it('requires either a drawn region or saved geofences, but not both', () => {
    expect([of('', ''), of('4:113,23,500', '7'), of('4:113,23,500', ''), of('', '7')]).toEqual(['region', 'region', null, null]);
  });

  it('refuses more than 2,500 km² and invalid regions', () => {
    expect([of('4:113,23,30000', ''), of('1:113,23,112,24', '')]).toEqual(['recheck', 'recheck']);
  });
});
