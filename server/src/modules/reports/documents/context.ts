import { CallError } from '@fleetwarden/contract/errors';
import { dayOfKey } from '@fleetwarden/domain/business-day';
import type { Db } from '../../../platform/db/database.ts';
import type { ReplyLanguage } from '../../../platform/http/language.ts';
import type { Scopes } from '../../identity/index.ts';
import { daysBefore, monthBefore } from '../facts/previous-period.ts';
import { type Days, dayCount, lastOfMonth } from '../model/dates.ts';
import type { Asked, Facts, ReportDefinition } from '../model/definition.ts';
import { dateConditionOf, datesFor } from '../model/whole-days.ts';
import { settled } from '../query/dynamic-columns.ts';
import { type Given, readAsked } from '../query/report-request.ts';
import { type Found, page as pageOf } from '../query/sql-builder.ts';
import type { DocumentContext, ReadHow, Source } from './document.ts';

export type ContextOptions = {
  readonly db: Db;
  readonly facts: Facts;
  readonly scopes: Scopes;
  readonly reports: ReadonlyMap<number, ReportDefinition>;
};

/**
 * What sections of a document read by. Nothing beyond the scope of `departmentId` is read, and no report its reader may not see, whatever
 * a section asks for.
 */
export function documentContext(
  { db, facts, scopes, reports }: ContextOptions,
  of: {
    readonly asked: Asked;
    readonly language: ReplyLanguage;
    readonly departmentId: number;
    readonly maySee: (reportId: number) => boolean;
  },
): DocumentContext {
  const { asked, language, departmentId, maySee } = of;
  const known = new Map<Source, Map<string, Promise<Found>>>();
  const context: DocumentContext = {
    db,
    asked,
    facts,
    language,
    // sections about the same rows read them once
    read: (from, how) => {
      const reads = known.get(from) ?? new Map<string, Promise<Found>>();
      known.set(from, reads);
      const key = JSON.stringify(how);
      const found = reads.get(key) ?? readOf(from, how);
      reads.set(key, found);
      return found;
    },
  };
  const readOf = async (from: Source, { order, limit, days = asked.days }: ReadHow): Promise<Found> => {
    if ('query' in from) {
      const relation = await from.query(onDays(asked, days), facts, context);
      return pageOf(db, relation, { sums: from.sums ?? {}, order: order ?? FIRST_COLUMN, limit, offset: 0 });
    }
    const opened = reports.get(from.report);
    if (!opened) throw new CallError('notFound', `report ${from.report}`);
    if (!maySee(from.report)) throw new CallError('forbidden', `report ${from.report}`);
    const own = typeof from.given === 'function' ? from.given(context) : from.given;
    const who = { db, scopes, departmentId, now: asked.now, timeZone: asked.timeZone };
    const wanted = await readAsked(opened, { ...givenOf(opened, asked, days), ...own }, who);
    const report = await settled(db, opened, wanted);
    const relation = await report.query(wanted, facts);
    return pageOf(db, relation, { sums: report.sums ?? {}, order: order ?? report.order, limit, offset: 0 });
  };
  return context;
}

/** Ties alone order rows of a relation that is given no order. */
const FIRST_COLUMN = ['', 'asc'] as const;

/** The same asked for other days. */
export const onDays = (asked: Asked, days: Days): Asked => ({
  ...asked,
  days,
  times: { from: dayOfKey(days.from, asked.timeZone).startAt, to: dayOfKey(days.to, asked.timeZone).endAt },
  dayCount: dayCount(days),
});

/** The days before: of a whole month the month before, else as many. */
export const periodBefore = (asked: Pick<Asked, 'days' | 'dayCount'>): Days => {
  const { from, to } = asked.days;
  const isMonth = from.endsWith('-01') && to === lastOfMonth(from.slice(0, 7));
  return isMonth ? monthBefore(asked.days) : daysBefore(asked);
};

/** What a document says of a report's conditions: the company, the vehicles, and the days. */
function givenOf(report: ReportDefinition, asked: Asked, days: Days): Given {
  const has = (name: string) => report.conditions.some((condition) => condition.name === name);
  const dates = dateConditionOf(report);
  const vehicles = asked.vehicles?.join(',');
  return {
    ...(has('deptId') ? { deptId: String(asked.company) } : {}),
    ...(vehicles !== undefined && has('carIds') ? { carIds: vehicles } : {}),
    ...(vehicles !== undefined && has('carId') ? { carId: vehicles } : {}),
    ...(dates ? { [dates.name]: datesFor(dates, days) } : {}),
  };
}
