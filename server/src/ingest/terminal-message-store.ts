import { MINUTE_MS } from '@fleetwarden/domain/durations';
import { at, type Db, json, sql } from '../platform/db/database.ts';

/** Why a message is stored as received, by its number in `terminal_message`. */
const REASONS = { unknown: 1, uninterpreted: 2, item: 3, incomplete: 4, unreadable: 5 } as const;

/** A message that the platform does not interpret, or a part of one. */
export type TerminalMessage = {
  readonly vehicleId: number;
  /** Epoch ms. */
  readonly receivedAt: number;
  readonly messageId: number;
  readonly serial: number;
  readonly reason: keyof typeof REASONS;
  /** The message's own type, or the id of an additional item; null: it has none. */
  readonly subType: number | null;
  readonly body: Uint8Array;
};

export type TerminalMessageStore = {
  /**
   * Stores a message; resolves after the commit. A repetition within minutes is stored once. Rejects while the database is
   * unavailable, or if too many messages wait.
   */
  keep(message: TerminalMessage): Promise<void>;
};

/** Stored bytes of a body, messages and bytes of one vehicle: a talkative terminal must not fill the disk. */
const MAX_BODY_BYTES = 64 * 1024;
const MAX_VEHICLE_MESSAGES = 2_000;
const MAX_VEHICLE_BYTES = 4 * 1024 * 1024;
/** After this many messages or bytes of a vehicle its oldest are deleted. */
const TRIM_AFTER_MESSAGES = 200;
const TRIM_AFTER_BYTES = 512 * 1024;
/** The same message again within this is a repetition, ms. */
const REPEATED_WITHIN_MS = 10 * MINUTE_MS;
const MAX_BATCH = 200;
const MAX_WAITING = 5_000;
/** Vehicles whose messages are counted in memory until their next deletion. */
const MAX_COUNTED = 50_000;
const DELETED_AT_ONCE = 5_000;

type Waiting = { readonly message: TerminalMessage; readonly resolve: () => void; readonly reject: (error: unknown) => void };

/** Messages are written in batches: those that arrive during a commit are the next batch. */
export function createTerminalMessageStore({ db }: { readonly db: Db }): TerminalMessageStore {
  let waiting: Waiting[] = [];
  let writing = false;
  const counts = new Map<number, { messages: number; bytes: number }>();

  const writeAll = async (): Promise<void> => {
    writing = true;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, MAX_BATCH);
      waiting = waiting.slice(MAX_BATCH);
      try {
        await insert(
          db,
          batch.map(({ message }) => message),
        );
        for (const { resolve } of batch) resolve();
        await trim(batch);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    writing = false;
  };

  /** Deletes the oldest messages of vehicles that sent many. */
  const trim = async (batch: readonly Waiting[]): Promise<void> => {
    const full: number[] = [];
    for (const { message } of batch) {
      const count = counts.get(message.vehicleId) ?? { messages: 0, bytes: 0 };
      count.messages++;
      count.bytes += message.body.length;
      if (count.messages < TRIM_AFTER_MESSAGES && count.bytes < TRIM_AFTER_BYTES) counts.set(message.vehicleId, count);
      else {
        counts.delete(message.vehicleId);
        full.push(message.vehicleId);
      }
    }
    if (counts.size > MAX_COUNTED) counts.clear();
    if (full.length > 0)
      await db.run(sql`
        delete from terminal_message where id in (
          select id from (
            select id, row_number() over newest as place, sum(length(body)) over newest as bytes from terminal_message
            where vehicle_id = any(${full}) window newest as (partition by vehicle_id order by received_at desc, id desc)) m
          where place > ${MAX_VEHICLE_MESSAGES} or bytes > ${MAX_VEHICLE_BYTES})`);
  };

  return {
    keep: (message) => {
      if (waiting.length >= MAX_WAITING) return Promise.reject(new Error('too many terminal messages wait'));
      return new Promise((resolve, reject) => {
        waiting.push({ message: { ...message, body: message.body.slice() }, resolve, reject });
        if (!writing) void writeAll();
      });
    },
  };
}

async function insert(db: Db, messages: readonly TerminalMessage[]): Promise<void> {
  const rows = messages.map(({ vehicleId, receivedAt, messageId, subType, serial, reason, body }) => ({
    vehicle: vehicleId,
    received: new Date(receivedAt).toISOString(),
    message: messageId,
    sub: subType,
    serial,
    reason: REASONS[reason],
    bytes: body.length,
    hex: Buffer.from(body.subarray(0, MAX_BODY_BYTES)).toString('hex'),
  }));
  await db.run(sql`
    insert into terminal_message (vehicle_id, received_at, message_id, sub_type, serial, reason, bytes, body)
    select distinct on (v.id, r.message, r.sub, r.serial, r.reason, r.hex)
      v.id, r.received, r.message, r.sub, r.serial, r.reason, r.bytes, decode(r.hex, 'hex')
    from jsonb_to_recordset(${json(rows)}::jsonb) r (vehicle integer, received timestamptz, message integer, sub smallint,
      serial integer, reason smallint, bytes integer, hex text)
    join vehicle v on v.id = r.vehicle
    where not exists (
      select from terminal_message m
      where m.vehicle_id = v.id and m.received_at > r.received - make_interval(secs => ${REPEATED_WITHIN_MS / 1000})
        and m.message_id = r.message and m.serial = r.serial and m.reason = r.reason and m.bytes = r.bytes
        and m.sub_type is not distinct from r.sub and m.body = decode(r.hex, 'hex'))`);
}

/** Deletes messages received before a time (epoch ms), for the maintenance job. Returns their number. */
export async function deleteExpiredMessages(db: Db, before: number): Promise<number> {
  let deleted = 0;
  for (let rows = DELETED_AT_ONCE; rows === DELETED_AT_ONCE; deleted += rows)
    rows = await db.run(sql`
      delete from terminal_message where id = any(array(
        select id from terminal_message where received_at < ${at(before)}
        order by received_at limit ${DELETED_AT_ONCE}))`);
  return deleted;
}
