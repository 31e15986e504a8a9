import { CallError } from '@fleetwarden/contract/errors';
import type { regulatorsCalls } from '@fleetwarden/contract/regulators/routes';
import type { ServerBus } from '../../platform/bus/server-events.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { Scopes } from '../identity/index.ts';
import { MAX_OPEN_CHECKS } from './limits.ts';
import type { OwnSuperior } from './own-superior.ts';
import * as store from './question-store.ts';
import { checkOf, taskOf, toPlatMessage } from './rows.ts';
import type { Telling } from './telling.ts';

type QuestionCalls = Pick<
  Handlers<typeof regulatorsCalls>,
  | 'replyPlatCheck'
  | 'listPlatCheck'
  | 'qryWarnSuperviseReq'
  | 'sendWarnSuperviseRsp'
  | 'listPlatMessage'
  | 'replyPlatMessage'
  | 'listCheckRecord'
  | 'listSuperviseRecord'
>;

/** Results of the dialog (no action), and of the wire (done). */
const NO_ACTION = 2;
const DONE = 1;

/** Calls about what superior platforms ask: post-checks, supervisions and texts. */
export function createQuestionCalls(deps: {
  readonly db: Db;
  readonly bus: ServerBus;
  readonly scopes: Scopes;
  readonly tell: Telling;
  readonly requireSuperior: OwnSuperior;
  readonly now: () => number;
}): QuestionCalls {
  const { db, bus, scopes, tell, requireSuperior, now } = deps;
  /** The platform filter of a list; undefined without one. */
  const narrowed = async (id: string | undefined, user: Principal): Promise<{ superiorId?: number }> =>
    id === undefined ? {} : { superiorId: await requireSuperior(id, user) };

  return {
    replyPlatCheck: async ({ rspSeqId, data }, { user, note }) => {
      const id = Number(rspSeqId);
      note({ object: `post-check ${rspSeqId}` });
      const row = await store.findCheck(db, id);
      if (!row || !(await scopes.of(user.departmentId)).has(row.department_id))
        throw new CallError('notFound', `post-check ${rspSeqId}`);
      note({ object: row.platform, after: { question: row.question, reply: data } });
      if (!(await store.replyCheck(db, id, data, user.accountId, now()))) {
        const current = await store.findCheck(db, id);
        throw new CallError(current?.replied_at == null ? 'replyTooLate' : 'repliedAlready', `post-check ${rspSeqId}`);
      }
      bus.publish('superior.answered', { superiorId: row.superior_id });
      await tell.postCheck(id);
      return {};
    },
    listPlatCheck: async (_asked, { user }) => ({
      list: (await store.listOpenChecks(db, await scopes.of(user.departmentId), user.accountId, now(), MAX_OPEN_CHECKS)).map(
        (row) => checkOf(row, now()),
      ),
    }),
    qryWarnSuperviseReq: async ({ carNo, ...filter }, { user, page }) => {
      const { rows, total } = await store.listSupervisions(
        db,
        await scopes.of(user.departmentId),
        { ...filter, plate: carNo },
        page,
      );
      return { list: rows.map((row) => taskOf(row, now())), total };
    },
    sendWarnSuperviseRsp: async ({ superviseId, result, choice, data = '' }, { user, note }) => {
      const id = Number(superviseId);
      note({ object: `supervision ${superviseId}` });
      const row = await store.findSupervision(db, id);
      const scope = await scopes.of(user.departmentId);
      const mine = row && [row.department_id, row.vehicle_department_id].some((each) => each !== null && scope.has(each));
      if (!row || !mine) throw new CallError('notFound', `supervision ${superviseId}`);
      // 2 in the dialog means handled, which is 1 on the wire
      const told = choice ?? (result === NO_ACTION ? DONE : result);
      note({ object: row.plate || row.platform, before: { result: row.result }, after: { result: told, note: data } });
      if (!(await store.replySupervision(db, id, { result: told, note: data }, user.accountId, now())))
        throw new CallError('repliedAlready', `supervision ${superviseId}`);
      bus.publish('superior.answered', { superiorId: row.superior_id });
      await tell.supervision(id);
      return {};
    },
    listPlatMessage: async ({ id, ...window }, { user, page }) => {
      const filter = { ...window, ...(await narrowed(id, user)) };
      const { rows, total } = await store.listTexts(db, await scopes.of(user.departmentId), filter, page);
      return { list: rows.map(toPlatMessage), total };
    },
    replyPlatMessage: async ({ id, note: words }, { user, note }) => {
      note({ object: `message ${id}` });
      const row = await store.findText(db, Number(id));
      if (!row || !(await scopes.of(user.departmentId)).has(row.department_id)) throw new CallError('notFound', `message ${id}`);
      note({ object: row.platform, after: { content: row.content, note: words } });
      await store.noteText(db, row.id, words, user.accountId, now());
      await tell.platformMessage(row.id);
      return {};
    },
    listCheckRecord: async ({ id, ...window }, { user, page }) => {
      const filter = { ...window, ...(await narrowed(id, user)) };
      const { rows, total } = await store.listChecks(db, await scopes.of(user.departmentId), filter, page);
      return { list: rows.map((row) => checkOf(row, now())), total };
    },
    listSuperviseRecord: async ({ id, ...window }, { user, page }) => {
      const filter = { ...window, ...(await narrowed(id, user)) };
      const { rows, total } = await store.listSupervisions(db, await scopes.of(user.departmentId), filter, page);
      return { list: rows.map((row) => taskOf(row, now())), total };
    },
  };
}
