import { CodecError } from '@fleetwarden/protocol/codec';
import type { Content } from '@fleetwarden/protocol/jt809';
import { at, type Db, sql } from '../platform/db/database.ts';
import type { Log } from '../platform/observe/log.ts';
import { createInFlightSet } from './in-flight-set.ts';
import type { RegulatorLimits } from './limits.ts';
import type { Superior } from './superiors.ts';
import { encodeAnswer, loadOutcome, NO_COMMAND, type RequestRow, type Terminals, toCommand } from './terminal-requests.ts';
import { truncateGbk } from './vehicles.ts';

/** Answers of users and terminals to a superior platform: rows that are sent until acknowledged. */
export type AnswerOutbox = {
  /** Sends waiting items. Rejects without a database. */
  pump(): Promise<void>;
  /** Sends the command of a request. A later pump sends the result. */
  sendCommand(requestId: number): Promise<void>;
  /** The link is down: unacknowledged items are sent again. */
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
type SupervisionRow = {
  readonly id: number;
  readonly serial: number;
  readonly supervision_no: number | null;
  readonly plate: string;
  readonly plate_colour: number | null;
  readonly result: number;
};

/** A request without a command after this was missed by an earlier process. */
const COMMAND_DELAY_MS = 60_000;
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
  /** Sends over the main or sub link; null if both are down. */
  readonly send: (content: Content, onAcknowledged: () => void) => number | null;
}): AnswerOutbox {
  const { db, superior, limits, log, now, terminals } = deps;
  const inFlight = createInFlightSet();
  const commanding = new Set<number>();
  const startedAt = now();

  const logWriteFailure = (err: unknown) =>
    log.warn({ err, superior: superior.id }, 'acknowledged answers of a superior platform not stored');

  // a repeated request has a new serial, and gets its own answer
  const send = (table: Table, { id, serial }: RequestKey, content: Content) => {
    const key = formatKey(table, { id, serial });
    if (inFlight.has(key)) return;
    const onAcknowledged = () => inFlight.settle([key], db.run(acknowledgements[table]({ id, serial }, now())), logWriteFailure);
    inFlight.add(key);
    try {
      if (deps.send(content, onAcknowledged) === null) inFlight.delete(key);
    } catch (err) {
      if (!(err instanceof CodecError)) throw err;
      // counts as acknowledged, because it would block the queue
      log.warn({ err, superior: superior.id, table, id }, 'answer to a superior platform cannot be encoded');
      onAcknowledged();
    }
  };

  const sendPostChecks = async () => {
    const rows = await db.query<CheckRow>(sql`
      select c.id, c.serial, c.info_id, c.object_type, c.object_id, c.reply, a.user_name as responder, a.mobile as responder_phone
      from post_check c left join account a on a.id = c.replied_by
      where c.superior_id = ${superior.id} and c.replied_at is not null and c.taken_at is null
      order by c.id limit ${limits.rowsAtOnce}`);
    for (const row of rows) send('post_check', row, encodePostCheckReply(row, superior));
  };
  const sendSupervisions = async () => {
    const rows = await db.query<SupervisionRow>(sql`
      select id, serial, supervision_no, plate, plate_colour, result from supervision
      where superior_id = ${superior.id} and replied_at is not null and taken_at is null order by id limit ${limits.rowsAtOnce}`);
    for (const row of rows) send('supervision', row, encodeSupervisionReply(row, superior));
  };
  const sendRequests = async () => {
    const rows = await db.query<RequestRow>(sql`
      select * from superior_request where superior_id = ${superior.id} and answered_at is null
      order by id limit ${limits.rowsAtOnce}`);
    for (const row of rows) {
      if (inFlight.has(formatKey('superior_request', row))) continue;
      if (row.vehicle_id !== null && row.command_id === null) {
        // the process or the database went down before the command was sent
        if (row.received_at < Math.max(startedAt, now() - COMMAND_DELAY_MS)) await sendCommand(row.id);
        continue;
      }
      const outcome = await loadOutcome(db, terminals, row, row.received_at + limits.photoMs);
      if (outcome) send('superior_request', row, await encodeAnswer(db, row, outcome, superior));
    }
  };

  const sendCommand = async (requestId: number) => {
    if (commanding.has(requestId)) return;
    commanding.add(requestId);
    try {
      const row = await db.first<RequestRow>(sql`select * from superior_request where id = ${requestId} and command_id is null`);
      if (!row?.vehicle_id) return;
      const commandId = await terminals.ask(row.vehicle_id, ...toCommand(row, now()));
      await db.run(sql`update superior_request set command_id = ${commandId ?? NO_COMMAND}::bigint where id = ${requestId}`);
    } catch (err) {
      await db.run(sql`update superior_request set command_id = ${NO_COMMAND} where id = ${requestId}`);
      throw err;
    } finally {
      commanding.delete(requestId);
    }
  };

  return {
    pump: async () => {
      inFlight.startScan();
      await sendPostChecks();
      await sendSupervisions();
      await sendRequests();
    },
    sendCommand,
    end: () => inFlight.clear(),
  };
}

/** A request by its row and its last serial. */
type RequestKey = { readonly id: number; readonly serial: number };

const acknowledgements = {
  post_check: ({ id, serial }: RequestKey, now: number) => sql`
    update post_check set taken_at = ${at(now)} where id = ${id} and serial = ${serial}`,
  supervision: ({ id, serial }: RequestKey, now: number) => sql`
    update supervision set taken_at = ${at(now)} where id = ${id} and serial = ${serial}`,
  superior_request: ({ id, serial }: RequestKey, now: number) => sql`
    update superior_request set answered_at = ${at(now)}, body = body - 'password' where id = ${id} and serial = ${serial}`,
} as const;
type Table = keyof typeof acknowledgements;

const formatKey = (table: Table, { id, serial }: RequestKey): string => `${table} ${id} ${serial}`;

const OBJECT_2011 = 12;
const OBJECT_2019 = 20;

/** 0x1301 */
function encodePostCheckReply(row: CheckRow, { revision, platform, contact, tel }: Superior): Content {
  const objectId = row.object_id || platform;
  const shared = { objectType: row.object_type, text: row.reply };
  const body =
    revision >= 2019
      ? {
          ...shared,
          // an automatic answer, and a user without a phone, name those of the platform's record
          responder: truncateGbk(row.responder ?? contact, 16),
          responderPhone: (row.responder_phone || tel).slice(0, 20),
          objectId2019: truncateGbk(objectId, OBJECT_2019),
          sourceType: POST_CHECK,
          sourceSerial: row.serial,
        }
      : { ...shared, objectId2011: truncateGbk(objectId, OBJECT_2011), infoId: row.info_id };
  return { type: 'postCheckReply', body };
}

/** 0x1401 */
function encodeSupervisionReply(row: SupervisionRow, { revision }: Superior): Content {
  const body =
    revision >= 2019
      ? { sourceType: URGE, sourceSerial: row.serial, result: row.result }
      : { supervisionId: row.supervision_no ?? 0, result: row.result };
  const vehicle = revision < 2019 ? { plate: row.plate, colour: row.plate_colour ?? OTHER_COLOUR } : null;
  return { type: 'urgeReply', body, vehicle };
}
