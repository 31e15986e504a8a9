import type { Writable } from 'node:stream';
import { type ColumnType, reportFormats } from '@fleetwarden/contract/reports';
import { z } from 'zod';
import type { Db } from '../../platform/db/database.ts';
import type { Cell, Column } from '../../platform/files/table.ts';
import { writeTable } from '../../platform/files/write-table.ts';
import type { ReplyLanguage } from '../../platform/http/language.ts';
import { defineTask, type Task, type TaskContext } from '../../platform/tasks/task.ts';
import type { Scopes } from '../identity/index.ts';
import { readAsked } from './asked.ts';
import { MOST_EXPORTED } from './limits.ts';
import { everyRow } from './query.ts';
import type { ReportDefinition } from './report.ts';
import { kindOf, nameOf } from './template.ts';
import { isWorded, worded } from './worded.ts';
import { alarmNames, cellKind, columnText, optionsOf, reportText } from './words.ts';

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

/** Whose file it is, and what ends it early. */
export type WriteContext = Pick<TaskContext, 'departmentId' | 'language' | 'signal'> & {
  /** Told how many rows there are so far. */
  readonly progress: (rows: number) => void;
};
/** A file that is about to be written; `write` resolves to how many rows it has, and does not end the stream. */
export type ReportFile = { readonly name: string; readonly write: (stream: Writable) => Promise<number> };

export type ExportOptions = {
  readonly db: Db;
  readonly reports: ReadonlyMap<number, ReportDefinition>;
  readonly scopes: Scopes;
  readonly nameOfPlace: PlaceNamer;
  readonly timeZone: string;
  readonly now: () => number;
};

/** Writes reports as files. Rejects with CallError where a report is asked for what it cannot be, or what the department may not see. */
export function reportWriter(options: ExportOptions): (wish: ExportWish, context: WriteContext) => Promise<ReportFile> {
  const { db, reports, scopes, nameOfPlace, timeZone, now } = options;
  return async ({ reportId, conditions, columns, order, format }, { departmentId, language, signal, progress }) => {
    const report = reports.get(reportId);
    if (!report) throw new Error(`report ${reportId} is gone`);
    const asked = await readAsked(report, conditions, { db, scopes, departmentId, now: now(), timeZone }, true);
    const relation = report.query(asked);
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
    return {
      name: safeName(`${sheet}_${period}_${stamp}.${format}`),
      write: async (stream) => {
        await writeTable(stream, format, {
          ...{ sheet, columns: writers.map(({ column }) => column), rows: rows(), timeZone },
          notes: {
            sheet: reportText(language, 'reportName', 'columnNotes') ?? '',
            lines: told.map((key) => noteOf(key, language)),
          },
        });
        return count;
      },
    };
  };
}

/** Writes all rows of a report as a file. */
export function exportTask(options: ExportOptions): Task<ExportWish> {
  const fileOf = reportWriter(options);
  return defineTask({
    kind: 'reports.export',
    payload: Payload,
    repeatable: true,
    run: async (wish, context) => {
      const { name, write } = await fileOf(wish, context);
      let rows = 0;
      await context.file(name, async (stream) => {
        rows = await write(stream);
      });
      return { rows };
    },
  });
}

/** What no file system takes in a name stands as a line. */
export const safeName = (name: string): string =>
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

/** h:mm:ss; hours are not folded into days. */
export function clockOf(seconds: number): string {
  const whole = Math.round(seconds);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${Math.floor(whole / 3600)}:${two(Math.floor((whole % 3600) / 60))}:${two(whole % 60)}`;
}
