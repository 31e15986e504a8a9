import type { BodyOf, Heard, Message } from '@fleetwarden/protocol/jt809';
import { at, type Db, json, sql } from '../platform/db/database.ts';
import type { Seal } from '../platform/resources/seal.ts';
import type { RegulatorLimits } from './limits.ts';
import type { Superior } from './superiors.ts';
import { EMERGENCY_PASSWORD } from './terminal-requests.ts';
import { vehicleByPlate } from './vehicles.ts';

/** What a superior platform asks of people here and of terminals, written down before it is told to anybody. */
export type Asked =
  | { readonly kind: 'postCheck' | 'supervision' | 'platformMessage'; readonly id: number }
  | { readonly kind: 'request'; readonly id: number };

type Deps = {
  readonly db: Db;
  readonly seal: Pick<Seal, 'close'>;
  readonly superior: Superior;
  readonly limits: RegulatorLimits;
  readonly now: () => number;
};

export type Inbox = {
  /** Writes down what is asked; null for what is no question, or was asked already and is still open. Rejects without a database. */
  take(message: Message, heard: Heard): Promise<Asked | null>;
};

const MAX_TEXT = 2_000;
const cut = (text: string): string => text.replaceAll('\0', '').slice(0, MAX_TEXT);
const URGENT_OR_NORMAL = 1;
/** Of 0x1401: done, and not handled. */
const FINAL = [1, 2];

/** A serial that comes again so soon is the same message, even where it was answered by then; later, a platform may have begun anew. */
const TWICE_WITHIN_MS = 60_000;

/** Which messages have a terminal do something. */
const REQUESTS: ReadonlySet<string> = new Set(['listen', 'photoRequest', 'text', 'recorderRequest', 'emergencyLink']);

export function createInbox({ db, seal, superior, limits, now }: Deps): Inbox {
  const closed = (password: string): string => (password === '' ? '' : seal.close(password, EMERGENCY_PASSWORD));

  const postCheck = async (body: BodyOf<'postCheck'>, serial: number): Promise<Asked | null> => {
    const receivedAt = now();
    const deadline = receivedAt + (body.window ? body.window * 1000 : limits.postCheckMs);
    const row = await db.first<{ id: number }>(sql`
      insert into post_check (superior_id, serial, info_id, object_type, object_id, question, received_at, deadline_at,
        reply, replied_at, automatic)
      select ${superior.id}, ${serial}, ${body.infoId}, ${body.objectType ?? 1}, ${cut(body.objectId ?? '')}, ${cut(body.text)},
        ${at(receivedAt)}, ${at(deadline)}, ${superior.autoAnswer}::text,
        case when ${superior.autoAnswer}::text is not null then ${at(receivedAt)}::timestamptz end, ${superior.autoAnswer !== null}
      where not exists (
        -- asked again because nobody answered so far
        select from post_check c where c.superior_id = ${superior.id} and c.info_id = ${body.infoId} and c.question = ${cut(body.text)}
          and c.deadline_at > ${at(receivedAt)})
      returning id`);
    if (row) return { kind: 'postCheck', id: row.id };
    // asked anew though it was answered: that did not arrive there, or was not understood
    await db.run(sql`
      update post_check set serial = ${serial}, taken_at = null
      where superior_id = ${superior.id} and info_id = ${body.infoId} and question = ${cut(body.text)} and serial <> ${serial}
        and deadline_at > ${at(receivedAt)} and replied_at is not null`);
    return null;
  };

  const urge = async (body: BodyOf<'urge'>, message: Message, serial: number): Promise<Asked | null> => {
    const { sourceType = null, sourceSerial = null, supervisionId = null } = body;
    const about =
      sourceSerial === null || message.vehicle
        ? null
        : await db.first<{ vehicle_id: number; plate: string; type_id: number }>(sql`
            select a.vehicle_id, v.plate, a.type_id from superior_alarm o join alarm a on a.gid = o.gid
            join vehicle v on v.id = a.vehicle_id
            where o.superior_id = ${superior.id} and o.serial = ${sourceSerial} order by o.id desc limit 1`);
    const { plate, colour } = message.vehicle ?? { plate: about?.plate ?? '', colour: null };
    const vehicleId =
      message.vehicle === null
        ? (about?.vehicle_id ?? null)
        : await vehicleByPlate(db, superior.id, message.vehicle.plate, message.vehicle.colour);
    const same = sql`
      s.superior_id = ${superior.id} and s.plate = ${cut(plate)} and s.warn_at = ${instant(body.warnTime)}
        and s.supervision_no is not distinct from ${supervisionId}::bigint
        and s.source_serial is not distinct from ${sourceSerial}::bigint`;
    // the answer did not arrive there; one that is still in progress, or for later, is a question again
    const answered = await db.run(sql`
      update supervision s set serial = ${serial}, taken_at = case when s.serial = ${serial} then s.taken_at end
      where ${same} and s.replied_at is not null and s.result = any(${[...FINAL]})`);
    if (answered > 0) return null;
    const row = await db.first<{ id: number }>(sql`
      insert into supervision (superior_id, serial, supervision_no, source_type, source_serial, vehicle_id, plate, plate_colour,
        warn_source, warn_type, warn_at, deadline_at, level, supervisor, phone, mail, received_at)
      select ${superior.id}, ${serial}, ${supervisionId}::bigint, ${sourceType}::integer, ${sourceSerial}::bigint, ${vehicleId}::integer,
        ${cut(plate)}, ${colour}::smallint, ${body.warnSource ?? null}::smallint, ${body.warnType ?? null}::integer,
        ${instant(body.warnTime)}, ${instant(body.deadline)}, ${Math.min(body.level, URGENT_OR_NORMAL)}, ${cut(body.supervisor)},
        ${cut(body.phone)}, ${cut(body.mail)}, ${at(now())}
      where not exists (
        select from supervision s where ${same} and s.replied_at is null)
      returning id`);
    return row ? { kind: 'supervision', id: row.id } : null;
  };

  const platformMessage = async (body: BodyOf<'platformText'>, serial: number): Promise<Asked | null> => {
    const row = await db.first<{ id: number }>(sql`
      insert into platform_message (superior_id, serial, info_id, object_type, object_id, content, received_at)
      select ${superior.id}, ${serial}, ${body.infoId}, ${body.objectType}, ${cut(body.objectId)}, ${cut(body.text)}, ${at(now())}
      where not exists (
        -- sent again before anybody has seen to it
        select from platform_message m where m.superior_id = ${superior.id} and m.info_id = ${body.infoId}
          and m.content = ${cut(body.text)} and m.answered_at is null)
      returning id`);
    return row ? { kind: 'platformMessage', id: row.id } : null;
  };

  const request = async (message: Message, serial: number): Promise<Asked | null> => {
    if (!message.vehicle) return null;
    const { plate, colour } = message.vehicle;
    const vehicleId = await vehicleByPlate(db, superior.id, plate, colour);
    // the password of another server is nobody's business here: closed until the terminal was told, and then gone
    const body = message.type === 'emergencyLink' ? { ...message.body, password: closed(message.body.password) } : message.body;
    const row = await db.first<{ id: number }>(sql`
      insert into superior_request (superior_id, message_id, serial, vehicle_id, plate, plate_colour, body, received_at)
      select ${superior.id}, ${message.id}, ${serial}, ${vehicleId}::integer, ${cut(plate)}, ${colour},
        ${json(body).replaceAll('\\u0000', '')}::jsonb, ${at(now())}
      where not exists (
        -- the same message once more: the terminal does it once
        select from superior_request r where r.superior_id = ${superior.id} and r.message_id = ${message.id} and r.serial = ${serial}
          and r.plate = ${cut(plate)} and (r.answered_at is null or r.received_at > ${at(now() - TWICE_WITHIN_MS)}))
      returning id`);
    return row ? { kind: 'request', id: row.id } : null;
  };

  return {
    take: async (message, { header: { serial } }) => {
      if (message.type === 'postCheck') return postCheck(message.body, serial);
      if (message.type === 'urge') return urge(message.body, message, serial);
      if (message.type === 'platformText') return platformMessage(message.body, serial);
      if (REQUESTS.has(message.type)) return request(message, serial);
      return null;
    },
  };
}

/** The end of what the calendar of the database holds comfortably: a platform may say any number. */
const LAST_SECOND = 253_402_300_799;
const instant = (seconds: number): Date => at(Math.min(seconds, LAST_SECOND) * 1000);
