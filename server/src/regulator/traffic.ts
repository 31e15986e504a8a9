import { HOUR_MS, MINUTE_MS } from '@fleetwarden/domain/durations';
import type { Content, ReceivedMessage, Revision, Sent } from '@fleetwarden/protocol/jt809';
import type { ServerBus } from '../platform/bus/server-events.ts';
import { at, type Db, sql } from '../platform/db/database.ts';
import type { Log } from '../platform/observe/log.ts';
import { REGULATOR_LIMITS, type RegulatorLimits } from './limits.ts';

export const MAIN = 0;
export const SUB = 1;
export type LinkName = typeof MAIN | typeof SUB;

/** LINK_STATE */
export const LINK_STATE = { notLinked: 0, linking: 1, signedIn: 2, cut: 3 } as const;
export type LinkState = (typeof LINK_STATE)[keyof typeof LINK_STATE];

/** A link of a superior platform. */
export type LinkKey = { readonly superiorId: number; readonly link: LinkName };

/** Write-behind log and counters of the messages on the links. */
export type Traffic = {
  sent(where: LinkKey, content: Content, sent: Sent, revision: Revision): void;
  heard(where: LinkKey, heard: ReceivedMessage): void;
  /** Counts a bad frame. */
  bad(where: LinkKey, reason: string, bytes: Uint8Array): void;
  state(where: LinkKey, state: LinkState, reason?: string): void;
  /** Counts positions. `vehicleId`: of acknowledged ones. */
  forwarded(superiorId: number, positions: Forwarded): void;
  /** Sets the number of waiting rows. */
  queued(superiorId: number, rows: number): void;
  /** Resolves when everything up to now is written; a failure is logged. */
  flush(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
};

type MessageRow = {
  readonly where: LinkKey;
  readonly at: number;
  readonly down: boolean;
  readonly id: number;
  readonly serial: number;
  readonly plate: string | null;
  readonly revision: Revision | null;
  readonly body: Uint8Array;
  readonly fault: string | null;
};
type StateRow = { readonly where: LinkKey; readonly at: number; readonly state: LinkState; readonly reason: string | null };
/** Positions that were acknowledged (0x1202: sent, 0x1203: filled), and failed ones. */
type Forwarded = {
  readonly sent: number;
  readonly filled: number;
  readonly failed: number;
  readonly vehicleId: number | null;
};
type ForwardCounters = { sent: number; filled: number; failed: number; readonly vehicleIds: Set<number> };
type LinkCounters = { sent: number; failed: number; received: number; queued: number | null; heartbeatAt: number | null };

/** Positions and heartbeats: too many to store each. */
const BULK: ReadonlySet<number> = new Set([0x1202, 0x1203, 0x1005, 0x1006, 0x9005, 0x9006, 0x9202, 0x9203]);
/** Messages with passwords in the body. */
const SECRET: ReadonlySet<number> = new Set([0x1001, 0x1003, 0x1701, 0x1b02, 0x9505, 0x9801, 0x9902, 0x9a01, 0x9b01]);
const HEARTBEAT_ANSWERS: ReadonlySet<number> = new Set([0x1006, 0x9005]);
const EMPTY = new Uint8Array();
/** Longer bodies are stored truncated. */
const MAX_BODY_BYTES = 65_536;

export function createTraffic(deps: {
  readonly db: Db;
  readonly bus: ServerBus;
  readonly log: Log;
  readonly limits: RegulatorLimits;
  readonly now: () => number;
  /** Its days count vehicles. */
  readonly timeZone: string;
}): Traffic {
  const { db, bus, log, limits, now, timeZone } = deps;
  let counts = new Map<string, { messages: number; bytes: number }>();
  let messages: MessageRow[] = [];
  let states: StateRow[] = [];
  let sums = new Map<number, LinkCounters>();
  /** By platform and hour. */
  let forwards = new Map<string, ForwardCounters>();
  const bulk = new Map<number, { minute: number; stored: number }>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  const getCounters = (superiorId: number): LinkCounters => {
    const known = sums.get(superiorId) ?? { sent: 0, failed: 0, received: 0, queued: null, heartbeatAt: null };
    sums.set(superiorId, known);
    return known;
  };
  const count = ({ superiorId }: LinkKey, id: number, down: boolean, bytes: number) => {
    const hour = Math.floor(now() / HOUR_MS) * HOUR_MS;
    const key = `${superiorId}/${hour}/${id}/${down}`;
    const known = counts.get(key) ?? { messages: 0, bytes: 0 };
    known.messages++;
    known.bytes += bytes;
    counts.set(key, known);
  };
  const shouldStore = (superiorId: number, id: number): boolean => {
    if (messages.length >= limits.messagesBuffered) return false;
    if (!BULK.has(id)) return true;
    const minute = Math.floor(now() / MINUTE_MS);
    const known = bulk.get(superiorId);
    const stored = known?.minute === minute ? known.stored + 1 : 1;
    bulk.set(superiorId, { minute, stored });
    return stored <= limits.bulkPerMinute;
  };
  const storeMessage = (row: Omit<MessageRow, 'at'>) => {
    if (!shouldStore(row.where.superiorId, row.id)) return;
    const body = SECRET.has(row.id) ? EMPTY : row.body.slice(0, MAX_BODY_BYTES);
    // invalid GBK may decode to NUL, which PostgreSQL refuses
    messages.push({ ...row, plate: row.plate?.replaceAll('\0', '') ?? null, body, at: now() });
  };

  const write = async () => {
    const batch = { counts, messages, states, sums, forwards };
    [counts, messages, states, sums, forwards] = [new Map(), [], [], new Map(), new Map()];
    try {
      await db.transaction(async (tx) => {
        for (const statement of createStatements(batch, timeZone)) await tx.run(statement);
      });
      for (const { where } of batch.states) bus.publish('superior.link', { superiorId: where.superiorId });
    } catch (err) {
      log.warn({ err, messages: batch.messages.length }, 'traffic of superior links not stored');
    }
  };
  const flush = () => {
    writing = writing.then(write);
    return writing;
  };

  return {
    sent: (where, content, { id, serial, body, bytes }, revision) => {
      count(where, id, false, bytes);
      getCounters(where.superiorId).sent++;
      const plate = content.vehicle?.plate ?? null;
      storeMessage({ where, down: false, id, serial, plate, revision, body, fault: null });
    },
    heard: (where, { header, body, message, fault }) => {
      const id = message?.id ?? header.id;
      count(where, id, true, header.length);
      const own = getCounters(where.superiorId);
      own.received++;
      if (HEARTBEAT_ANSWERS.has(id)) own.heartbeatAt = now();
      const plate = message?.vehicle?.plate ?? null;
      storeMessage({ where, down: true, id, serial: header.serial, plate, revision: message?.revision ?? null, body, fault });
    },
    bad: (where, reason, bytes) => {
      getCounters(where.superiorId).failed++;
      storeMessage({ where, down: true, id: 0, serial: 0, plate: null, revision: null, body: bytes, fault: reason });
    },
    state: (where, state, reason) => {
      states.push({ where, at: now(), state, reason: reason ?? null });
      // without delay, for the list of platforms
      void flush();
    },
    forwarded: (superiorId, { sent, filled, failed, vehicleId }) => {
      const key = `${superiorId}/${Math.floor(now() / HOUR_MS) * HOUR_MS}`;
      const known = forwards.get(key) ?? { sent: 0, filled: 0, failed: 0, vehicleIds: new Set() };
      forwards.set(key, known);
      known.sent += sent;
      known.filled += filled;
      known.failed += failed;
      if (vehicleId !== null) known.vehicleIds.add(vehicleId);
    },
    queued: (superiorId, rows) => {
      getCounters(superiorId).queued = rows;
    },
    flush,
    start: () => {
      timer = setInterval(() => void flush(), limits.trafficMs);
    },
    stop: async () => {
      clearInterval(timer);
      await flush();
    },
  };
}

/** Maintenance: deletes expired messages, link records and late positions. `now`: epoch ms. Returns the number of rows. */
export async function forgetTraffic(db: Db, now: number, limits: RegulatorLimits = REGULATOR_LIMITS): Promise<number> {
  const messages = await db.run(sql`delete from link_message where at < ${at(now - limits.messagesKeptMs)}`);
  const logged = await db.run(sql`delete from link_log where at < ${at(now - limits.recordsKeptMs)}`);
  const counted = await db.run(sql`delete from link_traffic where hour < ${at(now - limits.recordsKeptMs)}`);
  const forwarded = await db.run(sql`delete from link_forward where hour < ${at(now - limits.recordsKeptMs)}`);
  const vehicles = await db.run(sql`delete from link_forward_vehicle where day < ${at(now - limits.forwardedKeptMs)}::date`);
  const late = await db.run(sql`
    delete from superior_late l where l.gnss_at < ${at(now - limits.lateKeptMs)}
      or not exists (select from superior_platform p where p.id = l.superior_id)`);
  return messages + logged + counted + forwarded + vehicles + late;
}

type Batch = {
  readonly counts: ReadonlyMap<string, { readonly messages: number; readonly bytes: number }>;
  readonly messages: readonly MessageRow[];
  readonly states: readonly StateRow[];
  readonly sums: ReadonlyMap<number, LinkCounters>;
  readonly forwards: ReadonlyMap<string, ForwardCounters>;
};

function* createStatements(batch: Batch, timeZone: string) {
  for (const [key, { messages, bytes }] of batch.counts) {
    const [superiorId, hour, id, down] = key.split('/');
    yield sql`
      insert into link_traffic (superior_id, hour, message_id, down, messages, bytes)
      select id, ${at(Number(hour))}, ${Number(id)}, ${down === 'true'}, ${messages}, ${bytes}
      from superior_platform where id = ${Number(superiorId)}
      on conflict (superior_id, hour, message_id, down) do update
      set messages = link_traffic.messages + excluded.messages, bytes = link_traffic.bytes + excluded.bytes`;
  }
  for (const [key, { sent, filled, failed, vehicleIds }] of batch.forwards) {
    const [superiorId, hour] = key.split('/').map(Number) as [number, number];
    yield sql`
      insert into link_forward (superior_id, hour, sent, filled, failed)
      select id, ${at(hour)}, ${sent}, ${filled}, ${failed} from superior_platform where id = ${superiorId}
      on conflict (superior_id, hour) do update set sent = link_forward.sent + excluded.sent,
        filled = coalesce(link_forward.filled, 0) + excluded.filled, failed = coalesce(link_forward.failed, 0) + excluded.failed`;
    yield sql`
      insert into link_forward_vehicle (superior_id, day, vehicle_id)
      select p.id, (${at(hour)}::timestamptz at time zone ${timeZone}::text)::date, u.id
      from superior_platform p cross join unnest(${[...vehicleIds]}::integer[]) u (id) where p.id = ${superiorId}
      on conflict do nothing`;
  }
  if (batch.messages.length > 0) yield insertMessages(batch.messages);
  for (const { where, at: time, state, reason } of batch.states) {
    yield sql`
      insert into link_log (superior_id, at, link, state, reason)
      select id, ${at(time)}, ${where.link}, ${state}, ${reason} from superior_platform where id = ${where.superiorId}`;
    yield where.link === MAIN
      ? upsertMainState(where.superiorId, time, state, reason)
      : upsertSubState(where.superiorId, time, state, reason);
  }
  for (const [superiorId, { sent, failed, received, queued, heartbeatAt }] of batch.sums)
    yield sql`
      insert into superior_link (superior_id, sent, failed, received, queued, heartbeat_at)
      select id, ${sent}, ${failed}, ${received}, ${queued ?? 0}, ${at(heartbeatAt)} from superior_platform where id = ${superiorId}
      on conflict (superior_id) do update set sent = superior_link.sent + excluded.sent, failed = superior_link.failed + excluded.failed,
        received = superior_link.received + excluded.received, queued = coalesce(${queued}::integer, superior_link.queued),
        heartbeat_at = coalesce(excluded.heartbeat_at, superior_link.heartbeat_at), updated_at = now()`;
}

const insertMessages = (rows: readonly MessageRow[]) => sql`
  insert into link_message (superior_id, at, link, down, message_id, serial, plate, revision, body, fault)
  select u.superior_id, to_timestamp(u.ms / 1000.0), u.link, u.down, u.message_id, u.serial, u.plate, u.revision, u.body, u.fault
  from unnest(${rows.map(({ where }) => where.superiorId)}::integer[], ${rows.map((row) => row.at)}::float8[],
    ${rows.map(({ where }) => where.link)}::smallint[], ${rows.map(({ down }) => down)}::boolean[], ${rows.map(({ id }) => id)}::integer[],
    ${rows.map(({ serial }) => serial)}::bigint[], ${rows.map(({ plate }) => plate)}::text[],
    ${rows.map(({ revision }) => revision)}::smallint[], ${rows.map(({ body }) => Buffer.from(body))}::bytea[],
    ${rows.map(({ fault }) => fault)}::text[]) u (superior_id, ms, link, down, message_id, serial, plate, revision, body, fault)
  where exists (select from superior_platform p where p.id = u.superior_id)`;

const isDown = (state: number): boolean => state === LINK_STATE.linking || state === LINK_STATE.cut;

// the counters restart at each login of the main link
const upsertMainState = (superiorId: number, time: number, state: LinkState, reason: string | null) => sql`
  insert into superior_link (superior_id, main_state, main_since, main_reason, down_since)
  select id, ${state}, ${at(time)}, ${reason}, ${isDown(state) ? at(time) : null}::timestamptz
  from superior_platform where id = ${superiorId}
  on conflict (superior_id) do update set main_state = excluded.main_state, main_since = excluded.main_since,
    main_reason = excluded.main_reason, updated_at = now(),
    down_since = case when excluded.down_since is not null then coalesce(superior_link.down_since, excluded.down_since) end,
    sent = case when ${state} = ${LINK_STATE.signedIn} then 0 else superior_link.sent end,
    failed = case when ${state} = ${LINK_STATE.signedIn} then 0 else superior_link.failed end,
    received = case when ${state} = ${LINK_STATE.signedIn} then 0 else superior_link.received end`;

const upsertSubState = (superiorId: number, time: number, state: LinkState, reason: string | null) => sql`
  insert into superior_link (superior_id, sub_state, sub_since, sub_reason)
  select id, ${state}, ${at(time)}, ${reason} from superior_platform where id = ${superiorId}
  on conflict (superior_id) do update set sub_state = excluded.sub_state, sub_since = excluded.sub_since,
    sub_reason = excluded.sub_reason, updated_at = now()`;
