import { type Db, json, sql } from '../platform/db/database.ts';
import type { Log } from '../platform/observe/log.ts';
import type { Directory } from './directory.ts';
import type { Session } from './session.ts';
import { WriteBehind } from './write-behind.ts';

const WRITE_INTERVAL_MS = 500;
const RETENTION_DAYS = 30;

/** Stored reasons by the refusals of the metrics. */
const REASONS = {
  'no-vehicle': 'noVehicle',
  'service-stopped': 'serviceStopped',
  'wrong-code': 'wrongCode',
  throttled: 'throttled',
  unauthenticated: 'unauthenticated',
  unreadable: 'unreadable',
} as const;
type Reason = keyof typeof REASONS;

type Refusal = {
  readonly terminalId: number;
  readonly reason: (typeof REASONS)[Reason];
  readonly peerIp: string;
  readonly times: number;
  /** ISO instant. */
  readonly lastAt: string;
};

/** Stores why known terminals cannot log in, so that operators see it. Write-behind: one row per terminal. */
export class LoginRefusals extends WriteBehind<number, Refusal> {
  readonly #directory: Pick<Directory, 'get'>;
  readonly #now: () => number;

  constructor(db: Db, log: Log, directory: Pick<Directory, 'get'>, now: () => number) {
    super({
      log,
      intervalMs: WRITE_INTERVAL_MS,
      failure: 'refused logins not recorded',
      write: (rows) => writeRefusals(db, rows),
    });
    this.#directory = directory;
    this.#now = now;
  }

  /** Adds a refusal. Unknown numbers are left to UnknownTerminals. */
  add({ phone, link }: Session, reason: Reason): void {
    const terminalId = this.#directory.get(phone)?.terminalId;
    if (terminalId === undefined) return;
    this.put(terminalId, (waiting) => ({
      terminalId,
      reason: REASONS[reason],
      peerIp: link.address,
      times: (waiting?.times ?? 0) + 1,
      lastAt: new Date(this.#now()).toISOString(),
    }));
  }
}

async function writeRefusals(db: Db, rows: readonly Refusal[]): Promise<void> {
  await db.run(sql`
      insert into login_refusal as u (terminal_id, reason, peer_ip, times, last_at)
      select t.id, reason, "peerIp", times, "lastAt"
      from jsonb_to_recordset(${json(rows)}::jsonb) r ("terminalId" integer, reason text, "peerIp" text, times integer,
        "lastAt" timestamptz)
      join terminal t on t.id = r."terminalId"
      on conflict (terminal_id) do update set reason = excluded.reason, peer_ip = excluded.peer_ip,
        times = least(u.times::bigint + excluded.times, 1000000000), last_at = excluded.last_at`);
  await db.run(sql`delete from login_refusal where last_at < now() - make_interval(days => ${RETENTION_DAYS})`);
}
