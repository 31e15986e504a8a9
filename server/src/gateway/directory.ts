import { DEFAULT_TIME_ZONE } from '@fleetwarden/domain/business-day';
import type { TextEncoding } from '@fleetwarden/protocol/codec';
import { type Db, type Sql, sql } from '../platform/db/database.ts';
import type { GatewayLimits } from './limits.ts';
import type { TerminalDetails } from './terminal-store.ts';

/** The fields of a terminal that the gateway changes, by `update`. */
type Credentials = {
  readonly terminalNo: string | null;
  readonly authCode: string | null;
  readonly openUntilAuth: boolean;
  /** 808 version of the last authentication; null before the first. */
  readonly version: number | null;
  /** Whether it ever had a code of this platform. If so, it cannot bring its own code. */
  readonly registered: boolean;
  /** Whether it presented its present code. */
  readonly authenticated: boolean;
  /** The device that registered; null: not known. */
  readonly device: TerminalDetails | null;
  /** Until then another device may register once, epoch ms. */
  readonly registrationOpenUntil: number | null;
};

/** A terminal. The object stays the same while the terminal exists, and is changed in place. */
export type Entry = Credentials & {
  readonly terminalId: number;
  /** The identity on the wire (phoneKey). */
  readonly phone: string;
  /** null: no vehicle, or the vehicle is deleted or disabled. */
  readonly vehicleId: number | null;
  /** Its vehicle, if that is disabled. Its messages are refused. */
  readonly disabledIn: number | null;
  /** Whether the terminal was deleted. */
  readonly gone: boolean;
  /** Its vehicle, if that is in the recycle bin. Such a terminal is not unknown. */
  readonly removedWith: number | null;
  /** Whether its headers have 17 bytes without the version bit; null: as its messages show. */
  readonly wideHeader: boolean | null;
  readonly textEncoding: TextEncoding;
  /** The terminal is refused from here on, because the service of its vehicle ends (epoch ms). null: no limit. */
  readonly stopsAt: number | null;
};

/** Whether the terminal is refused because the service of its vehicle ended. */
export const isStopped = ({ stopsAt }: Entry, now: number): boolean => stopsAt !== null && now >= stopsAt;

/** header_form and text_encoding. */
const [WIDE_HEADER, UTF8] = [2, 2];
const readEncoding = (stored: number | null | undefined): TextEncoding => (stored === UTF8 ? 'utf8' : 'gbk');

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
  authenticated: boolean;
  registered_device: TerminalDetails | null;
  registration_open_until: number | null;
  header_form?: number | null;
  text_encoding?: number | null;
  disabled_in?: number | null;
  removed_with?: number;
  stops_at?: number | null;
};

const COLUMNS = sql`t.id, t.phone, t.terminal_no, t.auth_code, t.open_until_auth, t.protocol_version,
    t.registered_at is not null or t.authenticated_at is not null as registered, t.authenticated_at is not null as authenticated,
    t.registered_device, t.registration_open_until`;
/** The service includes its last day, in the time zone. */
const selectTerminals = (timeZone: string): Sql => sql`
  select ${COLUMNS}, case when v.state = 1 then v.id end as vehicle_id, case when v.state <> 1 then v.id end as disabled_in,
    case when v.department_id in (select department_id from service_stop)
      then (v.service_to + 1)::timestamp at time zone ${timeZone}::text end as stops_at,
    s.header_form, s.text_encoding
  from terminal t join terminal_setting s on s.terminal_id = t.id left join vehicle v on v.id = t.vehicle_id and v.deleted_at is null`;

/** The terminal of the last deleted vehicle in the recycle bin, by phone number. */
const selectDeleted = (phone: string): Sql => sql`
  select ${COLUMNS}, null::integer as vehicle_id, v.id as removed_with
  from vehicle v, jsonb_populate_record(null::terminal, v.removed_parts -> 'terminal') t
  where v.deleted_at is not null and v.removed_parts -> 'terminal' ->> 'phone' = ${phone}
  order by v.deleted_at desc limit 1`;

/** Phone number -> terminal, in memory. A number that is not in memory is looked up in the database once. */
export class Directory {
  readonly #db: Db;
  readonly #limits: GatewayLimits;
  readonly #now: () => number;
  readonly #select: Sql;
  readonly #entries = new Map<string, Writable<Entry>>();
  /** Negative cache: unknown numbers, and when each may be looked up again. */
  readonly #unknown = new Map<string, number>();
  readonly #lookups = new Map<string, Promise<Entry | undefined>>();
  /** Numbers updates and queries in the order of their start. */
  #steps = 0;
  /** The last update of each terminal: a query that started before it has stale credentials. */
  readonly #updatedAt = new WeakMap<Entry, number>();
  /** The query that each terminal is from. One that started earlier may be answered later, and has stale values. */
  readonly #readAt = new WeakMap<Entry, number>();

  constructor(db: Db, limits: GatewayLimits, now: () => number, timeZone = DEFAULT_TIME_ZONE) {
    this.#db = db;
    this.#limits = limits;
    this.#now = now;
    this.#select = selectTerminals(timeZone);
  }

  /** Number of terminals in memory. */
  get size(): number {
    return this.#entries.size;
  }

  /** Loads all terminals. */
  async load(): Promise<void> {
    const step = ++this.#steps;
    for (const row of await this.#db.query<Row>(this.#select)) this.#put(row, step);
  }

  /** Applies a change that was just stored. */
  update(entry: Entry, stored: Partial<Credentials>): void {
    Object.assign(entry, stored);
    this.#updatedAt.set(entry, ++this.#steps);
  }

  get(phone: string): Entry | undefined {
    return this.#entries.get(phone);
  }

  /** Whether another terminal has this terminal id. */
  hasTerminalNo(terminalNo: string, except: Entry): boolean {
    for (const entry of this.#entries.values())
      if (entry !== except && entry.removedWith === null && entry.terminalNo === terminalNo) return true;
    return false;
  }

  /** Finds a terminal in memory or in the database; undefined if there is none. Rejects while the database is down. */
  async find(phone: string): Promise<Entry | undefined> {
    const known = this.#entries.get(phone);
    if (known !== undefined) return known;
    if ((this.#unknown.get(phone) ?? 0) > this.#now()) return undefined;
    let lookup = this.#lookups.get(phone);
    if (lookup === undefined) {
      lookup = this.#lookUp(phone).finally(() => this.#lookups.delete(phone));
      this.#lookups.set(phone, lookup);
    }
    return lookup;
  }

  /** Reloads the terminals of these vehicles after 'fleet.changed'; returns their entries, deleted ones included. */
  async reload(vehicleIds: readonly number[]): Promise<Entry[]> {
    const ids = new Set(vehicleIds);
    const step = ++this.#steps;
    const before = [...this.#entries.values()].filter((entry) => {
      const vehicleId = entry.vehicleId ?? entry.disabledIn ?? entry.removedWith;
      return vehicleId !== null && ids.has(vehicleId);
    });
    const rows = await this.#db.query<Row>(sql`
      ${this.#select} where t.vehicle_id = any(${[...ids]}) or t.id = any(${before.map(({ terminalId }) => terminalId)})`);
    const current = new Set(rows.map((row) => this.#put(row, step)));
    const gone = before.filter((entry) => !current.has(entry) && !this.#isNewer(entry, step));
    for (const entry of gone) {
      entry.gone = true;
      entry.vehicleId = null;
      entry.disabledIn = null;
      // another terminal may have the number now
      if (this.#entries.get(entry.phone) === entry) this.#entries.delete(entry.phone);
    }
    return [...current, ...gone];
  }

  async #lookUp(phone: string): Promise<Entry | undefined> {
    const step = ++this.#steps;
    const row =
      (await this.#db.first<Row>(sql`${this.#select} where t.phone = ${phone}`)) ??
      (await this.#db.first<Row>(selectDeleted(phone)));
    if (row !== undefined) return this.#put(row, step);
    if (this.#unknown.size >= this.#limits.unknownPhones) this.#unknown.clear();
    this.#unknown.set(phone, this.#now() + this.#limits.unknownPhoneMs);
    return undefined;
  }

  /** Removes a number from the negative cache; the next `find` queries the database. */
  forgetUnknown(phone: string): void {
    this.#unknown.delete(phone);
  }

  #isNewer = (entry: Entry, step: number): boolean => (this.#readAt.get(entry) ?? 0) > step;

  /** Stores a row of query `step`. */
  #put(row: Row, step: number): Entry {
    const known = this.#entries.get(row.phone);
    this.#unknown.delete(row.phone);
    if (known !== undefined && this.#isNewer(known, step)) return known;
    const fresh = {
      terminalId: row.id,
      phone: row.phone,
      vehicleId: row.vehicle_id,
      gone: false,
      disabledIn: row.disabled_in ?? null,
      removedWith: row.removed_with ?? null,
      stopsAt: row.stops_at ?? null,
      wideHeader: row.header_form == null ? null : row.header_form === WIDE_HEADER,
      textEncoding: readEncoding(row.text_encoding),
      ...rowCredentials(row),
    };
    // a terminal that was deleted and created again is a new one
    if (known?.terminalId === row.id) {
      const isStale = (this.#updatedAt.get(known) ?? 0) > step;
      this.#readAt.set(known, step);
      return Object.assign(known, fresh, isStale ? entryCredentials(known) : {});
    }
    if (known !== undefined) known.gone = true;
    this.#entries.set(row.phone, fresh);
    this.#readAt.set(fresh, step);
    return fresh;
  }
}

function rowCredentials(row: Row): Credentials {
  return {
    terminalNo: row.terminal_no,
    authCode: row.auth_code,
    openUntilAuth: row.open_until_auth,
    version: row.protocol_version,
    registered: row.registered,
    authenticated: row.authenticated,
    device: row.registered_device,
    registrationOpenUntil: row.registration_open_until,
  };
}

function entryCredentials(entry: Entry): Credentials {
  const { terminalNo, authCode, openUntilAuth, version, registered, authenticated, device, registrationOpenUntil } = entry;
  return { terminalNo, authCode, openUntilAuth, version, registered, authenticated, device, registrationOpenUntil };
}
