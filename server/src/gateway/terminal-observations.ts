import { type Db, type Sql, sql } from '../platform/db/database.ts';
import type { Log } from '../platform/observe/log.ts';
import type { Entry } from './directory.ts';

/** What a message shows of its terminal, and how that is stored as a suggestion. */
const OBSERVATIONS = {
  wideHeader: sql`seen_header_form = 2`,
  utf8: sql`seen_text_encoding = 2`,
} as const satisfies Readonly<Record<string, Sql>>;

export type TerminalObservations = {
  /** Stores what a terminal showed, once while the process runs. */
  note(entry: Entry, observation: keyof typeof OBSERVATIONS): void;
};

export function createTerminalObservations({ db, log }: { readonly db: Db; readonly log: Log }): TerminalObservations {
  const noted = { wideHeader: new WeakSet<Entry>(), utf8: new WeakSet<Entry>() };
  return {
    note: (entry, observation) => {
      if (noted[observation].has(entry)) return;
      noted[observation].add(entry);
      db.run(sql`update terminal set ${OBSERVATIONS[observation]} where id = ${entry.terminalId}`).catch((error: unknown) => {
        noted[observation].delete(entry);
        log.warn({ err: error, phone: entry.phone, observation }, 'observation of a terminal not stored');
      });
    },
  };
}
