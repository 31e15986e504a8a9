import { ALARM_LIST_DAYS } from '@fleetwarden/contract/alarms/limits';
import { EVIDENCE_LIST_DAYS, EVIDENCE_LIST_LIMIT, MAX_EVIDENCE_ALARMS } from '@fleetwarden/contract/evidence/evidence-limits';
import { MEDIA_LIST_DAYS } from '@fleetwarden/contract/media/media-kinds';
import { MAX_OVERVIEW_DAYS } from '@fleetwarden/contract/reports/named-reports/overview-limits';
import { platformSettings } from '@fleetwarden/contract/settings/platform-settings';
import { MINUTE_MS } from '@fleetwarden/domain/durations';
import { FILE_KIND } from '@fleetwarden/protocol/jsatl12';
import { describe, expect, it } from 'vitest';
import { BOX_ROWS } from '../alarms/limits.ts';
import { RETRY_MS } from './limits.ts';

/** The numbers of the screen catalogue, 4.0 to 4.6, 5.3 and 8.4. */
describe('active safety', () => {
  it.each([
    ['days of an alarm search', ALARM_LIST_DAYS, 31],
    ['days of an evidence search', EVIDENCE_LIST_DAYS, 31],
    ['cards per page: five rows of four', EVIDENCE_LIST_LIMIT, 5 * 4],
    ['alarms per change', MAX_EVIDENCE_ALARMS, 100],
    ['companies and vehicles per ranking', BOX_ROWS, 10],
    ['days of the overview', MAX_OVERVIEW_DAYS, 92],
    ['days of a media search', MEDIA_LIST_DAYS, 31],
  ])('%s', (_, number, specified) => expect(number).toBe(specified));

  it('files are requested again after 10, 30 and 60 minutes', () => {
    expect(RETRY_MS).toEqual([10, 30, 60].map((minutes) => minutes * MINUTE_MS));
  });

  it('there are five kinds of files', () => {
    expect(FILE_KIND).toEqual({ picture: 0, sound: 1, film: 2, text: 3, other: 4 });
  });

  it.each([
    ['evidenceRetries', 3, undefined],
    ['evidenceDays', 180, [180, 3650]],
    ['evidencePort', 6060, [1024, 65_535]],
    ['alarmPollSeconds', 30, [5, 600]],
    ['handleWithin1', 24 * 60, undefined],
    ['handleWithin2', 30, undefined],
    ['handleWithin3', 5, undefined],
    ['claimMinutes', 10, undefined],
  ] as const)('the setting %s is %d', (key, value, range) => {
    const row = platformSettings.find((each) => each.key === key)!;
    expect(row.default).toBe(value);
    if (range && row.kind === 'int') expect([row.min, row.max]).toEqual(range);
  });
});
