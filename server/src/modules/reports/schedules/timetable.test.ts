import { reportSchedulesSchemas, Schedule } from '@fleetwarden/contract/reports/schedules/schemas';
import { describe, expect, it } from 'vitest';
import { findNextDue } from './timetable.ts';

type Timetable = Parameters<typeof findNextDue>[0];
const at = (text: string) => Date.parse(text);
const iso = (ms: number) => new Date(ms).toISOString().slice(0, 16);
const daily = (clock: string, timeZone = 'Asia/Shanghai'): Timetable => ({
  every: 'day',
  weekday: null,
  monthDay: null,
  clock,
  timeZone,
});
const weekly = (weekday: 1 | 7): Timetable => ({ ...daily('08:30'), every: 'week', weekday });
const monthly = (monthDay: number): Timetable => ({ ...daily('08:30'), every: 'month', monthDay });
/** The next times, UTC. */
function following(timetable: Timetable, after: string, count: number): string[] {
  const times: string[] = [];
  for (let last = at(after); times.length < count; ) {
    last = findNextDue(timetable, last);
    times.push(iso(last));
  }
  return times;
}

describe('a timetable', () => {
  it('for every day is due at its time in its time zone', () => {
    expect(following(daily('08:30'), '2026-03-17T00:00:00Z', 2)).toEqual(['2026-03-17T00:30', '2026-03-18T00:30']);
    expect(following(daily('00:00'), '2026-03-17T16:00:00Z', 1)).toEqual(['2026-03-18T16:00']);
    expect(following(daily('23:59'), '2026-12-31T00:00:00Z', 2)).toEqual(['2026-12-31T15:59', '2027-01-01T15:59']);
  });

  it('for every week is due on its day, where Sunday is day 7', () => {
    expect(following(weekly(1), '2026-03-18T00:00:00Z', 2)).toEqual(['2026-03-23T00:30', '2026-03-30T00:30']);
    expect(following(weekly(7), '2026-03-18T00:00:00Z', 1)).toEqual(['2026-03-22T00:30']);
  });

  it('for the 31st is due on the last day of shorter months', () => {
    expect(following(monthly(31), '2026-01-31T00:30:00Z', 4)).toEqual([
      '2026-02-28T00:30',
      '2026-03-31T00:30',
      '2026-04-30T00:30',
      '2026-05-31T00:30',
    ]);
  });

  it('for the 29th or 30th is due once a month, also in leap years', () => {
    expect(following(monthly(30), '2028-01-30T00:30:00Z', 3)).toEqual([
      '2028-02-29T00:30',
      '2028-03-30T00:30',
      '2028-04-30T00:30',
    ]);
    expect(following(monthly(29), '2028-01-30T00:30:00Z', 2)).toEqual(['2028-02-29T00:30', '2028-03-29T00:30']);
    expect(following(monthly(29), '2026-01-30T00:30:00Z', 2)).toEqual(['2026-02-28T00:30', '2026-03-29T00:30']);
  });

  it('is due as soon as possible if a clock change skips its time', () => {
    // in Berlin the 29th of March 2026 has no half past two
    expect(following(daily('02:30', 'Europe/Berlin'), '2026-03-28T12:00:00Z', 2)).toEqual([
      '2026-03-29T01:00',
      '2026-03-30T00:30',
    ]);
  });

  it('is due once if a clock change repeats its time', () => {
    // the 25th of October 2026 has half past two twice there: summer time first
    expect(following(daily('02:30', 'Europe/Berlin'), '2026-10-24T12:00:00Z', 2)).toEqual([
      '2026-10-25T00:30',
      '2026-10-26T01:30',
    ]);
  });

  it('keeps its local time before and after a clock change', () => {
    expect(following(daily('08:00', 'America/New_York'), '2026-03-07T14:00:00Z', 2)).toEqual([
      '2026-03-08T12:00',
      '2026-03-09T12:00',
    ]);
    expect(following(daily('08:00', 'America/New_York'), '2026-03-06T14:00:00Z', 1)).toEqual(['2026-03-07T13:00']);
  });
});

describe('invalid schedule data', () => {
  const wish = {
    ...daily('08:30'),
    reportId: 401001,
    name: '日报',
    conditions: {},
    period: 'yesterday',
    columns: [],
    format: 'xlsx',
    receivers: ['a@example.org'],
  };
  const taken = (more: object) => reportSchedulesSchemas.saveSchedule.data.safeParse({ schedule: { ...wish, ...more } }).success;

  it('is refused for an invalid timetable', () => {
    expect(taken({})).toBe(true);
    for (const clock of ['24:00', '8:30', '08:60', '', '* *', '08:30:00', '08:30\n']) expect(taken({ clock }), clock).toBe(false);
    for (const timeZone of ['Asia/Beijing', '', 'UTC+8h', '../etc']) expect(taken({ timeZone }), timeZone).toBe(false);
    for (const every of ['hour', 'year', '* * * * *']) expect(taken({ every }), every).toBe(false);
    expect(taken({ every: 'week' })).toBe(false);
    expect(taken({ every: 'week', weekday: 0 })).toBe(false);
    expect(taken({ every: 'week', weekday: 8 })).toBe(false);
    expect(taken({ every: 'week', weekday: 7 })).toBe(true);
    expect(taken({ every: 'week', weekday: 7, monthDay: 1 })).toBe(false);
    expect(taken({ every: 'month', monthDay: 0 })).toBe(false);
    expect(taken({ every: 'month', monthDay: 32 })).toBe(false);
    expect(taken({ every: 'month', monthDay: 31 })).toBe(true);
    expect(taken({ weekday: 1 })).toBe(false);
  });

  it('is refused for an invalid email address, or too many of them', () => {
    for (const receiver of [
      '',
      'a',
      'a@b',
      'a@example.org\nBcc: b@example.org',
      'a@example.org\r\n',
      ' a@example.org',
      'a,b@example.org',
    ])
      expect(taken({ receivers: [receiver] }), JSON.stringify(receiver)).toBe(false);
    expect(taken({ receivers: Array.from({ length: 10 }, (_, n) => `a${n}@example.org`) })).toBe(true);
    expect(taken({ receivers: Array.from({ length: 11 }, (_, n) => `a${n}@example.org`) })).toBe(false);
  });

  it('is refused for an empty or too long name, or an unknown period', () => {
    expect(taken({ name: ' ' })).toBe(false);
    expect(taken({ name: 'x'.repeat(51) })).toBe(false);
    expect(taken({ period: 'lastYear' })).toBe(false);
    expect(Schedule.shape.period.safeParse('lastYear').success).toBe(false);
  });
});
