import { CodecError } from '@fleetwarden/protocol/codec';
import type { Content } from '@fleetwarden/protocol/jt809';
import { at, type Db, sql } from '../platform/db/database.ts';
import type { Log } from '../platform/observe/log.ts';
import type { RegulatorLimits } from './limits.ts';
import type { Superior } from './superiors.ts';
import { answerOf, CANNOT_BE_ASKED, commandOf, outcomeOf, type RequestRow, type Terminals } from './terminal-requests.ts';
import { createUnderWay } from './under-way.ts';
import { gbkFit } from './vehicles.ts';

/** What people and terminals answered a superior platform: rows that are told until it has taken them. */
export type AnswerOutbox = {
  /** Sends what there is. Rejects without a database. */
  pump(): Promise<void>;
  /** Has a terminal do what was asked; what came of it is told by a pump. */
  ask(requestId: number): Promise<void>;
  /** The link is cut: what was under way is sent again. */
  end(): void;
};

type CheckRow = {
  readonly id: number;
  readonly serial: number;
  readonly info_id: number;
  readonly object_type: number;
  readonly object_id: string;
  readonly reply: string;
  readonly responder: string | null;
  readonly responder_phone: string | null;
};
type UrgeRow = {
  readonly id: number;
  readonly serial: number;
  readonly supervision_no: number | null;
  readonly plate: string;
  readonly plate_colour: number | null;
  readonly result: number;
};

/** A terminal is asked as soon as its request is stored; what is older was missed. */
const ASKED_WITHIN_MS = 60_000;
const POST_CHECK = 0x9301;
const URGE = 0x9401;
const OTHER_COLOUR = 9;

export function createAnswerOutbox(deps: {
  readonly db: Db;
  readonly superior: Superior;
  readonly limits: RegulatorLimits;
  readonly log: Log;
  readonly now: () => number;
  readonly terminals: Terminals;
  /** Over the main link, or the sub link where that is all there is; null: over neither. */
  readonly send: (content: Content, onTaken: () => void) => number | null;
}): AnswerOutbox {
  const { db, superior, limits, log, now, terminals } = deps;
  const underWay = createUnderWay();
  const asking = new Set<number>();
  const began = now();

  const notWritten = (err: unknown) =>
    log.warn({ err, superior: superior.id }, 'not written down which answers a superior platform has taken');

  // asked anew under another serial, it is told anew, whatever becomes of the answer before
  const tell = (table: Table, { id, serial }: Asked, content: Content) => {
    const key = keyOf(table, { id, serial });
    if (underWay.has(key)) return;
    const taken = () => underWay.settles([key], db.run(marks[table]({ id, serial }, now())), notWritten);
    underWay.add(key);
    try {
      if (deps.send(content, taken) === null) underWay.delete(key);
    } catch (err) {
      if (!(err instanceof CodecError)) throw err;
      // it never will fit: it holds up no other
      log.warn({ err, superior: superior.id, table, id }, 'an answer that cannot be told to a superior platform');
      taken();
    }
  };

  const checks = async () => {
    const rows = await db.query<CheckRow>(sql`
      select c.id, c.serial, c.info_id, c.object_type, c.object_id, c.reply, a.user_name as responder, a.mobile as responder_phone
      from post_check c left join account a on a.id = c.replied_by
      where c.superior_id = ${superior.id} and c.replied_at is not null and c.taken_at is null
      order by c.id limit ${limits.rowsAtOnce}`);
    for (const row of rows) tell('post_check', row, checkReply(row, superior));
  };
  const urges = async () => {
    const rows = await db.query<UrgeRow>(sql`
      select id, serial, supervision_no, plate, plate_colour, result from supervision
      where superior_id = ${superior.id} and replied_at is not null and taken_at is null order by id limit ${limits.rowsAtOnce}`);
    for (const row of rows) tell('supervision', row, urgeReply(row, superior));
  };
  const requests = async () => {
    const rows = await db.query<RequestRow>(sql`
      select * from superior_request where superior_id = ${superior.id} and answered_at is null
      order by id limit ${limits.rowsAtOnce}`);
    for (const row of rows) {
      if (underWay.has(keyOf('superior_request', row))) continue;
      if (row.vehicle_id !== null && row.command_id === null) {
        // taken and not come to: the process, or the database, was gone in between
        if (row.received_at < Math.max(began, now() - ASKED_WITHIN_MS)) await ask(row.id);
        continue;
      }
      const outcome = await outcomeOf(db, terminals, row, row.received_at + limits.photoMs);
      if (outcome) tell('superior_request', row, await answerOf(db, row, outcome, superior));
    }
  };

  const ask = async (requestId: number) => {
    if (asking.has(requestId)) return;
    asking.add(requestId);
    try {
      const row = await db.first<RequestRow>(sql`select * from superior_request where id = ${requestId} and command_id is null`);
      if (!row?.vehicle_id) return;
      const commandId = await terminals.ask(row.vehicle_id, ...commandOf(row, now()));
      await db.run(sql`update superior_request set command_id = ${commandId ?? CANNOT_BE_ASKED}::bigint where id = ${requestId}`);
    } catch (err) {
      await db.run(sql`update superior_request set command_id = ${CANNOT_BE_ASKED} where id = ${requestId}`);
      throw err;
    } finally {
      asking.delete(requestId);
    }
  };

  return {
    pump: async () => {
      underWay.look();
      await checks();
      await urges();
      await requests();
    },
    ask,
    end: () => underWay.clear(),
  };
}

/** A question by its row and the serial it was asked under last. */
type Asked = { readonly id: number; readonly serial: number };

const marks = {
  post_check: ({ id, serial }: Asked, now: number) => sql`
    update post_check set taken_at = ${at(now)} where id = ${id} and serial = ${serial}`,
  supervision: ({ id, serial }: Asked, now: number) => sql`
    update supervision set taken_at = ${at(now)} where id = ${id} and serial = ${serial}`,
  superior_request: ({ id, serial }: Asked, now: number) => sql`
    update superior_request set answered_at = ${at(now)}, body = body - 'password' where id = ${id} and serial = ${serial}`,
} as const;
type Table = keyof typeof marks;

const keyOf = (table: Table, { id, serial }: Asked): string => `${table} ${id} ${serial}`;

const OBJECT_2011 = 12;
const OBJECT_2019 = 20;

/** 0x1301: whom it asked, by what number, and the answer. */
function checkReply(row: CheckRow, { revision, platform }: Superior): Content {
  const objectId = row.object_id || platform;
  const shared = { objectType: row.object_type, text: row.reply };
  const body =
    revision >= 2019
      ? {
          ...shared,
          responder: gbkFit(row.responder ?? '', 16),
          responderPhone: (row.responder_phone ?? '').slice(0, 20),
          objectId2019: gbkFit(objectId, OBJECT_2019),
          sourceType: POST_CHECK,
          sourceSerial: row.serial,
        }
      : { ...shared, objectId2011: gbkFit(objectId, OBJECT_2011), infoId: row.info_id };
  return { type: 'postCheckReply', body };
}

/** 0x1401. */
function urgeReply(row: UrgeRow, { revision }: Superior): Content {
  const body =
    revision >= 2019
      ? { sourceType: URGE, sourceSerial: row.serial, result: row.result }
      : { supervisionId: row.supervision_no ?? 0, result: row.result };
  const vehicle = revision < 2019 ? { plate: row.plate, colour: row.plate_colour ?? OTHER_COLOUR } : null;
  return { type: 'urgeReply', body, vehicle };
}
