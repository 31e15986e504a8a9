import { access, rm } from 'node:fs/promises';
import { CallError } from '@fleetwarden/contract/errors';
import type { ImportResult } from '@fleetwarden/contract/resources/import-result';
import { z } from 'zod';
import type { Queryable } from '../db/database.ts';
import { formatCellName } from '../files/cell-name.ts';
import { readTable } from '../files/read-table.ts';
import { TableFileError } from '../files/table-file-error.ts';
import type { TableRow } from '../files/table-rows.ts';
import { writeTable } from '../files/write-table.ts';
import type { WriteAudit } from '../http/audit.ts';
import type { GetText } from '../http/replies.ts';
import { decryptOneTimeSecret, encryptOneTimeSecret } from '../secrets/one-time-secret.ts';
import { defineTask, type Task, type TaskContext, TaskFault } from '../tasks/task.ts';
import { readHeaderLine } from './header-line.ts';
import { type BadRow, importRows, type Outcome, type Sheet } from './import-rows.ts';
import { CHECKED_FILE_LIFE_MS, MAX_IMPORT_ROWS, TOLD_ERRORS } from './limits.ts';
import type { ResourceTable } from './model.ts';
import type { Scope } from './read.ts';
import type { ResourceStore } from './resource.ts';
import { createRowReader } from './row-values.ts';
import { createWords, type Words } from './words.ts';

export type ImportOptions = {
  readonly storeOf: (resource: string) => ResourceStore;
  readonly all: ResourceTable;
  readonly below: (departmentId: number) => Promise<Scope>;
  readonly getText: GetText;
  readonly timeZone: string;
  readonly audit: WriteAudit;
};

/** An uploaded file: its path, and its name for users. */
const FilePayload = z.object({ resource: z.string(), path: z.string(), name: z.string() });
/** `lock`: public key for the values that are shown once. */
const ApplyPayload = FilePayload.extend({ mode: z.enum(['all', 'good']), lock: z.string().optional() });
export type FilePayload = z.infer<typeof FilePayload>;
export type ApplyPayload = z.infer<typeof ApplyPayload>;

export type ImportTasks = { readonly check: Task<FilePayload>; readonly apply: Task<ApplyPayload> };

/** Rolls back a transaction and carries its result. */
class Undone extends Error {
  readonly outcome: Outcome;
  constructor(outcome: Outcome) {
    super('undone');
    this.outcome = outcome;
  }
}

/**
 * A check is a real import that rolls back, so check and import find the same faults. The import validates everything again, in
 * one transaction.
 */
export function importTasks(options: ImportOptions): ImportTasks {
  const { storeOf, all, below, getText, timeZone } = options;

  const run = async (
    payload: FilePayload & { readonly lock?: string | undefined },
    context: TaskContext,
    keep: false | ((outcome: Outcome) => boolean),
  ): Promise<ImportResult> => {
    const store = storeOf(payload.resource);
    const words = createWords(store.resource, getText, context.language);
    const rows = await readRows(payload.path, context.signal);
    const header = readHeaderLine(rows[0]?.cells ?? [], store.resource, getText, words);
    const sheet: Sheet = { header, rows: rows.slice(1), reader: createRowReader(store.resource, header, words, timeZone) };
    if (sheet.rows.length === 0) throw new TaskFault({ key: 'transfer.noRows' });
    const { account: actor, signal, progress } = context;
    const write = (tx: Queryable) =>
      importRows(tx, { store, all, below }, sheet, { actor, words, signal, progress, trial: keep === false });
    const { outcome, applied } = await store.db
      .transaction(async (tx) => {
        const outcome = await write(tx);
        signal.throwIfAborted();
        const isKept = keep !== false && keep(outcome);
        if (!isKept) throw new Undone(outcome);
        return { outcome, applied: true };
      })
      .catch((error: unknown) => {
        if (error instanceof Undone) return { outcome: error.outcome, applied: false };
        throw error;
      });
    if (applied) await store.committed(outcome.changes, actor);
    if (outcome.bad.length > 0) await writeBadRows(payload, context, sheet, outcome.bad, words, timeZone);
    const result = buildResult(sheet, outcome, applied, words);
    const told = applied && payload.lock ? collectShownOnce(store, outcome) : [];
    return told.length > 0 ? { ...result, told: encryptOneTimeSecret(payload.lock!, JSON.stringify(told)) } : result;
  };

  return {
    check: defineTask({
      kind: 'resource.check',
      payload: FilePayload,
      repeatable: true,
      run: async (payload, context) => {
        try {
          return await run(payload, context, false);
        } catch (error) {
          if (error instanceof TaskFault) await rm(payload.path, { force: true });
          throw error;
        }
      },
    }),
    apply: defineTask({
      kind: 'resource.import',
      payload: ApplyPayload,
      // One transaction: an interrupted run may have committed everything.
      repeatable: false,
      run: async (payload, context) => {
        const { mode, name } = payload;
        const result = await run(payload, context, ({ bad }) => mode === 'good' || bad.length === 0);
        const { resource } = storeOf(payload.resource);
        const { adds, changes, removes, bad, applied } = result;
        await options.audit({
          user: { kind: 'user', prefix: '', mustChangePassword: false, ...context.account },
          peerIp: '',
          area: resource.name,
          action: `apply${resource.noun}Import`,
          object: name,
          after: { mode, adds, changes, removes, bad, applied },
          result: '0',
        });
        return result;
      },
    }),
  };
}

/** Throws CallError validation if the checked file no longer exists. */
export async function requireChecked(
  found: { readonly payload: FilePayload; readonly finishedAt: number } | undefined,
  resource: string,
  now: number,
) {
  const isGood =
    found &&
    found.payload.resource === resource &&
    now - found.finishedAt <= CHECKED_FILE_LIFE_MS &&
    (await access(found.payload.path).then(
      () => true,
      () => false,
    ));
  if (!isGood) throw new CallError('validation', 'no checked file', [{ path: 'taskId', key: 'transfer.fileExpired' }]);
  return found.payload;
}

type ShownOnce = Readonly<Record<string, string>>;

/** The values of new records that are shown once, with the records' names. */
function collectShownOnce({ resource: { title }, hooks }: ResourceStore, { changes }: Outcome): ShownOnce[] {
  return changes.flatMap((change) => {
    const told = change.kind === 'add' ? hooks.told?.(change) : undefined;
    return told ? [{ [title]: String(change.after?.[title] ?? ''), ...told }] : [];
  });
}

/**
 * Decrypts the values of an import that are shown once. Throws CallError notFound if they were read already or the key is wrong.
 */
export function decryptShownOnce(box: unknown, key: string): readonly ShownOnce[] {
  const text = typeof box === 'string' ? decryptOneTimeSecret(key, box) : undefined;
  if (text === undefined) throw new CallError('notFound', 'nothing that this key opens');
  return JSON.parse(text) as ShownOnce[];
}

/** All rows of a file, headings first. Throws TaskFault with the file's fault. */
async function readRows(path: string, signal: AbortSignal): Promise<TableRow[]> {
  const rows: TableRow[] = [];
  try {
    for await (const row of readTable(path)) {
      signal.throwIfAborted();
      rows.push(row);
      if (rows.length > MAX_IMPORT_ROWS + 1) throw new TableFileError('tooManyRows', { max: MAX_IMPORT_ROWS });
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new TaskFault({ key: 'transfer.fileExpired' }, error);
    if (error instanceof TableFileError) throw new TaskFault({ key: error.textKey, params: error.params }, error);
    throw error;
  }
  return rows;
}

function buildResult({ header }: Sheet, { counts, bad }: Outcome, applied: boolean, words: Words): ImportResult {
  const { add: adds, change: changes, remove: removes } = counts;
  const errors = bad
    .flatMap(({ file, faults }) =>
      faults.map(({ key, params, at = -1 }) => ({
        row: file.row,
        cell: at < 0 ? String(file.row) : formatCellName(file.row, at),
        header: header.titles[at] ?? '',
        message: words.say(key, params),
      })),
    )
    .slice(0, TOLD_ERRORS);
  const good = adds + changes + removes;
  return { adds, changes, removes, good, bad: bad.length, errors, errorFile: bad.length > 0, applied };
}

/** Writes the rejected rows with their reasons. */
async function writeBadRows(
  { name }: FilePayload,
  context: TaskContext,
  { header }: Sheet,
  bad: readonly BadRow[],
  words: Words,
  timeZone: string,
): Promise<void> {
  const columns = header.titles.flatMap((title, at) => (at === header.reasonAt ? [] : [{ title, at }]));
  const why = ({ faults }: BadRow) =>
    faults.map(({ key, params, at = -1 }) => (at < 0 ? '' : `${header.titles[at]}: `) + words.say(key, params)).join('; ');
  const title = words.say('transfer.errorFile', { name: name.replace(/\.\w+$/, '') });
  await context.file(`${title}.xlsx`, async (stream) => {
    await writeTable(stream, 'xlsx', {
      sheet: words.say('transfer.reason'),
      columns: [...columns.map(({ title: heading }) => heading), words.say('transfer.reason')].map((heading) => ({
        title: heading,
        kind: 'text' as const,
      })),
      rows: bad.map((row) => [...columns.map(({ at }) => row.file.cells[at] ?? null), why(row)]),
      timeZone,
    });
  });
}
