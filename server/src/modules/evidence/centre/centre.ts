import { listAlarmClasses, listEvidenceTypes, typesOfClasses } from '@fleetwarden/contract/alarms/alarm-rights';
import type { PermissionCode } from '@fleetwarden/contract/call';
import { CallError } from '@fleetwarden/contract/errors';
import { MAX_PACK_BYTES } from '@fleetwarden/contract/evidence/evidence-limits';
import type { evidenceCalls } from '@fleetwarden/contract/evidence/routes';
import type { EvidenceFilter } from '@fleetwarden/contract/evidence/schemas';
import { permission } from '@fleetwarden/contract/permissions';
import type { Db } from '../../../platform/db/database.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import type { SignedFiles } from '../../../platform/files/signed-files.ts';
import type { Handlers } from '../../../platform/http/handlers.ts';
import type { ReplyLanguage } from '../../../platform/http/language.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import type { GetText } from '../../../platform/http/replies.ts';
import type { Tasks } from '../../../platform/tasks/tasks.ts';
import type { Scopes } from '../../identity/index.ts';
import { MAX_PACK_FILES } from '../limits.ts';
import type { AlarmAccess } from './alarm-access.ts';
import { loadEvidenceRows } from './evidence-rows.ts';
import * as holds from './holds.ts';
import { createPackTask } from './pack-task.ts';
import { checkPackage } from './package/check-package.ts';
import { createPackageKeys } from './package/manifest.ts';
import { packFilesOf } from './package/pack-files.ts';
import * as records from './records.ts';
import type { Retention } from './retention.ts';
import { type EvidenceSearch, searchEvidence } from './search.ts';

type Handler = Handlers<typeof evidenceCalls>;

type Context = Parameters<Handler['packEvidence']>[1];
type Pack = (alarmGids: readonly string[], context: Context, code: PermissionCode | 'signedIn') => Promise<{ taskId: string }>;

export type EvidenceCentre = {
  readonly handlers: Handler;
  /** Begins a task that packs alarms of the user. The task checks `code` and each alarm again. */
  readonly pack: Pack;
};

const plates = (alarms: readonly { readonly plate: string }[]): string => [...new Set(alarms.map(({ plate }) => plate))].join();

/** The evidence centre: search, locks and holds, deletion, packages. Call it before the jobs start. */
export function createEvidenceCentre(deps: {
  readonly db: Db;
  readonly scopes: Scopes;
  readonly alarms: AlarmAccess;
  /** Removes files whose rows are deleted. */
  readonly removeFiles: () => Promise<void>;
  readonly settings: () => Promise<Retention>;
  readonly tasks: Pick<Tasks, 'register' | 'start'>;
  readonly files: Pick<FileStore, 'read'>;
  /** Photos of 0x0801. */
  readonly mediaFiles: Pick<SignedFiles, 'read'>;
  readonly signingKey: Buffer;
  readonly platformNameOf: (departmentId: number) => Promise<string>;
  /** null: the place has no known name. */
  readonly addressOf: (lng: number, lat: number, language: ReplyLanguage) => Promise<string | null>;
  readonly getText: GetText;
  readonly timeZone: string;
  readonly now: () => number;
}): EvidenceCentre {
  const { db, scopes, alarms, tasks, now } = deps;
  const keys = createPackageKeys(deps.signingKey);
  const packing = createPackTask({ ...deps, keys });
  tasks.register(packing);

  const searchOf = async (user: Principal, { deptIds, warnIds, ...filter }: EvidenceFilter): Promise<EvidenceSearch> => {
    const readable = new Set([...typesOfClasses(listAlarmClasses(user.rights)), ...listEvidenceTypes(user.rights)]);
    const scope = await scopes.of(user.departmentId);
    const types = [...readable].filter((id) => !warnIds || (warnIds as readonly number[]).includes(id));
    return { ...filter, scope, types, now: now(), departmentIds: deptIds && (await alarms.expandDepartments(scope, deptIds)) };
  };

  /** Changes evidence of alarms that the user may see. */
  const changeEvidence =
    <D extends { readonly alarmGids: readonly string[] }>(change: (data: D, user: Principal) => Promise<string[]>) =>
    async (data: D, { user, note }: { readonly user: Principal; readonly note: (entry: object) => void }) => {
      note({ object: plates(await alarms.require(user, data.alarmGids)), after: data });
      return { list: await change(data, user) };
    };

  const pack: Pack = async (alarmGids, { user, language, note }, code) => {
    const data = { alarmGids: [...alarmGids] };
    note({ object: plates(await alarms.require(user, alarmGids)), after: data });
    const files = await packFilesOf(db, alarmGids);
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    if (bytes > MAX_PACK_BYTES || files.length > MAX_PACK_FILES) throw new CallError('packTooLarge', `${bytes} bytes`);
    const title = { key: 'evidencePackage.task', params: { count: alarmGids.length } };
    return { taskId: await tasks.start(packing, data, { user, permission: code, language, title }) };
  };

  const handlers: Handler = {
    listEvidence: async (filter, { user, language, page }) => {
      const { gids, ...count } = await searchEvidence(db, await searchOf(user, filter), page);
      const list = await loadEvidenceRows(deps, user, gids, language);
      return { list, ...count };
    },
    addEvidence: changeEvidence(({ alarmGids }, { account }) => db.transaction((tx) => records.enter(tx, alarmGids, account))),
    lockEvidence: changeEvidence(({ alarmGids, locked, reason }, { account }) =>
      db.transaction(async (tx) => {
        if (locked) await records.enter(tx, alarmGids, account);
        return records.lock(tx, alarmGids, { locked, reason, username: account, now: now() });
      }),
    ),
    noteEvidence: changeEvidence(({ alarmGids, note }) => records.note(db, alarmGids, note)),
    delEvidence: changeEvidence(async ({ alarmGids }) => {
      const { removed, kept } = await db.transaction((tx) => records.remove(tx, alarmGids, now()));
      if (kept.length > 0) throw new CallError('evidenceLocked', kept.join(), [], { count: kept.length });
      await deps.removeFiles();
      return removed;
    }),
    listEvidenceView: async ({ alarmGid }, { user, page }) => {
      await alarms.require(user, [alarmGid]);
      const { rows, total } = await records.viewsOf(db, alarmGid, page);
      const list = rows.map(({ exported, name, ...row }) => ({
        ...row,
        fileName: name,
        action: exported ? (1 as const) : (0 as const),
      }));
      return { list, total };
    },
    holdEvidence: async ({ targId, driverId, reason }, { user, note }) => {
      const scope = await scopes.of(user.departmentId);
      const held = await holds.hold(db, scope, { targId, driverId }, { reason, username: user.account, now: now() });
      if (!held) throw new CallError('notFound', `vehicle ${targId} or driver ${driverId}`);
      note({ object: held.name, after: { reason } });
      return { id: String(held.id) };
    },
    releaseEvidence: async ({ id, reason }, { user, note }) => {
      const scope = await scopes.of(user.departmentId);
      const name = await holds.release(db, scope, Number(id), { reason, username: user.account, now: now() });
      if (name === undefined) throw new CallError('notFound', `hold ${id}`);
      note({ object: name, after: { reason } });
      return {};
    },
    listEvidenceHold: async (filter, { user, page }) => {
      const { rows, total } = await holds.listHolds(db, await scopes.of(user.departmentId), filter, page);
      return { list: rows.map(holds.holdReply), total };
    },
    packEvidence: ({ alarmGids }, context) => pack(alarmGids, context, permission.packEvidence),
    checkEvidencePack: (_data, { file }) => checkPackage(file.path, file.bytes, keys),
  };
  return { handlers, pack };
}
