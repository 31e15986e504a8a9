import { errors } from '@fleetwarden/contract/errors';
import type { Resource } from '@fleetwarden/contract/resources/resource';
import type { Queryable } from '../db/database.ts';
import type { TableRow } from '../files/table-rows.ts';
import type { Change } from './change.ts';
import type { HeaderLine } from './header-line.ts';
import type { ResourceTable, Values } from './model.ts';
import { resolveNames } from './names.ts';
import type { Scope } from './read.ts';
import type { Actor, ResourceStore } from './resource.ts';
import { mayPerform, type Operation, operationText, type ReadRow, type RowFault, type RowReader } from './row-values.ts';
import type { Words } from './words.ts';
import type { WriteRequest } from './write-request.ts';

/** The rows of a file, parsed without the database. */
export type Sheet = {
  readonly header: HeaderLine;
  readonly rows: readonly TableRow[];
  readonly reader: RowReader;
};

export type BadRow = { readonly file: TableRow; readonly faults: readonly RowFault[] };

/** Result of the rows of a file. */
export type Outcome = {
  readonly counts: Record<Operation, number>;
  readonly bad: BadRow[];
  readonly changes: Change[];
};

export type ImportDeps = {
  readonly store: ResourceStore;
  readonly all: ResourceTable;
  readonly below: (departmentId: number) => Promise<Scope>;
};

export type ImportRun = {
  readonly actor: Actor;
  readonly words: Words;
  readonly signal: AbortSignal;
  readonly progress: (done: number, total: number) => void;
  /** The transaction is rolled back afterwards. */
  readonly trial: boolean;
};

/** A valid row and its request. */
type Entry = { readonly row: ReadRow; readonly operation: Operation; readonly wish: WriteRequest };

/** Rows written per statement. */
const LOT = 500;

/**
 * Writes the rows of a file in batches, in the caller's transaction, and reports invalid ones. Each batch sees the ones before,
 * so that a department may precede its children in the file.
 */
export async function importRows(tx: Queryable, deps: ImportDeps, sheet: Sheet, run: ImportRun): Promise<Outcome> {
  const { resource } = deps.store;
  const outcome: Outcome = { counts: { add: 0, change: 0, remove: 0 }, bad: [], changes: [] };
  const scope = await deps.below(run.actor.departmentId);
  const toEntry = createEntryReader(resource, sheet, run);
  const write = createEntryWriter(tx, deps.store, sheet, run, outcome);

  let done = 0;
  for (const lot of lotsOf(resource, sheet)) {
    run.signal.throwIfAborted();
    const rows = lot.flatMap((file) => sheet.reader.read(file) ?? []);
    await resolveLinks(tx, deps, sheet, run.actor, rows);
    const matches = await findMatches(tx, deps.store, scope, rows);
    const entries = rows.flatMap((row, at): Entry[] => {
      const entry = toEntry(row, matches[at] ?? []);
      if (entry) return [entry];
      outcome.bad.push({ file: row.file, faults: row.faults });
      return [];
    });
    await write(entries);
    done += lot.length;
    run.progress(done, sheet.rows.length);
  }
  // Batches report their invalid rows out of order.
  outcome.bad.sort((one, other) => one.file.row - other.file.row);
  return outcome;
}

/** Fills in the ids of the linked records that the rows name. */
async function resolveLinks(
  tx: Queryable,
  deps: ImportDeps,
  sheet: Sheet,
  actor: Actor,
  rows: readonly ReadRow[],
): Promise<void> {
  for (const column of sheet.header.columns) {
    const { field, key } = column;
    if (field.kind !== 'link' && field.kind !== 'links') continue;
    const naming = rows.filter(({ names }) => names.has(key));
    if (naming.length === 0) continue;
    const names = await resolveNames(tx, { ...deps, actor }, field, new Set(naming.flatMap((row) => row.names.get(key)!)));
    for (const row of naming) sheet.reader.link(row, column, names);
  }
}

/** Ids of the records that each row matches, within the scope. */
async function findMatches(
  tx: Queryable,
  { resource, writer, reader }: ResourceStore,
  scope: Scope,
  rows: readonly ReadRow[],
): Promise<number[][]> {
  if (!resource.importKey) return rows.map(() => []);
  const found = await writer.matching(
    tx,
    resource.importKey,
    rows.map(({ values }) => values),
  );
  const visible = await reader.within(tx, found.flat(), scope);
  return found.map((ids) => ids.filter((id) => visible.has(id)));
}

/**
 * Returns a function that turns a row and the ids of its matching records into a request; undefined if the row is invalid, with the
 * reasons in its faults. It remembers the keys of earlier rows, to refuse repetitions.
 */
function createEntryReader(
  resource: Resource,
  { header, reader }: Sheet,
  { actor, words }: ImportRun,
): (row: ReadRow, ids: readonly number[]) => Entry | undefined {
  const { importKey } = resource;
  const keyAt = header.columns.findLast(({ key }) => key === (importKey?.[0] ?? ''))?.at ?? -1;
  const rowNumbers = new Map<string, number>();

  /** The number of an earlier row with the same key. */
  const rowOfSame = ({ values, file }: ReadRow): number | undefined => {
    if (!importKey) return undefined;
    const key = JSON.stringify(importKey.map((each) => values[each]));
    const earlier = rowNumbers.get(key);
    if (earlier === undefined) rowNumbers.set(key, file.row);
    return earlier;
  };

  return (row, ids) => {
    const { faults, values } = row;
    const wrong = (key: string, params?: RowFault['params'], at = keyAt): undefined => {
      faults.push({ key, params, at });
    };
    const operation = row.operation ?? (ids.length > 0 ? 'change' : 'add');
    if (faults.length > 0) return undefined;
    if (!mayPerform(resource, operation, actor.rights)) {
      return wrong('transfer.noRight', { operation: words.say(operationText(operation)) }, header.operationAt);
    }
    if (hiddenKey(resource, values)) return wrong('transfer.hiddenKey');
    const earlier = rowOfSame(row);
    if (earlier !== undefined) return wrong('transfer.sameRow', { row: earlier });
    if (operation === 'add') {
      if (ids.length > 0) return wrong('transfer.recordExists');
      faults.push(...reader.emptied(row, 'add'));
      if (faults.length > 0) return undefined;
      return { row, operation, wish: { kind: 'add', values: reader.newValues(row) } };
    }
    const [id, ...more] = ids;
    if (id === undefined) return wrong('transfer.noRecord');
    if (more.length > 0) return wrong('transfer.manyRecords');
    const reason = resource.recycled ? { reason: words.say('transfer.removedByFile') } : {};
    if (operation === 'remove') return { row, operation, wish: { kind: 'remove', id, ...reason } };
    faults.push(...reader.emptied(row, 'change'));
    if (faults.length > 0) return undefined;
    return { row, operation, wish: { kind: 'edit', id, values: values } };
  };
}

/** Returns a function that writes valid rows; it adds the changes and the refused rows to `outcome`. */
function createEntryWriter(
  tx: Queryable,
  store: ResourceStore,
  { header }: Sheet,
  { actor, trial }: ImportRun,
  outcome: Outcome,
): (entries: readonly Entry[]) => Promise<void> {
  const positions = new Map(header.columns.map(({ key, at }) => [key, at]));
  const refuse = ({ row }: Entry, faults: readonly RowFault[]) => outcome.bad.push({ file: row.file, faults });

  async function write(entries: readonly Entry[]): Promise<void> {
    let left = entries;
    while (left.length > 0) {
      const result = await attempt(left);
      if (!result) return;
      if (result.refusals.length === 0) {
        for (const { operation } of left) outcome.counts[operation]++;
        for (const change of result.changes) outcome.changes.push(change);
        return;
      }
      const refused = Map.groupBy(result.refusals, ({ at }) => at);
      for (const [at, refusals] of refused) {
        refuse(
          left[at]!,
          refusals.flatMap(({ kind, faults }): RowFault[] =>
            faults.length === 0 && kind
              ? [{ key: errors[kind].key }]
              : faults.map(({ path, key, params }) => ({ key, params, at: positions.get(path) ?? -1 })),
          ),
        );
      }
      left = left.filter((_, at) => !refused.has(at));
    }
  }

  /** Tries rows; on an error of a hook or the database it splits them in half to find the bad row, and then returns undefined. */
  async function attempt(entries: readonly Entry[]) {
    await tx.run('savepoint lot');
    try {
      const result = await store.try(
        tx,
        entries.map(({ wish }) => wish),
        actor,
        trial,
      );
      await tx.run('release savepoint lot');
      return result;
    } catch (error) {
      const faults = store.faultsOf(error);
      if (!faults) throw error;
      await tx.run('rollback to savepoint lot');
      const [first, ...more] = entries;
      if (first && more.length === 0) {
        refuse(
          first,
          faults.map(({ key, params, path = '' }) => ({ key, params, at: positions.get(path.replace(/^values\./, '')) ?? -1 })),
        );
        return undefined;
      }
      const half = entries.length >> 1;
      await write(entries.slice(0, half));
      await write(entries.slice(half));
      return undefined;
    }
  }

  return write;
}

/** Whether a key field contains a masked value. */
function hiddenKey({ fields, importKey = [] }: Resource, values: Values): boolean {
  return importKey.some((key) => {
    const field = fields[key];
    return field?.kind === 'text' && field.masked && String(values[key]).includes('*');
  });
}

/** Splits rows into batches; a row that names a record of the same file starts a new batch. */
function* lotsOf(resource: Resource, { header, rows }: Sheet): Generator<TableRow[]> {
  const titleAt = header.columns.find(({ key }) => key === resource.title)?.at ?? -1;
  const toItself = header.columns.filter(({ field }) => 'to' in field && field.to === resource.name).map(({ at }) => at);
  let lot: TableRow[] = [];
  let titles = new Set<string>();
  for (const row of rows) {
    const named = toItself.map((at) => (row.cells[at] ?? '').split('/').at(-1)?.trim() ?? '');
    if (lot.length >= LOT || named.some((name) => titles.has(name))) {
      yield lot;
      lot = [];
      titles = new Set();
    }
    lot.push(row);
    if (toItself.length > 0) titles.add((row.cells[titleAt] ?? '').trim());
  }
  if (lot.length > 0) yield lot;
}
