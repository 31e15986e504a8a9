import { filterTypes } from '@fleetwarden/contract/reports/report-filters';
import { parseDayKey } from '@fleetwarden/domain/business-day';
import { expect, it } from 'vitest';
import { readDates } from '../model/dates.ts';
import { times } from '../model/filters.ts';
import { buildDrillFilters } from './drill-down.ts';

const ZONE = 'Asia/Shanghai';
const { startAt, endAt } = parseDayKey('2026-11-26', ZONE);
const request = { text: () => '', days: { from: '2026-11-26', to: '2026-11-26' }, timeZone: ZONE };
const drill = { column: 'gpsTime', report: 401010, takes: { timeRange: 'row.span' } };

it.each([
  [
    'of the last minutes of today',
    endAt - 60_000,
    '2026-11-26 23:54:44,2026-11-27 00:00:00',
    '2026-11-26 23:54:44,2026-11-26 23:59:59',
  ],
  [
    'of the last minutes of yesterday',
    endAt + 60_000,
    '2026-11-26 23:54:44,2026-11-27 00:00:00',
    '2026-11-26 23:54:44,2026-11-27 00:00:00',
  ],
  ['of this morning', startAt + 43_200_000, '2026-11-26 08:00:00,2026-11-26 08:10:00', '2026-11-26 08:00:00,2026-11-26 08:10:00'],
])('passes times %s that the target report accepts', (_, now, span, expected) => {
  const filters = buildDrillFilters(drill, { span }, { ...request, now }, { from: { filters: [] }, to: { filters: [] } });
  expect(filters).toEqual({ timeRange: expected });
  expect(readDates({ ...times('0'), type: filterTypes.times }, expected, now, ZONE)).toMatchObject({
    days: { from: '2026-11-26' },
  });
});
