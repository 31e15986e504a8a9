import { DEFAULT_TIME_ZONE } from '@fleetwarden/domain/business-day';
import { type Db, type Sql, sql } from '../platform/db/database.ts';
import type { GatewayLimits } from './limits.ts';

/** What the gateway itself changes of a terminal, by `note`. */
type Credentials = {
  readonly terminalNo: string | null;
  readonly authCode: string | null;
  readonly openUntilAuth: boolean;
  /** 808 version it authenticated with last; null before. */
  readonly version: number | null;
  /** Whether it ever had a code of ours: then a code it brings itself is not taken. */
  readonly registered: boolean;
};

/** What the gateway knows of one terminal. One object a phone for as long as the terminal exists; changed in place. */
export type Entry = Credentials & {
  readonly terminalId: number;
  /** The identity on the wire (phoneKey). */
  readonly phone: string;
  /** null: in no vehicle, or its vehicle was deleted or is disabled. */
  readonly vehicleId: number | null;
  /** The vehicle it is in, where that is disabled: nothing is taken from it. */
  readonly disabledIn: number | null;
  /** True once the terminal was removed. */
  readonly gone: boolean;
  /** The removed vehicle in the recycle bin it belonged to: nobody else's by now, and not one nobody knows. */
  readonly removedWith: number | null;
  /** When its vehicle's service ends for good, epoch ms: a rule says that it is refused from then on. null: none does. */
  readonly stopsAt: number | null;
};

/** Whether a terminal is refused because its vehicle's service has ended. */
export const isStopped = ({ stopsAt }: Entry, now: number): boolean => stopsAt !== null && now >= stopsAt;

type Writable<T> = { -readonly [K in keyof T]: T[K] };

type Row = {
  id: number;
  phone: string;
  vehicle_id: number | null;
  terminal_no: string | null;
  auth_code: string | null;
  open_until_auth: boolean;
  protocol_version: number | null;
  registered: boolean;
  disabled_in?: number | null;
  removed_with?: number;
  stops_at?: number | null;
};

const COLUMNS = sql`t.id, t.phone, t.terminal_no, t.auth_code, t.open_until_auth, t.protocol_version,
    t.registered_at is not null or t.authenticated_at is not null as registered`;
/** The last day of service is served to its end, by the clocks of the zone. */
const select = (timeZone: string): Sql => sql`
  select ${COLUMNS}, case when v.state = 1 then v.id end as vehicle_id, case when v.state <> 1 then v.id end as disabled_in,
    case when v.department_id in (select department_id from service_stop)
      then (v.service_to + 1)::timestamp at time zone ${timeZone}::text end as stops_at
  from terminal t left join vehicle v on v.id = t.vehicle_id and v.deleted_at is null`;

/** The terminal of a vehicle in the recycle bin, by its phone; of several the newest. */
const removed = (phone: string): Sql => sql`
  select ${COLUMNS}, null::integer as vehicle_id, v.id as removed_with
  from vehicle v, jsonb_populate_record(null::terminal, v.removed_parts -> 'terminal') t
  where v.deleted_at is not null and v.removed_parts -> 'terminal' ->> 'phone' = ${phone}
  order by v.deleted_at desc limit 1`;

/** Phone number -> terminal, in memory; the database is asked once for a number it does not hold. */
export class Directory {
  readonly #db: Db;
  readonly #limits: GatewayLimits;
  readonly #now: () => number;
  readonly #select: Sql;
  readonly #entries = new Map<string, Writable<Entry>>();
  /** Numbers nobody knows, with when they may be looked up again. */
  readonly #unknown = new Map<string, number>();
  readonly #asked = new Map<string, Promise<Entry | undefined>>();
  /** Notes so far, and the number of each terminal's newest: a reading that began before it knows less. */
  #notes = 0;
  readonly #notedAt = new WeakMap<Entry, number>();

  constructor(db: Db, limits: GatewayLimits, now: () => number, timeZone = DEFAULT_TIME_ZONE) {
    this.#db = db;
    this.#limits = limits;
    this.#now = now;
    this.#select = select(timeZone);
  }

  /** Reads all terminals. */
  async load(): Promise<void> {
    for (const row of await this.#db.query<Row>(this.#select)) this.#put(row, this.#notes);
  }

  /** Takes over what was just stored of a terminal. */
  note(entry: Entry, stored: Partial<Credentials>): void {
    Object.assign(entry, stored);
    this.#notedAt.set(entry, ++this.#notes);
  }

  get(phone: string): Entry | undefined {
    return this.#entries.get(phone);
  }

  /** Whether some other terminal is archived under this terminal id. */
  hasTerminalNo(terminalNo: string, except: Entry): boolean {
    for (const entry of this.#entries.values())
      if (entry !== except && entry.removedWith === null && entry.terminalNo === terminalNo) return true;
    return false;
  }

  /** The terminal, from memory or the database; undefined when there is none. Rejects while the database is away. */
  async find(phone: string): Promise<Entry | undefined> {
    const known = this.#entries.get(phone);
    if (known !== undefined) return known;
    if ((this.#unknown.get(phone) ?? 0) > this.#now()) return undefined;
    let asked = this.#asked.get(phone);
    if (asked === undefined) {
      asked = this.#lookUp(phone).finally(() => this.#asked.delete(phone));
      this.#asked.set(phone, asked);
    }
    return asked;
  }

  /** Reads the terminals of these vehicles anew, as 'fleet.changed' asks; returns all entries concerned, those that are gone too. */
  async reload(vehicleIds: readonly number[]): Promise<Entry[]> {
    const ids = new Set(vehicleIds);
    const notes = this.#notes;
    const before = [...this.#entries.values()].filter((entry) => {
      const vehicleId = entry.vehicleId ?? entry.disabledIn ?? entry.removedWith;
      return vehicleId !== null && ids.has(vehicleId);
    });
    const rows = await this.#db.query<Row>(sql`
      ${this.#select} where t.vehicle_id = any(${[...ids]}) or t.id = any(${before.map(({ terminalId }) => terminalId)})`);
    const found = new Set(rows.map((row) => this.#put(row, notes)));
    const gone = before.filter((entry) => !found.has(entry));
    for (const entry of gone) {
      entry.gone = true;
      entry.vehicleId = null;
      entry.disabledIn = null;
      // the number may be another terminal's by now
      if (this.#entries.get(entry.phone) === entry) this.#entries.delete(entry.phone);
    }
    return [...found, ...gone];
  }

  async #lookUp(phone: string): Promise<Entry | undefined> {
    const notes = this.#notes;
    const row =
      (await this.#db.first<Row>(sql`${this.#select} where t.phone = ${phone}`)) ?? (await this.#db.first<Row>(removed(phone)));
    if (row !== undefined) return this.#put(row, notes);
    if (this.#unknown.size >= this.#limits.unknownPhones) this.#unknown.clear();
    this.#unknown.set(phone, this.#now() + this.#limits.unknownPhoneMs);
    return undefined;
  }

  /** Takes a terminal that was just made; the next `find` asks the database. */
  expect(phone: string): void {
    this.#unknown.delete(phone);
  }

  /** Takes a row of a reading that began after `notes` notes. */
  #put(row: Row, notes: number): Entry {
    const known = this.#entries.get(row.phone);
    this.#unknown.delete(row.phone);
    const fresh = {
      terminalId: row.id,
      phone: row.phone,
      vehicleId: row.vehicle_id,
      gone: false,
      disabledIn: row.disabled_in ?? null,
      removedWith: row.removed_with ?? null,
      stopsAt: row.stops_at ?? null,
      ...credentialsOf(row),
    };
    // a terminal that was removed and made again is another one
    if (known?.terminalId === row.id) {
      const outdated = (this.#notedAt.get(known) ?? 0) > notes;
      return Object.assign(known, fresh, outdated ? credentialsIn(known) : {});
    }
    if (known !== undefined) known.gone = true;
    this.#entries.set(row.phone, fresh);
    return fresh;
  }
}

function credentialsOf(row: Row): Credentials {
  return {
    terminalNo: row.terminal_no,
    authCode: row.auth_code,
    openUntilAuth: row.open_until_auth,
    version: row.protocol_version,
    registered: row.registered,
  };
}

function credentialsIn({ terminalNo, authCode, openUntilAuth, version, registered }: Entry): Credentials {
  return { terminalNo, authCode, openUntilAuth, version, registered };
}
