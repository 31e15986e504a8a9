import { CallError } from '@fleetwarden/contract/errors';
import type { regulatorsCalls } from '@fleetwarden/contract/regulators/routes';
import type { ServerBus } from '../../platform/bus/server-events.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Scopes } from '../identity/index.ts';
import { MAX_STAT_MS, STAT_USUAL_MS } from './limits.ts';
import * as store from './link-store.ts';
import type { OwnSuperior } from './own-superior.ts';
import { countAnswers } from './question-store.ts';
import { figuresOf, idText, messageOf } from './rows.ts';

/** Decodes a JT/T 809 body into its fields; null if it is unreadable. */
export type Describe = (messageId: number, body: Uint8Array, revision: number | null) => unknown;

type LinkCalls = Pick<
  Handlers<typeof regulatorsCalls>,
  'listLinkLog' | 'listMessageLog' | 'getMessage' | 'listUploadCar' | 'reuploadPosition' | 'fileOutage' | 'statMessage'
>;

/** Calls about the links to superior platforms and what passed over them. */
export function createLinkCalls(deps: {
  readonly db: Db;
  readonly bus: ServerBus;
  readonly scopes: Scopes;
  readonly describe: Describe;
  readonly requireSuperior: OwnSuperior;
  readonly now: () => number;
}): LinkCalls {
  const { db, bus, scopes, describe, requireSuperior, now } = deps;
  return {
    listLinkLog: async ({ id, ...window }, { user, page }) => {
      const { rows, total } = await store.listLinkLog(db, await requireSuperior(id, user), window, page);
      return { list: rows.map((row) => ({ ...row, id: String(row.id), reason: row.reason ?? '' })), total };
    },
    listMessageLog: async ({ id, msgId, ...filter }, { user, page }) => {
      const messageId = msgId === undefined ? undefined : Number(msgId);
      const { rows, total } = await store.listMessages(db, await requireSuperior(id, user), { ...filter, messageId }, page);
      return { list: rows.map(messageOf), total };
    },
    getMessage: async ({ id }, { user }) => {
      const row = await store.findMessage(db, Number(id), await scopes.of(user.departmentId));
      if (!row) throw new CallError('notFound', `message ${id}`);
      const { body, revision, ...rest } = row;
      return { ...messageOf(rest), hex: body.toString('hex'), fields: describe(row.message_id, body, revision) };
    },
    listUploadCar: async ({ id, carNo }, { user, page }) => {
      const superiorId = await requireSuperior(id, user);
      const { rows, total } = await store.listUploadCars(db, superiorId, await scopes.of(user.departmentId), carNo, page);
      const list = rows.map(({ plate, department, status, last_at, taken_to, resending, ...row }) => ({
        carId: String(row.id),
        carNo: plate,
        deptName: department,
        status,
        lastAt: last_at,
        takenTo: taken_to,
        resending,
      }));
      return { list, total };
    },
    reuploadPosition: async ({ id, startTime, endTime, carIds }, { user, note }) => {
      note({ object: `superior ${id}`, after: { startTime, endTime } });
      const superiorId = await requireSuperior(id, user);
      const asked = { start: startTime, end: Math.min(endTime, now()), vehicleIds: carIds?.map(Number) };
      const vehicles = await store.requestResend(db, superiorId, await scopes.of(user.departmentId), asked);
      bus.publish('superior.answered', { superiorId });
      return { vehicles };
    },
    fileOutage: async ({ id, startTime, endTime, note: reason }, { user, note }) => {
      note({ object: `superior ${id}`, after: { startTime, endTime, note: reason } });
      const superiorId = await requireSuperior(id, user);
      if (endTime <= startTime) throw new CallError('recheckInput', 'endTime');
      const outage = { superiorId, from: startTime, until: endTime, note: reason, accountId: user.accountId };
      return { outageId: String(await store.fileOutage(db, outage, now())) };
    },
    statMessage: async ({ id, startTime, endTime }, { user }) => {
      const superiorId = await requireSuperior(id, user);
      const end = endTime ?? now();
      const start = Math.max(startTime ?? end - STAT_USUAL_MS, end - MAX_STAT_MS);
      const [hours, checks, supervisions] = await Promise.all([
        store.loadHours(db, superiorId, start, end),
        countAnswers(db, 'post_check', superiorId, start, end),
        countAnswers(db, 'supervision', superiorId, start, end),
      ]);
      return {
        hours: hours.map(({ message_id, ...row }) => ({ ...row, msgId: idText(message_id) })),
        checks: figuresOf(checks!),
        supervisions: figuresOf(supervisions!),
      };
    },
  };
}
