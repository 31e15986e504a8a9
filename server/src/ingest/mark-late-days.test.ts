import { QUALITY } from '@fleetwarden/domain/quality';
import { describe, expect, it } from 'vitest';
import { MINUTE, MORNING, report } from '../../test/support/engine/track.ts';
import type { JudgedLocation } from '../engine/judged-location.ts';
import { createLateDayFinder } from './mark-late-days.ts';

const at = (minute: number, more: Partial<JudgedLocation> = {}) => report({ deviceAt: MORNING + minute * MINUTE, ...more });
const of = (reports: readonly JudgedLocation[], newestAt: number | null = null, start = 0, end = reports.length) =>
  createLateDayFinder(() => newestAt, 'Asia/Shanghai')(reports, start, end);
const morning = (minute: number) => [{ vehicleId: 7, day: '2026-05-20', lastAt: MORNING + minute * MINUTE }];

describe('late days', () => {
  it('are empty while the stream is in order, regardless of its age, or repeats the newest report', () => {
    expect(of([at(0), at(1), at(1), at(2)])).toEqual([]);
    expect(of([at(5)], MORNING + 5 * MINUTE)).toEqual([]);
  });

  it('are the days of backfill, and of reports older than the newest one before them', () => {
    expect(of([at(3, { backfill: true })])).toEqual(morning(3));
    expect(of([at(3)], MORNING + 5 * MINUTE)).toEqual(morning(3));
    expect(of([at(0), at(9), at(4), at(2)])).toEqual(morning(4));
  });

  it('consider the previous batch before the engine has processed it, and are the same for a repeated batch', () => {
    const find = createLateDayFinder(() => null, 'Asia/Shanghai');
    const write = (reports: readonly JudgedLocation[]) => find(reports, 0, reports.length);
    expect(write([at(5)])).toEqual([]);
    const next = [at(4), at(7)];
    expect(write(next)).toEqual(morning(4));
    expect(write(next)).toEqual(morning(4));
    expect(write([at(6)])).toEqual(morning(6));
    expect(write([at(8)])).toEqual([]);
  });

  it('are days of the business time zone', () => {
    const days = of([
      at(-8 * 60 - 1, { backfill: true }),
      at(-8 * 60, { backfill: true }),
      at(0, { vehicleId: 8, backfill: true }),
    ]);
    expect(days.map(({ vehicleId, day }) => [vehicleId, day])).toEqual([
      [7, '2026-05-19'],
      [7, '2026-05-20'],
      [8, '2026-05-20'],
    ]);
  });

  it('consider the reports before the written part of a batch', () => {
    const batch = [at(9), at(4), at(3)];
    expect(of(batch, null, 0, 2)).toEqual(morning(4));
    expect(of(batch, null, 2, 3)).toEqual(morning(3));
  });

  it('ignore reports with implausible times', () => {
    const dead = { quality: QUALITY.time };
    expect(of([at(9, dead), at(1), at(0, { ...dead, backfill: true }), report({ deviceAt: null, ...dead })])).toEqual([]);
  });
});
