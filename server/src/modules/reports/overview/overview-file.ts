import type { SafetyOverview } from '@fleetwarden/contract/reports/named-reports/safety-overview';
import { findAlarmType, getWireNumbers } from '@fleetwarden/domain/alarm-types';
import { DAY_MS } from '@fleetwarden/domain/durations';
import { enumerationRow } from '@fleetwarden/domain/enumerations';
import type { UnitSystem } from '@fleetwarden/domain/units';
import { getText } from '@fleetwarden/locale/languages';
import { cellInUnits } from '../../../platform/files/cell-units.ts';
import type { Cell, Column } from '../../../platform/files/table.ts';
import type { BlockSheet } from '../../../platform/files/xlsx/write-block-workbook.ts';
import type { ReplyLanguage } from '../../../platform/http/language.ts';

type Options = {
  readonly language: ReplyLanguage;
  readonly units: UnitSystem;
  readonly company: string;
  readonly period: string;
  /** Until when figures are counted, in the wall clock of the platform. */
  readonly asOf: string;
};

/** Rows of figures: the text of each, and its value. */
const FIGURES = [
  ['alarms', 'number'],
  ['distance', 'number'],
  ['per100', 'number'],
  ['level3Rate', 'percent'],
  ['handleRate', 'percent'],
  ['handleMin', 'number'],
  ['falseRate', 'percent'],
  ['score', 'number'],
] as const;
const GRADES = ['A', 'B', 'C', 'D'] as const;
/** 2024-01-01 was a Monday. */
const MONDAY = Date.UTC(2024, 0, 1);

/** The sheets of the overview's workbook: figures, trend, kinds, hours and companies. */
export function buildOverviewSheets(overview: SafetyOverview, options: Options): BlockSheet[] {
  const { language, units, company, period, asOf } = options;
  const say = (key: string) => getText(language, `safety.${key}`, units);
  const text = (title: string): Column => ({ title, kind: 'text', width: 22 });
  const number = (title: string): Column => ({ title, kind: 'number' });
  const percent = (title: string): Column => ({ title, kind: 'percent' });
  const mainType = (value: number): string => {
    const key = enumerationRow('MAIN_TYPE', value)?.key;
    return key ? getText(language, key, units) : say('otherTypes');
  };
  const typeName = (warnId: number): string => getText(language, `alarm.${findAlarmType(warnId)!.key}`, units);
  const pickFigure = (figures: SafetyOverview['figures'], name: (typeof FIGURES)[number][0]): Cell =>
    name === 'distance' ? cellInUnits(figures.km, units, 'distance') : figures[name];
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' });
  const total = overview.figures.alarms;
  const dayRows = overview.days.map((day, at) => {
    const counts = overview.trend.map((of) => of.counts[at]!);
    const before = overview.trend.reduce((sum, of) => sum + of.before[at]!, 0);
    return [day, ...counts, counts.reduce((sum, count) => sum + count, 0), before];
  });
  const head = (title: string) => [{ kind: 'title', text: title }] as const;
  return [
    {
      name: say('overview'),
      blocks: [
        ...head(`${company} ${say('overview')}`),
        { kind: 'lines', lines: [`${say('period')} ${period}`, asOf] },
        ...FIGURES.flatMap(([name, kind]) => {
          const title = say(name);
          return [
            { kind: 'figure', column: { title, kind }, cell: pickFigure(overview.figures, name) },
            { kind: 'figure', column: { title: `${title} (${say('before')})`, kind }, cell: pickFigure(overview.before, name) },
          ] as const;
        }),
        ...GRADES.map((grade) => {
          const title = `${say('gradeCars')} ${grade}`;
          return { kind: 'figure', column: { title, kind: 'number' }, cell: overview.figures.grades[grade] } as const;
        }),
      ],
    },
    {
      name: say('trend'),
      blocks: [
        {
          kind: 'table',
          columns: [
            { title: say('day'), kind: 'date' },
            ...overview.trend.map((of) => number(mainType(of.mainType))),
            number(say('alarms')),
            number(say('before')),
          ],
          rows: dayRows,
        },
        {
          kind: 'chart',
          chart: {
            sheet: say('trendChart'),
            title: say('trend'),
            type: 'line',
            along: say('day'),
            labels: overview.days,
            series: overview.trend.map((of) => ({ name: mainType(of.mainType), values: of.counts })),
          },
        },
      ],
    },
    {
      name: say('types'),
      blocks: [
        {
          kind: 'table',
          columns: [text(say('type')), text(say('mainType')), number(say('alarms')), percent(say('share'))],
          rows: overview.types.map(({ warnId, count }) => [
            typeName(warnId),
            mainType(getWireNumbers(warnId).mainType),
            count,
            total === 0 ? null : Math.round((10_000 * count) / total) / 100,
          ]),
        },
      ],
    },
    {
      name: say('hours'),
      blocks: [
        {
          kind: 'table',
          columns: [text(say('weekday')), ...Array.from({ length: 24 }, (_, hour) => number(`${hour}:00`))],
          rows: overview.hours.map((counts, at) => [weekday.format(MONDAY + at * DAY_MS), ...counts]),
        },
      ],
    },
    {
      name: say('depts'),
      blocks: [
        {
          kind: 'table',
          columns: [
            text(say('dept')),
            number(say('alarms')),
            number(say('per100')),
            percent(say('handleRate')),
            number(say('score')),
            text(say('grade')),
          ],
          rows: overview.depts.map(({ deptName, alarms, per100, handleRate, score, grade }) => [
            deptName,
            alarms,
            per100,
            handleRate,
            score,
            grade,
          ]),
        },
      ],
    },
  ];
}
