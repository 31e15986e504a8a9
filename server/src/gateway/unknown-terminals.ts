import { plateColourFromWire } from '@fleetwarden/domain/plate-colour';
import { type Db, json, sql } from '../platform/db/database.ts';
import type { Log } from '../platform/observe/log.ts';
import type { Session } from './session.ts';
import type { Announced } from './terminal-store.ts';

const WRITE_EVERY_MS = 2_000;
/** Numbers that wait to be written; what knocks beyond it is not kept. */
const MAX_WAITING = 1_000;
/** Numbers that are kept, the newest, and for how long without a sign of them, days. */
const MAX_KEPT = 5_000;
const KEPT_DAYS = 30;

type Knock = {
  readonly phone: string;
  readonly terminalNo: string | null;
  readonly maker: string | null;
  readonly model: string | null;
  readonly plate: string | null;
  /** The product's code. */
  readonly plateColour: number | null;
  readonly version: number;
  readonly peerIp: string;
  readonly times: number;
  /** ISO instants. */
  readonly firstAt: string;
  readonly lastAt: string;
};

/**
 * Terminals that were refused because no record has their number, for the people who enter records: kept a little late and in lists,
 * so a storm of them costs no more than a row a number.
 */
export class UnknownTerminals {
  readonly #db: Db;
  readonly #log: Log;
  readonly #now: () => number;
  readonly #waiting = new Map<string, Knock>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;

  constructor(db: Db, log: Log, now: () => number) {
    this.#db = db;
    this.#log = log;
    this.#now = now;
  }

  start(): void {
    this.#timer = setInterval(() => void this.#write(), WRITE_EVERY_MS);
  }

  /** Writes what is left. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#write();
    await this.#write();
  }

  /** Notes one; what it said of itself before stays where it says nothing now. */
  add({ phone, version, link }: Session, said: Announced | null): void {
    const known = this.#waiting.get(phone);
    if (!known && this.#waiting.size >= MAX_WAITING) return;
    const at = new Date(this.#now()).toISOString();
    this.#waiting.set(phone, {
      phone,
      terminalNo: said?.terminalNo || (known?.terminalNo ?? null),
      maker: said?.maker || (known?.maker ?? null),
      model: said?.model || (known?.model ?? null),
      // colour 0: what stands there is the VIN of a vehicle without a plate
      plate: (said?.plateColour !== 0 && said?.plate) || (known?.plate ?? null),
      plateColour: said?.plate ? plateColourFromWire(said.plateColour) : (known?.plateColour ?? null),
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
        delete from unknown_terminal where last_at < now() - make_interval(days => ${KEPT_DAYS})
          or phone in (select phone from unknown_terminal order by last_at desc offset ${MAX_KEPT})`);
    } catch (error) {
      this.#log.warn({ err: error, terminals: rows.length }, 'unknown terminals not recorded');
    }
  }
}
