import { plateColourFromWire } from '@fleetwarden/domain/plate-colour';
import { type Db, json, sql } from '../platform/db/database.ts';
import type { Log } from '../platform/observe/log.ts';
import type { Session } from './session.ts';
import type { TerminalDetails } from './terminal-store.ts';
import { WriteBehind } from './write-behind.ts';

const WRITE_INTERVAL_MS = 2_000;
/** Stored numbers (the newest), and days after the last attempt until one is deleted. */
const MAX_STORED = 5_000;
const RETENTION_DAYS = 30;

type Attempt = {
  readonly phone: string;
  readonly terminalNo: string | null;
  readonly maker: string | null;
  readonly model: string | null;
  readonly plate: string | null;
  /** Colour code of the domain. */
  readonly plateColour: number | null;
  readonly version: number;
  readonly peerIp: string;
  readonly times: number;
  /** ISO instants. */
  readonly firstAt: string;
  readonly lastAt: string;
};

/** Stores the terminals that were refused because their number is unknown, so that users can add them. */
export class UnknownTerminals extends WriteBehind<string, Attempt> {
  readonly #now: () => number;

  constructor(db: Db, log: Log, now: () => number) {
    super({
      log,
      intervalMs: WRITE_INTERVAL_MS,
      failure: 'unknown terminals not recorded',
      write: (rows) => writeAttempts(db, rows),
    });
    this.#now = now;
  }

  /** Adds an attempt. Details of earlier attempts stay where this one has none. */
  add({ phone, version, link }: Session, details: TerminalDetails | null): void {
    const at = new Date(this.#now()).toISOString();
    this.put(phone, (waiting) => ({
      phone,
      terminalNo: details?.terminalNo || (waiting?.terminalNo ?? null),
      maker: details?.maker || (waiting?.maker ?? null),
      model: details?.model || (waiting?.model ?? null),
      // colour 0: the vehicle has no plate, and the field is its VIN
      plate: (details?.plateColour !== 0 && details?.plate) || (waiting?.plate ?? null),
      plateColour: details?.plate ? plateColourFromWire(details.plateColour) : (waiting?.plateColour ?? null),
      version,
      peerIp: link.address,
      times: (waiting?.times ?? 0) + 1,
      firstAt: waiting?.firstAt ?? at,
      lastAt: at,
    }));
  }
}

async function writeAttempts(db: Db, rows: readonly Attempt[]): Promise<void> {
  await db.run(sql`
      insert into unknown_terminal as u (phone, terminal_no, maker, model, plate, plate_colour, protocol_version, peer_ip, times, first_at, last_at)
      select phone, "terminalNo", maker, model, plate, "plateColour", version, "peerIp", times, "firstAt", "lastAt"
      from jsonb_to_recordset(${json(rows)}::jsonb) r (phone text, "terminalNo" text, maker text, model text, plate text,
        "plateColour" smallint, version smallint, "peerIp" text, times integer, "firstAt" timestamptz, "lastAt" timestamptz)
      on conflict (phone) do update set terminal_no = coalesce(excluded.terminal_no, u.terminal_no),
        maker = coalesce(excluded.maker, u.maker), model = coalesce(excluded.model, u.model),
        plate = coalesce(excluded.plate, u.plate), plate_colour = coalesce(excluded.plate_colour, u.plate_colour),
        protocol_version = excluded.protocol_version, peer_ip = excluded.peer_ip,
        times = least(u.times::bigint + excluded.times, 1000000000), last_at = excluded.last_at`);
  await db.run(sql`
      delete from unknown_terminal where last_at < now() - make_interval(days => ${RETENTION_DAYS})
        or phone in (select phone from unknown_terminal order by last_at desc offset ${MAX_STORED})`);
}
