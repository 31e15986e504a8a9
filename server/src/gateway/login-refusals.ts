import { type Db, json, sql } from '../platform/db/database.ts';
import type { Log } from '../platform/observe/log.ts';
import type { Directory } from './directory.ts';
import type { Session } from './session.ts';

const WRITE_INTERVAL_MS = 500;
/** Terminals waiting to be written. Others are dropped. */
const MAX_WAITING = 1_000;
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

type Refusal = { reason: Reason; peerIp: string; times: number; at: number };

/** Stores why known terminals cannot log in, so that operators see it. Write-behind: one row per terminal. */
export class LoginRefusals {
  readonly #db: Db;
  readonly #log: Log;
  readonly #directory: Pick<Directory, 'get'>;
  readonly #now: () => number;
  readonly #waiting = new Map<number, Refusal>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(db: Db, log: Log, directory: Pick<Directory, 'get'>, now: () => number) {
    this.#db = db;
    this.#log = log;
    this.#directory = directory;
    this.#now = now;
  }

  start(): void {
    this.#timer = setInterval(() => this.#queueWrite(), WRITE_INTERVAL_MS);
  }

  /** Writes all waiting refusals. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#queueWrite();
  }

  /** Adds a refusal. Unknown numbers are left to UnknownTerminals. */
  add({ phone, link }: Session, reason: Reason): void {
    const terminalId = this.#directory.get(phone)?.terminalId;
    if (terminalId === undefined) return;
    const known = this.#waiting.get(terminalId);
    if (known) Object.assign(known, { reason, peerIp: link.address, times: known.times + 1, at: this.#now() });
    else if (this.#waiting.size < MAX_WAITING)
      this.#waiting.set(terminalId, { reason, peerIp: link.address, times: 1, at: this.#now() });
  }

  #queueWrite(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#writeAll());
    return this.#writing;
  }

  async #writeAll(): Promise<void> {
    if (this.#waiting.size === 0) return;
    const rows = [...this.#waiting].map(([terminalId, { reason, peerIp, times, at }]) => ({
      terminalId,
      reason: REASONS[reason],
      peerIp,
      times,
      lastAt: new Date(at).toISOString(),
    }));
    this.#waiting.clear();
    try {
      await this.#db.run(sql`
        insert into login_refusal as u (terminal_id, reason, peer_ip, times, last_at)
        select t.id, reason, "peerIp", times, "lastAt"
        from jsonb_to_recordset(${json(rows)}::jsonb) r ("terminalId" integer, reason text, "peerIp" text, times integer,
          "lastAt" timestamptz)
        join terminal t on t.id = r."terminalId"
        on conflict (terminal_id) do update set reason = excluded.reason, peer_ip = excluded.peer_ip,
          times = least(u.times::bigint + excluded.times, 1000000000), last_at = excluded.last_at`);
      await this.#db.run(sql`delete from login_refusal where last_at < now() - make_interval(days => ${RETENTION_DAYS})`);
    } catch (error) {
      this.#log.warn({ err: error, terminals: rows.length }, 'refused logins not recorded');
    }
  }
}
