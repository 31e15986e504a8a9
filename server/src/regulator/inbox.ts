import type { BodyOf, Message, ReceivedMessage } from '@fleetwarden/protocol/jt809';
import { at, type Db, json, sql } from '../platform/db/database.ts';
import { COMMAND_PASSWORD, type FieldEncryption } from '../platform/resources/field-encryption.ts';
import type { RegulatorLimits } from './limits.ts';
import type { Superior } from './superiors.ts';
import { findVehicleByPlate } from './vehicles.ts';

/** A stored request of a superior platform, to users or to a terminal. */
export type StoredRequest =
  | { readonly kind: 'postCheck' | 'supervision' | 'platformMessage'; readonly id: number }
  | { readonly kind: 'request'; readonly id: number };

type Deps = {
  readonly db: Db;
  readonly encryption: Pick<FieldEncryption, 'encrypt'>;
  readonly superior: Superior;
  readonly limits: RegulatorLimits;
  readonly now: () => number;
};

export type Inbox = {
  /** Stores a request; null for other messages and for a repeated open request. Rejects without a database. */
  store(message: Message, heard: ReceivedMessage): Promise<StoredRequest | null>;
};

const MAX_TEXT_LENGTH = 2_000;
const cleanText = (text: string): string => text.replaceAll('\0', '').slice(0, MAX_TEXT_LENGTH);
const URGENT_OR_NORMAL = 1;
/** Final results of 0x1401: done, not handled. */
const FINAL_RESULTS = [1, 2];

/** The same serial within this is the same message. Later, the platform may have restarted its serials. */
const DUPLICATE_WINDOW_MS = 60_000;

/** Requests that become a command to a terminal. */
const TERMINAL_REQUESTS: ReadonlySet<string> = new Set(['listen', 'photoRequest', 'text', 'recorderRequest', 'emergencyLink']);

export function createInbox({ db, encryption, superior, limits, now }: Deps): Inbox {
  const encrypt = (password: string): string => (password === '' ? '' : encryption.encrypt(password, COMMAND_PASSWORD));

  const postCheck = async (body: BodyOf<'postCheck'>, serial: number): Promise<StoredRequest | null> => {
    const receivedAt = now();
    const deadline = receivedAt + (body.window ? body.window * 1000 : limits.postCheckMs);
    const row = await db.first<{ id: number }>(sql`
      insert into post_check (superior_id, serial, info_id, object_type, object_id, question, received_at, deadline_at,
        reply, replied_at, automatic)
      select ${superior.id}, ${serial}, ${body.infoId}, ${body.objectType ?? 1}, ${cleanText(body.objectId ?? '')}, ${cleanText(body.text)},
        ${at(receivedAt)}, ${at(deadline)}, ${superior.autoAnswer}::text,
        case when ${superior.autoAnswer}::text is not null then ${at(receivedAt)}::timestamptz end, ${superior.autoAnswer !== null}
      where not exists (
        -- a repeated open request
        select from post_check c where c.superior_id = ${superior.id} and c.info_id = ${body.infoId} and c.question = ${cleanText(body.text)}
          and c.deadline_at > ${at(receivedAt)})
      returning id`);
    if (row) return { kind: 'postCheck', id: row.id };
    // repeated after our answer: the answer was lost, so it is sent again
    await db.run(sql`
      update post_check set serial = ${serial}, taken_at = null
      where superior_id = ${superior.id} and info_id = ${body.infoId} and question = ${cleanText(body.text)} and serial <> ${serial}
        and deadline_at > ${at(receivedAt)} and replied_at is not null`);
    return null;
  };

  const urge = async (body: BodyOf<'urge'>, message: Message, serial: number): Promise<StoredRequest | null> => {
    const { sourceType = null, sourceSerial = null, supervisionId = null } = body;
    const alarm =
      sourceSerial === null || message.vehicle
        ? null
        : await db.first<{ vehicle_id: number; plate: string; type_id: number }>(sql`
            select a.vehicle_id, v.plate, a.type_id from superior_alarm o join alarm a on a.gid = o.gid
            join vehicle v on v.id = a.vehicle_id
            where o.superior_id = ${superior.id} and o.serial = ${sourceSerial} order by o.id desc limit 1`);
    const { plate, colour } = message.vehicle ?? { plate: alarm?.plate ?? '', colour: null };
    const vehicleId =
      message.vehicle === null
        ? (alarm?.vehicle_id ?? null)
        : await findVehicleByPlate(db, superior.id, message.vehicle.plate, message.vehicle.colour);
    const same = sql`
      s.superior_id = ${superior.id} and s.plate = ${cleanText(plate)} and s.warn_at = ${instant(body.warnTime)}
        and s.supervision_no is not distinct from ${supervisionId}::bigint
        and s.source_serial is not distinct from ${sourceSerial}::bigint`;
    // A final answer that was lost is sent again. After an answer without a final result it is a new request.
    const answered = await db.run(sql`
      update supervision s set serial = ${serial}, taken_at = case when s.serial = ${serial} then s.taken_at end
      where ${same} and s.replied_at is not null and s.result = any(${[...FINAL_RESULTS]})`);
    if (answered > 0) return null;
    const row = await db.first<{ id: number }>(sql`
      insert into supervision (superior_id, serial, supervision_no, source_type, source_serial, vehicle_id, plate, plate_colour,
        warn_source, warn_type, warn_at, deadline_at, level, supervisor, phone, mail, received_at)
      select ${superior.id}, ${serial}, ${supervisionId}::bigint, ${sourceType}::integer, ${sourceSerial}::bigint, ${vehicleId}::integer,
        ${cleanText(plate)}, ${colour}::smallint, ${body.warnSource ?? null}::smallint, ${body.warnType ?? null}::integer,
        ${instant(body.warnTime)}, ${instant(body.deadline)}, ${Math.min(body.level, URGENT_OR_NORMAL)}, ${cleanText(body.supervisor)},
        ${cleanText(body.phone)}, ${cleanText(body.mail)}, ${at(now())}
      where not exists (
        select from supervision s where ${same} and s.replied_at is null)
      returning id`);
    return row ? { kind: 'supervision', id: row.id } : null;
  };

  const platformMessage = async (body: BodyOf<'platformText'>, serial: number): Promise<StoredRequest | null> => {
    const row = await db.first<{ id: number }>(sql`
      insert into platform_message (superior_id, serial, info_id, object_type, object_id, content, received_at)
      select ${superior.id}, ${serial}, ${body.infoId}, ${body.objectType}, ${cleanText(body.objectId)}, ${cleanText(body.text)}, ${at(now())}
      where not exists (
        -- a repeated open message
        select from platform_message m where m.superior_id = ${superior.id} and m.info_id = ${body.infoId}
          and m.content = ${cleanText(body.text)} and m.answered_at is null)
      returning id`);
    return row ? { kind: 'platformMessage', id: row.id } : null;
  };

  const request = async (message: Message, serial: number): Promise<StoredRequest | null> => {
    if (!message.vehicle) return null;
    const { plate, colour } = message.vehicle;
    const vehicleId = await findVehicleByPlate(db, superior.id, plate, colour);
    // the password is encrypted, and deleted after the terminal received it
    const body = message.type === 'emergencyLink' ? { ...message.body, password: encrypt(message.body.password) } : message.body;
    const row = await db.first<{ id: number }>(sql`
      insert into superior_request (superior_id, message_id, serial, vehicle_id, plate, plate_colour, body, received_at)
      select ${superior.id}, ${message.id}, ${serial}, ${vehicleId}::integer, ${cleanText(plate)}, ${colour},
        ${json(body).replaceAll('\\u0000', '')}::jsonb, ${at(now())}
      where not exists (
        -- a duplicate is executed once
        select from superior_request r where r.superior_id = ${superior.id} and r.message_id = ${message.id} and r.serial = ${serial}
          and r.plate = ${cleanText(plate)} and (r.answered_at is null or r.received_at > ${at(now() - DUPLICATE_WINDOW_MS)}))
      returning id`);
    return row ? { kind: 'request', id: row.id } : null;
  };

  return {
    store: async (message, { header: { serial } }) => {
      if (message.type === 'postCheck') return postCheck(message.body, serial);
      if (message.type === 'urge') return urge(message.body, message, serial);
      if (message.type === 'platformText') return platformMessage(message.body, serial);
      if (TERMINAL_REQUESTS.has(message.type)) return request(message, serial);
      return null;
    },
  };
}

/** 9999-12-31: a platform may send any number. */
const LAST_SECOND = 253_402_300_799;
const instant = (seconds: number): Date => at(Math.min(seconds, LAST_SECOND) * 1000);
