import { CallError } from '@fleetwarden/contract/errors';
import {
  ROLLOUT_ACTIONS,
  ROLLOUT_STATES,
  ROLLOUT_WAYS,
  type RolloutAction,
} from '@fleetwarden/contract/firmware/firmware-limits';
import type { firmwareCalls } from '@fleetwarden/contract/firmware/routes';
import { permission } from '@fleetwarden/contract/permissions';
import { MINUTE_MS } from '@fleetwarden/domain/durations';
import type { ServerBus } from '../../platform/bus/server-events.ts';
import { type Db, type Queryable, sql } from '../../platform/db/database.ts';
import type { SignedFiles } from '../../platform/files/signed-files.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { CommandService, Guard } from '../commands/index.ts';
import type { Scopes } from '../identity/index.ts';
import { checkFirmwareFile } from './check-file.ts';
import { PLATES_NAMED, UNFIT_NAMED } from './limits.ts';
import * as rollouts from './rollout-store.ts';
import * as store from './store.ts';

export type FirmwareCallsDeps = {
  readonly db: Db;
  readonly bus: Pick<ServerBus, 'publish'>;
  readonly scopes: Scopes;
  readonly service: Pick<CommandService, 'targets'>;
  readonly guard: Guard;
  readonly approvalMinutes: () => Promise<number>;
  readonly files: Pick<SignedFiles, 'create' | 'remove'>;
  /** Whether terminals can download from this server. */
  readonly canDownload: boolean;
  readonly now: () => number;
};

/** The row of the command table that states its danger. */
const UPGRADE_COMMAND = '8108';

const refused = (path: string, key: string, params: Readonly<Record<string, string | number>> = {}) =>
  new CallError('validation', key, [{ path, key, params }]);

/** The first vehicles of a roll-out: at least one. */
const countFirst = (cars: number, percent: number): number => Math.max(1, Math.ceil((cars * percent) / 100));
const namePlates = (plates: readonly string[]): string =>
  plates.slice(0, PLATES_NAMED).join(' ') + (plates.length > PLATES_NAMED ? ` … ${plates.length}` : '');

export function createFirmwareCalls(deps: FirmwareCallsDeps): Handlers<typeof firmwareCalls> {
  const { db, bus, scopes, service, guard, files, now } = deps;

  const requireFirmware = async ({ departmentId }: Principal, id: string): Promise<store.FirmwareRow> => {
    const row = await store.findFirmware(db, await scopes.of(departmentId), departmentId, Number(id));
    if (!row) throw new CallError('notFound', `firmware ${id}`);
    return row;
  };
  const requireRollout = async ({ departmentId }: Principal, id: string) => {
    const row = await rollouts.findRollout(db, await scopes.of(departmentId), Number(id));
    if (!row) throw new CallError('notFound', `roll-out ${id}`);
    return row;
  };
  /** The vehicles that the caller chose, by whether they can be part. */
  const sortTargets = async (tx: Queryable, user: Principal, firmware: store.FirmwareRow, targIds: readonly string[]) => {
    const chosen = await service.targets(user, targIds);
    const found = await store.candidates(
      tx,
      chosen.map(({ id }) => id),
      firmware.models,
    );
    return Map.groupBy(found, ({ reason }) => (reason === null ? ('fit' as const) : ('unfit' as const)));
  };
  const changed = (id: number) => {
    bus.publish('firmware.queued', {});
    bus.publish('firmware.changed', { rolloutIds: [id] });
  };

  return {
    addFirmware: async (data, { user, file, note }) => {
      const { content, digests } = await checkFirmwareFile(file.path);
      note({ object: `${file.name} ${data.version}`, after: { ...data, bytes: content.length, ...digests } });
      const { id: stored } = await files.create(file.name, async (stream) => void stream.write(content));
      try {
        const { accountId, departmentId } = user;
        const row = { ...data, ...digests, departmentId, accountId, name: file.name, file: stored, bytes: content.length };
        return { id: String(await store.insertFirmware(db, row)), ...digests };
      } catch (error) {
        await files.remove(stored);
        throw error;
      }
    },
    listFirmware: async (filter, { user, page }) => {
      const viewer = { scope: await scopes.of(user.departmentId), departmentId: user.departmentId };
      const { rows, total } = await store.listFirmware(db, viewer, filter, page);
      return { list: rows.map(toFirmware), total };
    },
    delFirmware: async ({ id }, { user, note }) => {
      const firmware = await requireFirmware(user, id);
      // those above provide it: only they delete it
      if (!(await scopes.of(user.departmentId)).has(firmware.department_id)) throw new CallError('everybodys', `firmware ${id}`);
      note({ object: `${firmware.name} ${firmware.version}` });
      const deleted = await store.deleteFirmware(db, firmware.id);
      if (!deleted) throw new CallError('inUse', `firmware ${id}`);
      await files.remove(deleted.file);
      return { deleted: 1 };
    },
    checkRollout: async ({ firmwareId, targIds, percent }, { user }) => {
      const sorted = await sortTargets(db, user, await requireFirmware(user, firmwareId), targIds);
      const fit = sorted.get('fit') ?? [];
      const unfit = (sorted.get('unfit') ?? []).slice(0, UNFIT_NAMED);
      return {
        cars: fit.length,
        firstCars: fit.length === 0 ? 0 : countFirst(fit.length, percent),
        plates: fit.slice(0, PLATES_NAMED).map(({ plate }) => plate),
        unfit: unfit.map(({ id, plate, reason }) => ({ targId: String(id), carNo: plate, reason: reason! })),
      };
    },
    addRollout: async ({ confirmation, ...data }, { user, note, peerIp }) => {
      const firmware = await requireFirmware(user, data.firmwareId);
      const chosen = await service.targets(user, data.targIds);
      const awaits = await guard.confirm(user, { cmdCode: UPGRADE_COMMAND, targets: chosen, confirmation, peerIp });
      if (data.way === ROLLOUT_WAYS.download && !deps.canDownload) throw refused('way', 'firmware.noPublicUrl');
      const approveBy = awaits ? now() + (await deps.approvalMinutes()) * MINUTE_MS : null;
      const id = await db.transaction(async (tx) => {
        // two roll-outs at once must not take the same vehicle
        await tx.query(sql`select from firmware where id = ${firmware.id} for update`);
        const sorted = await sortTargets(tx, user, firmware, data.targIds);
        const unfit = sorted.get('unfit') ?? [];
        if (unfit.length > 0)
          throw refused('targIds', 'firmware.unfit', {
            count: unfit.length,
            plates: namePlates(unfit.map(({ plate }) => plate)),
          });
        const fit = sorted.get('fit')!;
        note({
          object: `${firmware.name} ${firmware.version}: ${namePlates(fit.map(({ plate }) => plate))}`,
          after: { vehicles: fit.length, percent: data.percent, way: data.way, stopAfter: data.stopAfter },
        });
        const ids = fit.map((each) => each.id);
        const first = countFirst(ids.length, data.percent);
        const { accountId, departmentId } = user;
        const state = awaits ? ROLLOUT_STATES.awaiting : ROLLOUT_STATES.running;
        const rollout = { ...data, accountId, departmentId, firmwareId: firmware.id, state, approveBy };
        return rollouts.insertRollout(tx, rollout, ids.slice(0, first), ids.slice(first));
      });
      changed(id);
      return { id: String(id) };
    },
    listRollout: async ({ id, state }, { user, page }) => {
      const filter = { id: id === undefined ? undefined : Number(id), state };
      const { rows, total } = await rollouts.listRollouts(db, await scopes.of(user.departmentId), filter, page);
      return { list: rows.map(toRollout), total };
    },
    listRolloutCar: async ({ id, state, carNo }, { user, page }) => {
      const { id: rolloutId } = await requireRollout(user, id);
      const filter = { id: rolloutId, state, plate: carNo };
      const { rows, total } = await rollouts.listTargets(db, await scopes.of(user.departmentId), filter, page);
      return { list: rows.map(toRolloutCar), total };
    },
    changeRollout: async ({ id, action }, { user, note }) => {
      const rollout = await requireRollout(user, id);
      note({ object: `${rollout.name} ${rollout.version}`, after: { action } });
      if (action === 'approve') requireSecondUser(user, rollout.account_id);
      const done = await db.transaction((tx) => applyAction(tx, rollout.id, action, { now: now(), accountId: user.accountId }));
      if (done) changed(rollout.id);
      return { changed: done };
    },
    noteRollout: async ({ id, note: text }, { user, note }) => {
      const rollout = await requireRollout(user, id);
      note({ object: `${rollout.name} ${rollout.version}`, after: { note: text } });
      await rollouts.saveNote(db, rollout.id, text);
      return {};
    },
  };
}

/** Throws CallError if the user may not approve the roll-out of this account. */
function requireSecondUser({ accountId, rights }: Principal, requestedBy: number | null): void {
  if (accountId === requestedBy) throw new CallError('ownRequest');
  if (!rights.has(permission.dangerousControl)) throw new CallError('forbidden', 'approval of a roll-out');
}

/** Whether the state of the roll-out allowed the action. */
async function applyAction(
  tx: Queryable,
  id: number,
  action: RolloutAction,
  { now, accountId }: { readonly now: number; readonly accountId: number },
): Promise<boolean> {
  const { running, paused, cancelled } = ROLLOUT_STATES;
  const target = { pause: paused, cancel: cancelled }[action as string] ?? running;
  const done =
    action === 'approve'
      ? await rollouts.approveRollout(tx, id, { accountId, now })
      : await rollouts.setRolloutState(tx, id, ROLLOUT_ACTIONS[action], target);
  if (!done) return false;
  if (action === 'releaseAll') await rollouts.releaseAll(tx, id);
  if (action === 'cancel') await rollouts.withdraw(tx, id, now);
  if (action === 'retryFailed') await rollouts.retryFailed(tx, id);
  if (action !== 'cancel') await tx.query(sql`select advance_firmware_rollout(${id})`);
  return true;
}

const toFirmware = ({ id, dept_name, user_name, created_at, name, kind, maker, version, models, ...row }: store.FirmwareRow) => ({
  id: String(id),
  name,
  kind,
  maker,
  version,
  models: [...models],
  bytes: row.bytes,
  sha256: row.sha256,
  md5: row.md5,
  note: row.note,
  deptName: dept_name,
  username: user_name ?? '',
  createdAt: created_at,
  rollouts: row.rollouts,
});

const toRollout = ({ waiting, sending, sent, succeeded, failed, cancelled, withdrawn, ...row }: rollouts.RolloutRow) => ({
  id: String(row.id),
  firmwareId: String(row.firmware_id),
  fileName: row.file_name,
  kind: row.kind,
  version: row.version,
  way: row.way,
  percent: row.percent,
  stopAfter: row.stop_after,
  autoNext: row.auto_next,
  state: row.state,
  stage: row.stage,
  firstCars: row.first_cars,
  cars: row.cars,
  counts: { waiting, sending, sent, succeeded, failed, cancelled, withdrawn },
  progress: row.progress,
  note: row.note,
  deptName: row.dept_name,
  username: row.user_name ?? '',
  createdAt: row.created_at,
  endedAt: row.ended_at,
  approveBy: row.approve_by,
});

const toRolloutCar = (row: rollouts.TargetRow) => ({
  targId: String(row.vehicle_id),
  carNo: row.plate,
  color: row.plate_colour,
  deptName: row.dept_name,
  model: row.model ?? '',
  stage: row.stage,
  state: row.state,
  parts: row.parts,
  partsDone: row.parts_done,
  attempts: row.attempts,
  resultCode: row.result_code,
  reportedVersion: row.reported_version,
  startedAt: row.started_at,
  endedAt: row.ended_at,
});
