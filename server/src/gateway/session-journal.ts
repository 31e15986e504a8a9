import type { Db } from '../platform/db/database.ts';
import type { Log } from '../platform/observe/log.ts';

/** The time a terminal is online; a row of `online_session`. Times in epoch ms. */
export type Stay = {
  readonly vehicleId: number;
  readonly loginAt: number;
  readonly peerIp: string;
  readonly transport: string;
  readonly version: number;
  lastAt: number;
  logoutAt: number | null;
  reason: string | null;
  /** Bytes of frames from and to the terminal. */
  upBytes: number;
  downBytes: number;
};

const WRITE_INTERVAL_MS = 1_000;
const MAX_BATCH_ROWS = 1_000;
/** Unwritten stays while the database is down. Beyond it the oldest are dropped. */
const MAX_WAITING = 200_000;

const instant = (column: string) => `to_timestamp(${column} / 1000.0)`;
const INSERT = `
  insert into online_session (vehicle_id, login_at, last_msg_at, logout_at, end_reason, up_bytes, down_bytes, peer_ip, transport,
    protocol_version)
  select vehicle_id, ${instant('login_at')}, ${instant('last_at')}, ${instant('logout_at')}, reason, up_bytes, down_bytes, ip, transport,
    version
  from unnest($1::int[], $2::float8[], $3::float8[], $4::float8[], $5::text[], $6::int8[], $7::int8[], $8::text[], $9::text[], $10::int2[])
    as u (vehicle_id, login_at, last_at, logout_at, reason, up_bytes, down_bytes, ip, transport, version)`;
const UPDATE = `
  update online_session s set last_msg_at = ${instant('u.last_at')}, logout_at = ${instant('u.logout_at')}, end_reason = u.reason,
    up_bytes = u.up_bytes, down_bytes = u.down_bytes
  from unnest($1::int[], $2::float8[], $3::float8[], $4::float8[], $5::text[], $6::int8[], $7::int8[])
    as u (vehicle_id, login_at, last_at, logout_at, reason, up_bytes, down_bytes)
  where s.vehicle_id = u.vehicle_id and s.login_at = ${instant('u.login_at')} and s.logout_at is null`;

/** Write-behind for `online_session`: batches once a second, so that the database never delays a terminal. */
export class SessionJournal {
  readonly #db: Db;
  readonly #log: Log;
  /** Whether the row of a stay exists. */
  readonly #stays = new Map<Stay, boolean>();
  readonly #changed = new Set<Stay>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;

  constructor(db: Db, log: Log) {
    this.#db = db;
    this.#log = log;
  }

  /** Ends stays that an earlier process left open. Rejects without a database. */
  async start(): Promise<void> {
    await this.#db.run(
      `update online_session set logout_at = last_msg_at, end_reason = 'server stopped' where logout_at is null`,
    );
    this.#timer = setInterval(() => void this.#write(), WRITE_INTERVAL_MS);
  }

  /** Writes all unwritten changes. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#write();
    await this.#write();
  }

  begin(stay: Stay): void {
    this.#stays.set(stay, false);
    this.#changed.add(stay);
  }

  end(stay: Stay, at: number, reason: string): void {
    stay.logoutAt = at;
    stay.reason = reason;
    this.#changed.add(stay);
    if (this.#changed.size > MAX_WAITING) {
      const [oldest] = this.#changed;
      this.#changed.delete(oldest!);
      this.#stays.delete(oldest!);
    }
  }

  /** Writes the times and bytes of all current stays again. */
  refresh(): void {
    for (const [stay, written] of this.#stays) if (written) this.#changed.add(stay);
  }

  #write(): Promise<void> {
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = undefined;
    });
    return this.#writing;
  }

  async #writeAll(): Promise<void> {
    while (this.#changed.size > 0) {
      const stays = [...this.#changed].slice(0, MAX_BATCH_ROWS);
      // copies, because a stay may end during the write
      const rows = stays.map((stay) => ({ ...stay, stay, written: this.#stays.get(stay) === true }));
      for (const stay of stays) this.#changed.delete(stay);
      try {
        const fresh = rows.filter(({ written }) => !written);
        const known = rows.filter(({ written }) => written);
        const changing = (list: typeof rows) => [
          list.map(({ vehicleId }) => vehicleId),
          list.map(({ loginAt }) => loginAt),
          list.map(({ lastAt }) => lastAt),
          list.map(({ logoutAt }) => logoutAt),
          list.map(({ reason }) => reason),
          list.map(({ upBytes }) => upBytes),
          list.map(({ downBytes }) => downBytes),
        ];
        if (fresh.length > 0)
          await this.#db.run(INSERT, [
            ...changing(fresh),
            fresh.map(({ peerIp }) => peerIp),
            fresh.map(({ transport }) => transport),
            fresh.map(({ version }) => version),
          ]);
        for (const { stay } of fresh) this.#stays.set(stay, true);
        if (known.length > 0) await this.#db.run(UPDATE, changing(known));
        for (const { stay, logoutAt } of rows) if (logoutAt !== null) this.#stays.delete(stay);
      } catch (error) {
        for (const stay of stays) this.#changed.add(stay);
        this.#log.warn({ err: error, sessions: stays.length }, 'sessions not recorded, trying again');
        return;
      }
    }
  }
}
