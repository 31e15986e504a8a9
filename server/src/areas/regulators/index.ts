import { CallError } from '@fleetwarden/contract/errors';
import {
  type PlatLinkNews,
  type PlatMessage,
  POST_CHECK_MESSAGE,
  type PostCheck,
  type regulatorsCalls,
  SUPERVISE_COMMAND,
  type SuperviseTask,
} from '@fleetwarden/contract/regulators';
import type { ServerBus } from '../../events.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { Hub } from '../../platform/live/hub.ts';
import type { Log } from '../../platform/observe/log.ts';
import type { PrincipalOf, Scopes } from '../identity/index.ts';
import type { Notices } from '../notices/index.ts';
import { createCalling } from './calling.ts';
import { createDuty, WATCHES } from './duty.ts';
import { CALL_WAIT_MS, LOOK_EVERY_MS, MOST_OPEN_CHECKS, STAT_MOST_MS, STAT_USUAL_MS } from './limits.ts';
import * as store from './store.ts';
import { createWatch } from './watch.ts';

export { regulatorWords } from './words.ts';

export type Regulators = {
  readonly handlers: Handlers<typeof regulatorsCalls>;
  /** Looks again and again who is to be called, and what is overdue. */
  start(): void;
  /** The same, once. Rejects without a database. */
  look(): Promise<void>;
  stop(): Promise<void>;
};

/** What a body of JT/T 809 says by its fields; null where it cannot be read. */
export type Describe = (messageId: number, body: Uint8Array, revision: number | null) => unknown;

/** Who is told of a question: those who may answer it or see it. */
const TOLD = { postCheck: [WATCHES], supervision: ['20801', '20802'], platformMessage: ['20804', '61001'] } as const;
const LINKS_SEEN = '61001';
const NO_ACTION = 2;
const DONE = 1;

/** What superior platforms ask of people here: told to consoles, answered by them; and what passed over the links. */
export function createRegulators(deps: {
  readonly db: Db;
  readonly bus: ServerBus;
  readonly hub: Hub;
  readonly scopes: Scopes;
  readonly describe: Describe;
  readonly principalOf: PrincipalOf;
  readonly notices: Pick<Notices, 'publish'>;
  readonly log: Pick<Log, 'warn'>;
  readonly now?: () => number;
}): Regulators {
  const { db, bus, hub, scopes, describe, now = Date.now } = deps;
  const calling = createCalling({ ...deps, right: WATCHES, waitMs: CALL_WAIT_MS, now });
  const duty = createDuty({ ...deps, calling, now });
  const watch = createWatch({ ...deps, now });

  const scopeOf = ({ departmentId }: Principal) => scopes.of(departmentId);
  /** Everybody who holds one of these rights and sees one of these departments. */
  const seeing = (codes: readonly string[], departments: readonly (number | null)[]) => ({
    who: async (user: Principal) => {
      if (!codes.some((code) => user.rights.has(code))) return false;
      const scope = await scopeOf(user);
      return departments.some((id) => id !== null && scope.has(id));
    },
  });

  const tell = {
    postCheck: async (id: number) => {
      const row = await store.check(db, id);
      if (!row) return;
      // that it was answered is told to all who may have been called
      const called = row.replied_at === null ? row.called : null;
      const all = seeing(TOLD.postCheck, [row.department_id]);
      const whom = { who: async (user: Principal) => (!called || called.includes(user.accountId)) && all.who(user) };
      await hub.publish(whom, { type: 'postCheck', data: checkOf(row, now()) });
    },
    supervision: async (id: number) => {
      const row = await store.task(db, id);
      if (!row) return;
      const whom = seeing(TOLD.supervision, [row.department_id, row.vehicle_department_id]);
      await hub.publish(whom, { type: 'warnSuperviseMessage', data: taskOf(row, now()) });
    },
    platformMessage: async (id: number) => {
      const row = await store.text(db, id);
      if (row) await hub.publish(seeing(TOLD.platformMessage, [row.department_id]), { type: 'platMessage', data: textOf(row) });
    },
  } as const;

  const ends = [
    bus.subscribe('superior.asked', async ({ kind, id }) => {
      if (kind === 'postCheck') await calling.first(id);
      await tell[kind](id);
    }),
    bus.subscribe('superior.link', async ({ superiorId }) => {
      const row = await store.linkStates(db, superiorId);
      if (!row) return;
      const data: PlatLinkNews = { id: String(superiorId), mainState: row.main_state, subState: row.sub_state };
      await hub.publish(seeing([LINKS_SEEN], [row.department_id]), { type: 'platLink', data });
    }),
  ];

  /** Throws CallError notFound for a platform that is none of the caller's. */
  const requireSuperior = async (id: string, user: Principal): Promise<number> => {
    const row = await store.superior(db, Number(id), await scopeOf(user));
    if (!row) throw new CallError('notFound', `superior ${id}`);
    return row.id;
  };
  /** The platform a list is narrowed to, of the caller's; undefined where it names none. */
  const narrowed = async (id: string | undefined, user: Principal): Promise<{ superiorId?: number }> =>
    id === undefined ? {} : { superiorId: await requireSuperior(id, user) };

  const look = async () => {
    for (const id of await calling.due()) await tell.postCheck(id);
    const { overdue, shiftsEnded } = await watch.look();
    for (const id of overdue) await tell.supervision(id);
    if (shiftsEnded) await duty.told(null);
  };

  const handlers: Regulators['handlers'] = {
    ...duty.handlers,
    replyPlatCheck: async ({ rspSeqId, data }, { user, note }) => {
      const id = Number(rspSeqId);
      note({ object: `post-check ${rspSeqId}` });
      const row = await store.check(db, id);
      if (!row || !(await scopeOf(user)).has(row.department_id)) throw new CallError('notFound', `post-check ${rspSeqId}`);
      note({ object: row.platform, after: { question: row.question, reply: data } });
      if (!(await store.replyCheck(db, id, data, user.accountId, now()))) {
        const current = await store.check(db, id);
        throw new CallError(current?.replied_at == null ? 'replyTooLate' : 'repliedAlready', `post-check ${rspSeqId}`);
      }
      bus.publish('superior.answered', { superiorId: row.superior_id });
      await tell.postCheck(id);
      return {};
    },
    listPlatCheck: async (_asked, { user }) => ({
      list: (await store.openChecks(db, await scopeOf(user), user.accountId, now(), MOST_OPEN_CHECKS)).map((row) =>
        checkOf(row, now()),
      ),
    }),
    qryWarnSuperviseReq: async ({ carNo, ...filter }, { user, page }) => {
      const { rows, total } = await store.tasks(db, await scopeOf(user), { ...filter, plate: carNo }, page);
      return { list: rows.map((row) => taskOf(row, now())), total };
    },
    sendWarnSuperviseRsp: async ({ superviseId, result, choice, data = '' }, { user, note }) => {
      const id = Number(superviseId);
      note({ object: `supervision ${superviseId}` });
      const row = await store.task(db, id);
      const scope = await scopeOf(user);
      const mine = row && [row.department_id, row.vehicle_department_id].some((each) => each !== null && scope.has(each));
      if (!row || !mine) throw new CallError('notFound', `supervision ${superviseId}`);
      // the dialog's 2 means that it was dealt with, which is 1 on the wire
      const told = choice ?? (result === NO_ACTION ? DONE : result);
      note({ object: row.plate || row.platform, before: { result: row.result }, after: { result: told, note: data } });
      if (!(await store.replyTask(db, id, { result: told, note: data }, user.accountId, now())))
        throw new CallError('repliedAlready', `supervision ${superviseId}`);
      bus.publish('superior.answered', { superiorId: row.superior_id });
      await tell.supervision(id);
      return {};
    },
    listPlatMessage: async ({ id, ...window }, { user, page }) => {
      const filter = { ...window, ...(await narrowed(id, user)) };
      const { rows, total } = await store.texts(db, await scopeOf(user), filter, page);
      return { list: rows.map(textOf), total };
    },
    replyPlatMessage: async ({ id, note: words }, { user, note }) => {
      note({ object: `message ${id}` });
      const row = await store.text(db, Number(id));
      if (!row || !(await scopeOf(user)).has(row.department_id)) throw new CallError('notFound', `message ${id}`);
      note({ object: row.platform, after: { content: row.content, note: words } });
      await store.noteText(db, row.id, words, user.accountId, now());
      await tell.platformMessage(row.id);
      return {};
    },
    listLinkLog: async ({ id, ...window }, { user, page }) => {
      const { rows, total } = await store.linkLog(db, await requireSuperior(id, user), window, page);
      return { list: rows.map((row) => ({ ...row, id: String(row.id), reason: row.reason ?? '' })), total };
    },
    listMessageLog: async ({ id, msgId, ...filter }, { user, page }) => {
      const messageId = msgId === undefined ? undefined : Number(msgId);
      const { rows, total } = await store.messages(db, await requireSuperior(id, user), { ...filter, messageId }, page);
      return { list: rows.map(messageOf), total };
    },
    getMessage: async ({ id }, { user }) => {
      const row = await store.message(db, Number(id), await scopeOf(user));
      if (!row) throw new CallError('notFound', `message ${id}`);
      const { body, revision, ...rest } = row;
      return { ...messageOf(rest), hex: body.toString('hex'), fields: describe(row.message_id, body, revision) };
    },
    listCheckRecord: async ({ id, ...window }, { user, page }) => {
      const filter = { ...window, ...(await narrowed(id, user)) };
      const { rows, total } = await store.checks(db, await scopeOf(user), filter, page);
      return { list: rows.map((row) => checkOf(row, now())), total };
    },
    listSuperviseRecord: async ({ id, ...window }, { user, page }) => {
      const filter = { ...window, ...(await narrowed(id, user)) };
      const { rows, total } = await store.tasks(db, await scopeOf(user), filter, page);
      return { list: rows.map((row) => taskOf(row, now())), total };
    },
    listUploadCar: async ({ id, carNo }, { user, page }) => {
      const superiorId = await requireSuperior(id, user);
      const { rows, total } = await store.uploadCars(db, superiorId, await scopeOf(user), carNo, page);
      const list = rows.map(({ plate, department, status, last_at, taken_to, resending, ...row }) => ({
        ...{ carId: String(row.id), carNo: plate, deptName: department, status, lastAt: last_at, takenTo: taken_to, resending },
      }));
      return { list, total };
    },
    reuploadPosition: async ({ id, startTime, endTime, carIds }, { user, note }) => {
      note({ object: `superior ${id}`, after: { startTime, endTime } });
      const superiorId = await requireSuperior(id, user);
      const asked = { start: startTime, end: Math.min(endTime, now()), vehicleIds: carIds?.map(Number) };
      const vehicles = await store.resend(db, superiorId, await scopeOf(user), asked);
      bus.publish('superior.answered', { superiorId });
      return { vehicles };
    },
    statMessage: async ({ id, startTime, endTime }, { user }) => {
      const superiorId = await requireSuperior(id, user);
      const end = endTime ?? now();
      const start = Math.max(startTime ?? end - STAT_USUAL_MS, end - STAT_MOST_MS);
      const [hours, checks, supervisions] = await Promise.all([
        store.hours(db, superiorId, start, end),
        store.figures(db, 'post_check', superiorId, start, end),
        store.figures(db, 'supervision', superiorId, start, end),
      ]);
      return {
        hours: hours.map(({ message_id, ...row }) => ({ ...row, msgId: idText(message_id) })),
        checks: figuresOf(checks!),
        supervisions: figuresOf(supervisions!),
      };
    },
  };

  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> = Promise.resolve();

  return {
    handlers,
    look,
    start: () => {
      let busy = false;
      timer = setInterval(() => {
        if (busy) return;
        busy = true;
        looking = look()
          .catch((err: unknown) => deps.log.warn({ err }, 'not looked who is to be called'))
          .finally(() => {
            busy = false;
          });
      }, LOOK_EVERY_MS);
    },
    stop: async () => {
      clearInterval(timer);
      for (const end of ends) end();
      await looking;
    },
  };
}

const idText = (id: number): string => (id === 0 ? '' : `0x${id.toString(16).toUpperCase().padStart(4, '0')}`);

const checkOf = (row: store.CheckRow, now: number): PostCheck => ({
  ...{ msgId: POST_CHECK_MESSAGE, upPlatId: String(row.superior_id), platName: row.platform, seqId: String(row.id) },
  ...{ msg: row.question, objectType: row.object_type, objectId: row.object_id, receivedAt: row.received_at },
  ...{ deadline: row.deadline_at, leftMs: Math.max(0, row.deadline_at - now), called: row.called?.length ?? 0 },
  ...{ reply: row.reply, repliedAt: row.replied_at, repliedBy: row.replied_by ?? '' },
  ...{ automatic: row.automatic, takenAt: row.taken_at },
});

const taskOf = (row: store.TaskRow, now: number): SuperviseTask => ({
  ...{ supervise_id: String(row.id), cmd_code: SUPERVISE_COMMAND, upPlatId: String(row.superior_id), platName: row.platform },
  tid: row.vehicle_id === null ? `-${row.id}` : String(row.vehicle_id),
  ...{ cno: row.plate, warnInfo_src: row.warn_source, warn_type: row.warn_type, warn_time: row.warn_at },
  ...{ supervise_time: row.deadline_at, todo_level: row.level, supervisor: row.supervisor, supervisor_tel: row.phone },
  overdue: (row.replied_at ?? now) > row.deadline_at,
  ...{ supervisor_mail: row.mail, receivedAt: row.received_at, supervise_jg: row.result, repliedAt: row.replied_at },
  ...{ repliedBy: row.replied_by ?? '', takenAt: row.taken_at, note: row.note ?? '' },
});

const textOf = (row: store.TextRow): PlatMessage => ({
  ...{ id: String(row.id), upPlatId: String(row.superior_id), platName: row.platform, receivedAt: row.received_at },
  ...{ objectType: row.object_type, objectId: row.object_id, content: row.content, note: row.note },
  ...{ answeredAt: row.answered_at, answeredBy: row.answered_by ?? '' },
});

const messageOf = ({ id, message_id, plate, fault, ...row }: store.MessageRow) => ({
  ...{ ...row, id: String(id), msgId: idText(message_id), plate: plate ?? '', fault: fault ?? '' },
});

const figuresOf = ({ asked, answered, in_time, mean_ms }: store.FiguresRow) => ({
  ...{ asked, answered, inTime: in_time, meanMs: mean_ms },
});
