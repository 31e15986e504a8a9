import { commandParams } from '@fleetwarden/contract/commands/command-params';
import type { commandsCalls } from '@fleetwarden/contract/commands/routes';
import { CallError } from '@fleetwarden/contract/errors';
import type { Db } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { parseInput } from '../../platform/http/validation.ts';
import type { Task, TaskStart } from '../../platform/tasks/task.ts';
import type { Tasks } from '../../platform/tasks/tasks.ts';
import type { Scopes } from '../identity/index.ts';
import type { BatchExport } from './batch-export.ts';
import * as batchStore from './batch-store.ts';
import type { BatchService } from './batches.ts';
import { type CommandCalls, platesOf, within } from './calls.ts';
import { MAX_DEPARTMENTS, PLATES_NAMED } from './limits.ts';
import type { RecorderCalls } from './recorder-data.ts';
import type { RowFileCalls } from './row-files.ts';
import { sealParams, withoutSecrets, withoutSecretValues } from './secret-params.ts';
import type { CommandService } from './service.ts';
import * as store from './store.ts';
import { textFault } from './text-message.ts';

export function createBatchCalls(deps: {
  readonly db: Db;
  readonly scopes: Scopes;
  readonly service: CommandService;
  readonly batches: BatchService;
  readonly encrypt: (password: string) => string;
  readonly tasks: Pick<Tasks, 'start'>;
  readonly exporting: Task<BatchExport>;
}): Handlers<Omit<typeof commandsCalls, keyof CommandCalls | keyof RecorderCalls | keyof RowFileCalls>> {
  const { db, scopes, service, batches, encrypt, tasks, exporting } = deps;

  /** The vehicles of departments of the scope, with everything below them. */
  const departmentTargets = async (user: Principal, deptIds: readonly string[]): Promise<store.Target[]> => {
    const scope = await scopes.of(user.departmentId);
    const departments = deptIds.map(Number);
    const foreign = departments.find((id) => !scope.has(id));
    if (foreign !== undefined) throw new CallError('notFound', `department ${foreign}`);
    const targets = await store.targetsOfDepartments(db, departments, scope, MAX_DEPARTMENTS);
    if (targets.length === 0) throw textFault('deptIds', 'message.noVehicles');
    if (targets.length > MAX_DEPARTMENTS) throw textFault('deptIds', 'message.tooManyVehicles', { most: MAX_DEPARTMENTS });
    return targets;
  };

  return {
    checkBatch: async ({ cmdCode, targIds, deptIds = [] }, { user }) => {
      service.sendable(user, cmdCode);
      const targets = targIds ? await service.targets(user, targIds) : await departmentTargets(user, deptIds);
      return { vehicles: targets.length, plates: targets.slice(0, PLATES_NAMED).map(({ plate }) => plate) };
    },
    startBatch: async ({ name, cmdCode, params, targIds, deptIds = [], queueOffline, confirmation }, { user, peerIp, note }) => {
      const code = service.sendable(user, cmdCode);
      const checked = within('params', () => parseInput(commandParams(code), params));
      const targets = targIds ? await service.targets(user, targIds) : await departmentTargets(user, deptIds);
      note({ object: platesOf(targets), after: { name, cmdCode, params: withoutSecrets(checked), vehicles: targets.length } });
      const wish = { cmdCode: code, params: sealParams(checked, encrypt), queueOffline };
      return batches.start(user, name, wish, targets, { confirmation, peerIp });
    },
    listBatch: async (filter, { user, page }) => {
      const { rows, total } = await batchStore.listBatches(db, await service.viewer(user), filter, page);
      return {
        list: rows.map((row) => ({
          batchId: String(row.id),
          state: row.state,
          total: row.total,
          counts: row.counts,
          name: row.name,
          cmdCode: row.cmd_code,
          params: withoutSecrets(row.params),
          username: row.user_name ?? '',
          mine: row.account_id === user.accountId,
          mayDecide: batches.mayDecide(user, row),
          decidedBy: row.decided_name,
          decidedAt: row.decided_at,
          note: row.note,
          createdAt: row.created_at,
          finishedAt: row.finished_at,
          approveBy: row.approve_by,
        })),
        total,
      };
    },
    listBatchVehicle: async ({ batchId, ...filter }, { user, page }) => {
      const batch = await batches.find(user, batchId);
      const scope = await scopes.of(user.departmentId);
      const { rows, total } = await batchStore.listBatchVehicles(db, batch.id, { ...filter, scope }, page);
      return {
        list: rows.map((row) => ({
          targId: String(row.vehicle_id),
          carNo: row.plate,
          color: row.plate_colour,
          deptName: row.dept_name,
          seqId: row.command_id === null ? null : String(row.command_id),
          state: row.state,
          resultCode: row.result_code,
          resultData: withoutSecretValues(row.result_data),
          sentAt: row.sent_at,
          answeredAt: row.answered_at,
        })),
        total,
      };
    },
    controlBatch: async ({ batchId, action }, { user, note }) => {
      note({ object: batchId, after: { action } });
      return { state: await batches.control(user, batchId, action) };
    },
    retryBatch: async ({ batchId, confirmation }, { user, peerIp, note }) => {
      note({ object: batchId });
      return batches.retry(user, batchId, { confirmation, peerIp });
    },
    decideBatch: async ({ batchId, approve, note: remark }, { user, note }) => {
      note({ object: batchId, after: { approve, note: remark } });
      return { state: await batches.decide(user, batchId, approve, remark) };
    },
    exportBatch: async ({ batchId }, { user, language, note }) => {
      const batch = await batches.find(user, batchId);
      note({ object: batchId });
      const start: TaskStart = { user, permission: 'signedIn', language, title: { key: 'commandBatch.exportTitle' } };
      return { taskId: await tasks.start(exporting, { batchId: batch.id }, start) };
    },
  };
}
