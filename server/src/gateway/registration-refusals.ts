import { type Db, json, sql } from '../platform/db/database.ts';
import type { Log } from '../platform/observe/log.ts';
import type { RegistrationRefusal } from './device-binding.ts';
import type { Entry } from './directory.ts';
import type { Session } from './session.ts';
import type { TerminalDetails } from './terminal-store.ts';
import { WriteBehind } from './write-behind.ts';

const WRITE_INTERVAL_MS = 2_000;
const RETENTION_DAYS = 30;

type Refusal = TerminalDetails & {
  readonly terminalId: number;
  readonly reason: RegistrationRefusal;
  readonly version: number;
  readonly peerIp: string;
  readonly times: number;
  /** ISO instants. */
  readonly firstAt: string;
  readonly lastAt: string;
};

/** Stores why known terminals were refused at registration, so that operators see it. Write-behind: one row per terminal. */
export class RegistrationRefusals extends WriteBehind<number, Refusal> {
  readonly #db: Db;
  readonly #now: () => number;

  constructor(db: Db, log: Log, now: () => number) {
    super({
      log,
      intervalMs: WRITE_INTERVAL_MS,
      failure: 'refused registrations not recorded',
      write: (rows) => writeRefusals(db, rows),
    });
    this.#db = db;
    this.#now = now;
  }

  add({ version, link }: Session, { terminalId }: Entry, reason: RegistrationRefusal, details: TerminalDetails): void {
    const at = new Date(this.#now()).toISOString();
    this.put(terminalId, (waiting) => ({
      ...details,
      terminalId,
      reason,
      version,
      peerIp: link.address,
      times: (waiting?.times ?? 0) + 1,
      firstAt: waiting?.firstAt ?? at,
      lastAt: at,
    }));
  }

  /** Deletes the refusals of a terminal that got a new device. */
  async remove(terminalId: number): Promise<void> {
    await this.drop(terminalId);
    await this.#db.run(sql`delete from registration_refusal where terminal_id = ${terminalId}`);
  }
}

async function writeRefusals(db: Db, rows: readonly Refusal[]): Promise<void> {
  await db.run(sql`
      insert into registration_refusal as u (terminal_id, reason, terminal_no, maker, model, plate, plate_colour, protocol_version,
        peer_ip, times, first_at, last_at)
      select t.id, reason, "terminalNo", r.maker, r.model, plate, "plateColour", version, "peerIp", times, "firstAt", "lastAt"
      from jsonb_to_recordset(${json(rows)}::jsonb) r ("terminalId" integer, reason text, "terminalNo" text, maker text, model text,
        plate text, "plateColour" smallint, version smallint, "peerIp" text, times integer, "firstAt" timestamptz,
        "lastAt" timestamptz)
      join terminal t on t.id = r."terminalId"
      on conflict (terminal_id) do update set reason = excluded.reason, terminal_no = excluded.terminal_no, maker = excluded.maker,
        model = excluded.model, plate = excluded.plate, plate_colour = excluded.plate_colour,
        protocol_version = excluded.protocol_version, peer_ip = excluded.peer_ip,
        times = least(u.times::bigint + excluded.times, 1000000000), last_at = excluded.last_at`);
  await db.run(sql`
      delete from registration_refusal where last_at < now() - make_interval(days => ${RETENTION_DAYS})`);
}
