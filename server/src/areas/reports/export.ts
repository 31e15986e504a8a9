import { type ColumnType, reportFormats } from '@fleetwarden/contract/reports';
import { z } from 'zod';
import type { Db } from '../../platform/db/database.ts';
import type { Cell, Column } from '../../platform/files/table.ts';
import { writeTable } from '../../platform/files/write-table.ts';
import type { ReplyLanguage } from '../../platform/http/language.ts';
import { defineTask, type Task } from '../../platform/tasks/task.ts';
import type { Scopes } from '../identity/index.ts';
import { readAsked } from './asked.ts';
import { MOST_EXPORTED } from './limits.ts';
import { everyRow } from './query.ts';
import type { Facts, ReportDefinition, SearchRegion } from './report.ts';
import { withSought } from './sought.ts';
import { settled } from './spread.ts';
import { kindOf, nameOf } from './template.ts';
import { isWorded, worded } from './worded.ts';
import { alarmNames, cellKind, clockOf, columnText, optionsOf, reportText } from './words.ts';

const Payload = z.object({
  reportId: z.number(),
  conditions: z.record(z.string(), z.string()),
  columns: z.array(z.string()),
  order: z.tuple([z.string(), z.enum(['asc', 'desc'])]),
  format: z.enum(reportFormats),
});
export type ExportWish = z.infer<typeof Payload>;

/** Puts an address in the place of 'lng,lat'. */
export type PlaceNamer = (place: string) => Promise<string>;

/** Writes all rows of a report as a file. */
export function exportTask(options: {
  readonly db: Db;
  readonly reports: ReadonlyMap<number, ReportDefinition>;
  readonly scopes: Scopes;
  readonly nameOfPlace: PlaceNamer;
  readonly searchRegion: SearchRegion;
  readonly timeZone: string;
  readonly rulesOf: Facts['rulesOf'];
  readonly now: () => number;
}): Task<ExportWish> {
  const { db, reports, scopes, nameOfPlace, timeZone, rulesOf, now } = options;
  return defineTask({
    kind: 'reports.export',
    payload: Payload,
    repeatable: true,
    run: async (
      { reportId, conditions, columns, order, format },
      { account, departmentId, language, signal, progress, file },
    ) => {
      const opened = reports.get(reportId);
      if (!opened) throw new Error(`report ${reportId} is gone`);
      const read = await readAsked(opened, conditions, { db, scopes, departmentId, now: now(), timeZone }, true);
      const asked = await withSought(options, opened, read, account.accountId);
      const report = await settled(db, opened, asked);
      const relation = await report.query(asked, { db, rulesOf });
      const saying = columns.filter((key) => !relation.without?.includes(key));
      const told = saying.length > 0 ? saying : columns;
      const writers = told.map((key) => writerOf(key, language, nameOfPlace));
      let count = 0;
      async function* rows(): AsyncGenerator<Cell[]> {
        for await (const chunk of everyRow(db, relation, order, MOST_EXPORTED)) {
          signal.throwIfAborted();
          progress(count);
          for (const { cells } of chunk) yield await Promise.all(writers.map(({ key, cell }) => cell(cells[key])));
          count += chunk.length;
        }
      }
      const sheet = nameOf(report, language);
      const stamp = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
        .format(now())
        .replaceAll(/[^\d]/g, '');
      const period = `${asked.days.from}-${asked.days.to}`.replaceAll('-', '').replace(/^(\d{8})(\d{8})$/, '$1-$2');
      await file(safeName(`${sheet}_${period}_${stamp}.${format}`), async (stream) => {
        await writeTable(stream, format, {
          ...{ sheet, columns: writers.map(({ column }) => column), rows: rows(), timeZone },
          notes: {
            sheet: reportText(language, 'reportName', 'columnNotes') ?? '',
            lines: told.map((key) => noteOf(key, language)),
          },
        });
      });
      return { rows: count };
    },
  });
}

/** What no file system takes in a name stands as a line. */
const safeName = (name: string): string =>
  [...name].map((character) => (character < ' ' || '\\/:*?"<>|'.includes(character) ? '_' : character)).join('');

const noteOf = (key: string, language: ReplyLanguage): string =>
  `${columnText(language, 'reportColumn', key) ?? key}: ${columnText(language, 'reportHint', key) ?? ''}`;

type Writer = { readonly key: string; readonly column: Column; readonly cell: (value: unknown) => Cell | Promise<Cell> };

function writerOf(key: string, language: ReplyLanguage, nameOfPlace: PlaceNamer): Writer {
  const { type, unit, values } = kindOf(key);
  const sign = unit === undefined ? undefined : reportText(language, 'reportUnit', unit);
  const title = columnText(language, 'reportColumn', key) ?? key;
  const names: Readonly<Record<string, string>> | undefined =
    key === 'alarmType'
      ? alarmNames(language)
      : values
        ? Object.fromEntries(optionsOf(values, language).map(({ value, label }) => [value, label]))
        : undefined;
  // no value is a formula: text stays text, and a length of time is one that can be added up
  const kind = type === 'seconds' ? 'text' : cellKind(type);
  const cell = isWorded(key)
    ? (value: Told) => worded(key, value, language)
    : names
      ? (value: Told) => namedIn(names, String(value))
      : cellOf(type, language, nameOfPlace);
  return {
    ...{ key, column: { title: sign ? `${title} (${sign})` : title, kind } },
    cell: (value) => (value === null || value === undefined ? null : cell(value)),
  };
}

/** What the database tells of a cell that is not empty. */
type Told = NonNullable<unknown>;

/** How a value is written by what its column holds. */
function cellOf(type: ColumnType, language: ReplyLanguage, nameOfPlace: PlaceNamer): (value: Told) => Cell | Promise<Cell> {
  const text = (value: Told): string => String(value);
  switch (type) {
    case 'place':
      return (value) => nameOfPlace(text(value));
    // an address is of no use by the time the file is read
    case 'file':
      return (value) => text(value).slice(text(value).indexOf('|') + 1);
    case 'seconds':
      return (value) => clockOf(Number(value));
    case 'yesNo':
      return (value) => reportText(language, 'reportEnum', value ? 'YES_NO_1' : 'YES_NO_0') ?? null;
    default:
      return (value) => (typeof value === 'number' ? value : text(value));
  }
}

/** The name of a value, or those of each where a cell has several. */
const namedIn = (names: Readonly<Record<string, string>>, value: string): string =>
  names[value] ??
  value
    .split(',')
    .map((one) => names[one] ?? one)
    .join(', ');
