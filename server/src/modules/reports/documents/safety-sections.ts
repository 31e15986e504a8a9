import { HOUR_KEYS } from '../columns/hour-columns.ts';
import type { Section } from '../model/document.ts';
import { MAX_DAYS } from '../model/filters.ts';
import { BY_DAY, BY_HOUR, HANDLED, worstEvents } from './safety-sources.ts';

/** Sections that both safety documents share. */
export const trendSection: Section = {
  title: 'safetyTrend',
  kind: 'chart',
  type: 'bar',
  from: BY_DAY,
  x: 'statDate',
  y: ['safetyCount'],
  order: ['statDate', 'asc'],
  most: MAX_DAYS,
};

export const hourSection: Section = { title: 'safetyHours', kind: 'strip', from: BY_HOUR, columns: HOUR_KEYS };

export const handlingSection: Section = {
  title: 'safetyHandling',
  kind: 'figures',
  from: HANDLED,
  columns: [
    'needCount',
    'handledCount',
    'unhandledCount',
    'handleRate',
    'timelyRate',
    'avgHandleMin',
    'falseCount',
    'falseRate',
    'msgCount',
    'phoneCount',
    'autoCount',
  ],
};

/** The worst single alarms, with these columns including their level. */
export const buildEventsSection = (columns: readonly string[]): Section => ({
  title: 'safetyEvents',
  kind: 'table',
  from: worstEvents(columns),
  columns,
  order: ['alarmLevel', 'desc'],
});
