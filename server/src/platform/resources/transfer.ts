import { CallError } from '@fleetwarden/contract/errors';
import { getButtonCode } from '@fleetwarden/contract/resources/resource';
import { sql } from '../db/database.ts';
import type { SignedFiles } from '../files/signed-files.ts';
import type { UserContext } from '../http/handlers.ts';
import type { GetText } from '../http/replies.ts';
import type { UploadedFile } from '../http/upload.ts';
import { createOneTimeKeys } from '../secrets/one-time-secret.ts';
import type { Task } from '../tasks/task.ts';
import type { Tasks } from '../tasks/tasks.ts';
import { type ExportPayload, exportKeys, pageName, writeRecords } from './exports.ts';
import { decryptShownOnce, type ImportTasks, requireChecked } from './imports.ts';
import { DIRECT_EXPORT_ROWS, MAX_EXPORT_ROWS } from './limits.ts';
import type { ListFilter } from './list-query.ts';
import type { Scope } from './read.ts';
import type { ResourceStore } from './resource.ts';
import { writeTemplate } from './template.ts';
import { createWords } from './words.ts';

export type TransferOptions = {
  readonly below: (departmentId: number) => Promise<Scope>;
  readonly getText: GetText;
  readonly timeZone: string;
  /** Storage for files created during a call. */
  readonly files: Pick<SignedFiles, 'create'>;
  readonly tasks: Pick<Tasks, 'start' | 'doneOf' | 'takeOut'>;
  readonly kinds: ImportTasks & { readonly export: Task<ExportPayload> };
  readonly now: () => number;
  readonly exportRows?: (() => Promise<number>) | undefined;
};

type Handler = (data: never, context: UserContext & { readonly file: UploadedFile }) => unknown;
type ExportData = ListFilter & {
  readonly ids?: readonly string[];
  readonly columns?: readonly string[];
  readonly format: 'xlsx' | 'csv';
};

/** Handlers of the import and export calls of a resource. */
export function transferHandlers(store: ResourceStore, options: TransferOptions): Readonly<Record<string, Handler>> {
  const { resource } = store;
  const { noun } = resource;
  const { below, getText, timeZone, files, tasks, kinds, now } = options;
  const [mayImport, mayExport] = [getButtonCode(resource, 'import'), getButtonCode(resource, 'export')];

  return {
    [`export${noun}`]: async ({ ids, columns, format, ...filter }: ExportData, { user, language, note }) => {
      const words = createWords(resource, getText, language);
      const sheet = pageName(resource, words);
      const wish = { filter, ids: ids?.map(Number), columns: exportKeys(resource, columns), format };
      const scope = await below(user.departmentId);
      const total = await store.reader.count(store.db, filter, scope, wish.ids);
      note({ object: sheet, after: { ...filter, ...(ids ? { chosen: ids.length } : {}), rows: total } });
      const max = Math.min(MAX_EXPORT_ROWS, (await options.exportRows?.()) ?? MAX_EXPORT_ROWS);
      if (total > max)
        throw new CallError('validation', 'too many rows', [{ path: '', key: 'transfer.tooManyRows', params: { max } }]);
      if (total <= DIRECT_EXPORT_ROWS) {
        const { url } = await files.create(
          `${sheet}.${format}`,
          async (stream) => {
            await writeRecords(stream, store, wish, { scope, words, sheet, timeZone });
          },
          user.prefix,
        );
        return { url };
      }
      const payload: ExportPayload = { resource: resource.name, filter, columns: [...wish.columns], format };
      const title = { key: 'transfer.exportTask', params: { name: sheet } };
      const start = { user, permission: mayExport, language, title };
      return { taskId: await tasks.start(kinds.export, wish.ids ? { ...payload, ids: wish.ids } : payload, start) };
    },
    [`import${noun}`]: async (_data: object, { user, language, note, file }) => {
      note({ object: file.name });
      const payload = { resource: resource.name, path: await file.keep(user.accountId), name: file.name };
      const title = { key: 'transfer.checkTask', params: { name: file.name } };
      return { taskId: await tasks.start(kinds.check, payload, { user, permission: mayImport, language, title }) };
    },
    [`apply${noun}Import`]: async (
      { taskId, mode }: { readonly taskId: string; readonly mode: 'all' | 'good' },
      { user, language, note },
    ) => {
      const found = await tasks.doneOf(kinds.check, taskId, user.accountId);
      const checked = await requireChecked(found, resource.name, now());
      note({ object: checked.name, after: { mode } });
      const title = { key: 'transfer.importTask', params: { name: checked.name } };
      const start = { user, permission: mayImport, language, title };
      if (!resource.shownOnce) return { taskId: await tasks.start(kinds.apply, { ...checked, mode }, start) };
      // Only the caller gets the private key: the task's result stays encrypted until they read it.
      const { lock, key } = createOneTimeKeys();
      return { taskId: await tasks.start(kinds.apply, { ...checked, mode, lock }, start), key };
    },
    [`tell${noun}Import`]: async ({ taskId, key }: { readonly taskId: string; readonly key: string }, { user, note }) => {
      note({ object: `${resource.name} ${taskId}` });
      const list = decryptShownOnce(await tasks.takeOut(kinds.apply, taskId, user.accountId, 'told'), key);
      note({ object: `${resource.name} ${taskId}`, after: { count: list.length } });
      return { list };
    },
    [`get${noun}Template`]: async ({ format }: { readonly format: 'xlsx' | 'csv' }, { user, language }) => {
      const words = createWords(resource, getText, language);
      const name = words.say('transfer.templateFile', { name: pageName(resource, words) });
      const own = await store.db.first<{ name: string }>(sql`select name from department where id = ${user.departmentId}`);
      const department = own?.name ?? '';
      const { url } = await files.create(`${name}.${format}`, (stream) =>
        writeTemplate(stream, resource, { words, format, timeZone, department, operations: true }),
      );
      return { url };
    },
  } satisfies Readonly<Record<string, Handler>>;
}
