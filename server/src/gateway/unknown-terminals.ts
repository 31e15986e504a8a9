import { plateColourFromWire } from '@fleetwarden/domain/plate-colour';
import { type Db, json, sql } from '../platform/db/database.ts';
import type { Log } from '../platform/observe/log.ts';
import type { Session } from './session.ts';
import type { TerminalDetails } from './terminal-store.ts';

const WRITE_INTERVAL_MS = 2_000;
/** Numbers waiting to be written. Others are dropped. */
const MAX_WAITING = 1_000;
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

/**
 * Stores the terminals that were refused because their number is unknown, so that users can add them. Write-behind in batches:
 * a flood of attempts costs one row per number.
 */
export class UnknownTerminals {
  readonly #db: Db;
  readonly #log: Log;
  readonly #now: () => number;
  readonly #waiting = new Map<string, Attempt>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;

  constructor(db: Db, log: Log, now: () => number) {
    this.#db = db;
    this.#log = log;
    this.#now = now;
  }

  start(): void {
    this.#timer = setInterval(() => void this.#write(), WRITE_INTERVAL_MS);
  }

  /** Writes all waiting attempts. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#write();
    await this.#write();
  }

  /** Adds an attempt. Details of earlier attempts stay where this one has none. */
  add({ phone, version, link }: Session, details: TerminalDetails | null): void {
    const known = this.#waiting.get(phone);
    if (!known && this.#waiting.size >= MAX_WAITING) return;
    const at = new Date(this.#now()).toISOString();
    this.#waiting.set(phone, {
      phone,
      terminalNo: details?.terminalNo || (known?.terminalNo ?? null),
      maker: details?.maker || (known?.maker ?? null),
      model: details?.model || (known?.model ?? null),
      // colour 0: the vehicle has no plate, and the field is its VIN
      plate: (details?.plateColour !== 0 && details?.plate) || (known?.plate ?? null),
      plateColour: details?.plate ? plateColourFromWire(details.plateColour) : (known?.plateColour ?? null),
      version,
      peerIp: link.address,
      times: (known?.times ?? 0) + 1,
      firstAt: known?.firstAt ?? at,
      lastAt: at,
    });
  }

  #write(): Promise<void> {
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = undefined;
    });
    return this.#writing;
  }

  async #writeAll(): Promise<void> {
    if (this.#waiting.size === 0) return;
    const rows = [...this.#waiting.values()];
    this.#waiting.clear();
    try {
      await this.#db.run(sql`
        insert into unknown_terminal as u (phone, terminal_no, maker, model, plate, plate_colour, protocol_version, peer_ip, times, first_at, last_at)
        select phone, "terminalNo", maker, model, plate, "plateColour", version, "peerIp", times, "firstAt", "lastAt"
        from jsonb_to_recordset(${json(rows)}::jsonb) r (phone text, "terminalNo" text, maker text, model text, plate text,
          "plateColour" smallint, version smallint, "peerIp" text, times integer, "firstAt" timestamptz, "lastAt" timestamptz)
        on conflict (phone) do update set terminal_no = coalesce(excluded.terminal_no, u.terminal_no),
          maker = coalesce(excluded.maker, u.maker), model = coalesce(excluded.model, u.model),
          plate = coalesce(excluded.plate, u.plate), plate_colour = coalesce(excluded.plate_colour, u.plate_colour),
          protocol_version = excluded.protocol_version, peer_ip = excluded.peer_ip,
          times = least(u.times::bigint + excluded.times, 1000000000), last_at = excluded.last_at`);
      await this.#db.run(sql`
        delete from unknown_terminal where last_at < now() - make_interval(days => ${RETENTION_DAYS})
          or phone in (select phone from unknown_terminal order by last_at desc offset ${MAX_STORED})`);
    } catch (error) {
      this.#log.warn({ err: error, terminals: rows.length }, 'unknown terminals not recorded');
    }
  }
}
