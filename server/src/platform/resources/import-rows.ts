import { errors } from '@fleetwarden/contract/errors';
import type { Resource } from '@fleetwarden/contract/resources/resource';
import type { Queryable } from '../db/database.ts';
import type { TableRow } from '../files/table-rows.ts';
import type { Change } from './change.ts';
import type { FileColumn, HeaderLine } from './header-line.ts';
import type { ResourceTable, Values } from './model.ts';
import { resolveNames } from './names.ts';
import type { Scope } from './read.ts';
import type { Actor, ResourceStore } from './resource.ts';
import { type Operation, operationText, type ReadRow, type RowFault, type RowReader } from './row-values.ts';
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
  const { store, below } = deps;
  const { resource } = store;
  const outcome: Outcome = { counts: { add: 0, change: 0, remove: 0 }, bad: [], changes: [] };
  const seen = new Map<string, number>();
  const scope = await below(run.actor.departmentId);
  const columnAt = new Map(sheet.header.columns.map(({ key, at }) => [key, at]));
  const refuse = ({ file }: ReadRow, faults: readonly RowFault[]) => outcome.bad.push({ file, faults });

  let done = 0;
  for (const lot of lotsOf(resource, sheet)) {
    run.signal.throwIfAborted();
    await writeLot(lot);
    done += lot.length;
    run.progress(done, sheet.rows.length);
  }
  // Batches report their invalid rows out of order.
  outcome.bad.sort((one, other) => one.file.row - other.file.row);
  return outcome;

  async function writeLot(files: readonly TableRow[]): Promise<void> {
    const rows = files.flatMap((file) => sheet.reader.read(file) ?? []);
    for (const column of sheet.header.columns) await link(rows, column);
    const matches = await matchesOf(rows);
    const entries = rows.flatMap((row, at): Entry[] => {
      const entry = entryOf(row, matches[at] ?? []);
      if (entry) return [entry];
      refuse(row, row.faults);
      return [];
    });
    await write(entries);
  }

  async function link(rows: readonly ReadRow[], column: FileColumn): Promise<void> {
    const { field } = column;
    if (field.kind !== 'link' && field.kind !== 'links') return;
    const naming = rows.filter(({ names }) => names.has(column.key));
    if (naming.length === 0) return;
    const names = await resolveNames(
      tx,
      { ...deps, actor: run.actor },
      field,
      new Set(naming.flatMap((row) => row.names.get(column.key)!)),
    );
    for (const row of naming) sheet.reader.link(row, column, names);
  }

  /** Ids of the records that each row matches, within the actor's scope. */
  async function matchesOf(rows: readonly ReadRow[]): Promise<number[][]> {
    if (!resource.importKey) return rows.map(() => []);
    const found = await store.writer.matching(
      tx,
      resource.importKey,
      rows.map(({ values }) => values),
    );
    const seenOnes = await store.reader.within(tx, found.flat(), scope);
    return found.map((ids) => ids.filter((id) => seenOnes.has(id)));
  }

  /** The request of a row; undefined if the row is invalid, with the reasons in its faults. */
  function entryOf(row: ReadRow, ids: readonly number[]): Entry | undefined {
    const { faults, values } = row;
    const at = columnAt.get(resource.importKey?.[0] ?? '') ?? -1;
    const wrong = (key: string, params?: RowFault['params'], where = at): undefined => {
      faults.push({ key, params, at: where });
    };
    const operation = row.operation ?? (ids.length > 0 ? 'change' : 'add');
    if (faults.length > 0) return undefined;
    if (!sheet.reader.may(operation, run.actor.rights)) {
      return wrong('transfer.noRight', { operation: run.words.say(operationText(operation)) }, sheet.header.operationAt);
    }
    if (hiddenKey(resource, values)) return wrong('transfer.hiddenKey');
    const earlier = rowOfSame(row);
    if (earlier !== undefined) return wrong('transfer.sameRow', { row: earlier });
    if (operation === 'add') {
      if (ids.length > 0) return wrong('transfer.recordExists');
      faults.push(...sheet.reader.emptied(row, 'add'));
      if (faults.length > 0) return undefined;
      return { row, operation, wish: { kind: 'add', values: sheet.reader.newValues(row) } };
    }
    const [id, ...more] = ids;
    if (id === undefined) return wrong('transfer.noRecord');
    if (more.length > 0) return wrong('transfer.manyRecords');
    const reason = resource.recycled ? { reason: run.words.say('transfer.removedByFile') } : {};
    if (operation === 'remove') return { row, operation, wish: { kind: 'remove', id, ...reason } };
    faults.push(...sheet.reader.emptied(row, 'change'));
    if (faults.length > 0) return undefined;
    return { row, operation, wish: { kind: 'edit', id, values: values } };
  }

  /** The number of an earlier row with the same key. */
  function rowOfSame({ values, file }: ReadRow): number | undefined {
    if (!resource.importKey) return undefined;
    const key = JSON.stringify(resource.importKey.map((each) => values[each]));
    const earlier = seen.get(key);
    if (earlier === undefined) seen.set(key, file.row);
    return earlier;
  }

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
          left[at]!.row,
          refusals.flatMap(({ kind, faults }): RowFault[] =>
            faults.length === 0 && kind
              ? [{ key: errors[kind].key }]
              : faults.map(({ path, key, params }) => ({ key, params, at: columnAt.get(path) ?? -1 })),
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
        run.actor,
        run.trial,
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
          first.row,
          faults.map(({ key, params, path = '' }) => ({ key, params, at: columnAt.get(path.replace(/^values\./, '')) ?? -1 })),
        );
        return undefined;
      }
      const half = entries.length >> 1;
      await write(entries.slice(0, half));
      await write(entries.slice(half));
      return undefined;
    }
  }
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
