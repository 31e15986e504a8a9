import { DAY_MS } from '@fleetwarden/domain/durations';
import type { ServerBus } from '../platform/bus/server-events.ts';
import { at, type Db, sql } from '../platform/db/database.ts';
import { REPORT_AGAIN_MS, REPORT_RETENTION_DAYS, REPORTS_PER_DAY } from './limits.ts';

/** Kinds of reports, by their numbers in `terminal_report`. */
export const REPORT_KIND = { event: 1, answer: 2, information: 3 } as const;
type ReportKind = (typeof REPORT_KIND)[keyof typeof REPORT_KIND];

/** A report of a driver (0x0301, 0x0302, 0x0303). */
export type TerminalReport = {
  readonly vehicleId: number;
  /** Epoch ms. */
  readonly receivedAt: number;
  readonly kind: ReportKind;
  /** The event, the answer, or the kind of information. */
  readonly number: number;
  /** Serial of the question; 1 subscribed, 0 cancelled; null for events. */
  readonly value: number | null;
  /** Of the message. */
  readonly serial: number;
  /** The command that it answers. */
  readonly commandId: number | null;
};

export type TerminalReportStore = {
  /**
   * Stores the report and publishes `terminal.reported`; a repetition within minutes is stored once. False: the vehicle's daily limit is
   * reached. Rejects while the database is unavailable.
   */
  keep(report: TerminalReport): Promise<boolean>;
};

export function createTerminalReportStore({ db, bus }: { readonly db: Db; readonly bus: ServerBus }): TerminalReportStore {
  return {
    keep: async ({ vehicleId, receivedAt, kind, number, value, serial, commandId }) => {
      const lately = await db.first<{ reports: number; again: boolean }>(sql`
        select count(*)::integer as reports,
          coalesce(bool_or(kind = ${kind} and serial = ${serial} and number = ${number} and value is not distinct from ${value}::integer
            and received_at > ${at(receivedAt - REPORT_AGAIN_MS)}), false) as again
        from terminal_report where vehicle_id = ${vehicleId} and received_at > ${at(receivedAt - DAY_MS)}`);
      if (lately!.again) return true;
      if (lately!.reports >= REPORTS_PER_DAY) return false;
      const row = await db.first<{ id: number }>(sql`
        insert into terminal_report (vehicle_id, received_at, kind, number, value, serial, command_id)
        select id, ${at(receivedAt)}, ${kind}, ${number}, ${value}::integer, ${serial}, ${commandId}::bigint
        from vehicle where id = ${vehicleId} returning id`);
      if (row) bus.publish('terminal.reported', { id: row.id, vehicleId, at: receivedAt, kind, number, value, commandId });
      return true;
    },
  };
}

/** Deletes old reports, for the maintenance job. Returns their number. */
export const deleteOldReports = (db: Db, now: number): Promise<number> =>
  db.run(sql`delete from terminal_report where received_at < ${at(now - REPORT_RETENTION_DAYS * DAY_MS)}`);
