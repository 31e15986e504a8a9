import type { Db } from '../../platform/db/database.ts';
import type { Log } from '../../platform/observe/log.ts';
import type { RelayView } from './relay.ts';
import { endView, insertView } from './store.ts';
import { type Grant, targetsOf } from './tickets.ts';

/** What the log needs of a view. */
type LoggedView = Pick<RelayView, 'bytes' | 'playedAt'>;

/** The rows of one view: one for each vehicle, and further ones after each switch of the stream. */
export type ViewRecord = {
  readonly startedAt: number;
  /** From now on the view shows the other stream. */
  switchTo(grant: Grant, view: LoggedView): void;
  end(reason: string | null, view?: LoggedView): void;
};

/** A view of this length is a patrol (report 418003); its row stays one when the stream is switched. */
const PATROL_MS = 10_000;

/** Stores which user watched which stream, and its bytes. */
export function createViewLog({ db, log, now }: { readonly db: Db; readonly log: Log; readonly now: () => number }) {
  const writing = new Set<Promise<unknown>>();

  const insert = async (grant: Grant, peerIp: string, startedAt: number): Promise<readonly number[]> => {
    const ids: number[] = [];
    for (const target of targetsOf(grant)) ids.push(await insertView(db, { ...grant, ...target }, peerIp, startedAt));
    return ids;
  };

  return {
    /** Resolves when the rows are stored. */
    begin: async (grant: Grant, peerIp: string): Promise<ViewRecord> => {
      const startedAt = now();
      let since = startedAt;
      let isSwitched = false;
      let bytesBefore = 0;
      let ids = Promise.resolve(await insert(grant, peerIp, startedAt));
      const track = (work: Promise<unknown>) => {
        const settled = work.catch((err: unknown) => log.error({ err }, 'a view was not logged'));
        writing.add(settled);
        void settled.finally(() => writing.delete(settled));
      };
      const end = (reason: string | null, view?: LoggedView) => {
        const bytes = (view?.bytes ?? 0) - bytesBefore;
        // after a switch, the picture of the earlier stream does not count
        const playedAt = isSwitched ? (bytes > 0 ? since : null) : (view?.playedAt ?? null);
        const ended = { endedAt: now(), playedAt, bytes, reason };
        track(ids.then((known) => Promise.all(known.map((id) => endView(db, id, ended)))));
      };
      return {
        startedAt,
        switchTo: (next, view) => {
          end(null, view);
          const at = now();
          const patrol = (next.patrol ?? false) && at - since < PATROL_MS;
          since = at;
          isSwitched = true;
          bytesBefore = view.bytes;
          ids = insert({ ...next, patrol }, peerIp, at);
          track(ids);
        },
        end,
      };
    },
    /** Resolves when all rows are written. */
    settle: async (): Promise<void> => void (await Promise.all(writing)),
  };
}
