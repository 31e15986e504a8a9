import type { Writable } from 'node:stream';
import { consoleRoutes } from '@fleetwarden/contract/console-routes';
import { CallError } from '@fleetwarden/contract/errors';
import type { Field, Resource } from '@fleetwarden/contract/resources/resource';
import { z } from 'zod';
import type { Cell, Column, ColumnKind } from '../files/table.ts';
import { writeTable } from '../files/write-table.ts';
import type { WriteAudit } from '../http/audit.ts';
import type { GetText } from '../http/replies.ts';
import { defineTask, type Task } from '../tasks/task.ts';
import { cellText, columnKind } from './cell-text.ts';
import { EXPORT_BATCH, MAX_EXPORT_ROWS } from './limits.ts';
import type { ListFilter } from './list-query.ts';
import { masked } from './mask.ts';
import type { Scope, Stored } from './read.ts';
import type { ResourceStore } from './resource.ts';
import { createWords, type Words } from './words.ts';

/** An export request after validation. */
export type ExportWish = {
  readonly filter: ListFilter;
  readonly ids?: readonly number[] | undefined;
  readonly columns?: readonly string[] | undefined;
  readonly format: 'xlsx' | 'csv';
};

const Payload = z.object({
  resource: z.string(),
  filter: z.record(z.string(), z.unknown()),
  ids: z.array(z.number()).optional(),
  columns: z.array(z.string()).optional(),
  format: z.enum(['xlsx', 'csv']),
});
export type ExportPayload = z.infer<typeof Payload>;

export type ExportOptions = {
  readonly storeOf: (resource: string) => ResourceStore;
  readonly below: (departmentId: number) => Promise<Scope>;
  readonly getText: GetText;
  readonly timeZone: string;
  readonly audit: WriteAudit;
};

type ExportColumn = { readonly title: string; readonly kind: ColumnKind; readonly cell: (row: Stored) => Cell };

/** Column keys of an export; default: the columns of a list. Throws CallError validation for an unknown one. */
export function exportKeys(resource: Resource, chosen: readonly string[] | undefined): readonly string[] {
  const fields = Object.entries(resource.fields).filter(([, { kind }]) => kind !== 'secret' && kind !== 'geometry');
  if (!chosen || chosen.length === 0) return fields.flatMap(([key, { list }]) => (list ? [key] : []));
  const known = new Set([...fields.map(([key]) => key), ...TIMES]);
  const unknown = chosen.find((key) => !known.has(key));
  if (unknown !== undefined) {
    throw new CallError('validation', unknown, [{ path: 'columns', key: 'transfer.noColumn', params: { column: unknown } }]);
  }
  return [...new Set(chosen)];
}

const TIMES = ['createdAt', 'updatedAt'] as const;
const TIME_TEXTS = { createdAt: 'transfer.createdAt', updatedAt: 'transfer.updatedAt' } as const;
const isTime = (key: string): key is (typeof TIMES)[number] => (TIMES as readonly string[]).includes(key);

function listColumns(resource: Resource, keys: readonly string[], words: Words): ExportColumn[] {
  return keys.map((key): ExportColumn => {
    const field: Field | undefined = resource.fields[key];
    if (!field && isTime(key)) return { title: words.say(TIME_TEXTS[key]), kind: 'instant', cell: (row) => row[key] };
    if (!field) throw new Error(`${resource.name} has no field ${key}`);
    return { title: words.heading(key), kind: columnKind(field), cell: (row) => cellText(key, field, row, words) };
  });
}

/** Writes records as people read them, masked as everywhere; resolves to how many. */
export function writeRecords(
  stream: Writable,
  store: ResourceStore,
  wish: ExportWish,
  how: {
    readonly scope: Scope;
    readonly words: Words;
    readonly sheet: string;
    readonly timeZone: string;
    readonly onBatch?: (rows: number) => void;
  },
): Promise<number> {
  const { resource, reader, db } = store;
  const columns = listColumns(resource, exportKeys(resource, wish.columns), how.words);
  const options = { only: wish.ids, most: MAX_EXPORT_ROWS, batch: EXPORT_BATCH };
  return reader.each(db, wish.filter, how.scope, options, async (batches) => {
    async function* rows(): AsyncGenerator<Cell[]> {
      for await (const batch of batches) {
        how.onBatch?.(batch.length);
        for (const row of batch) {
          const shown = masked(resource, row);
          yield columns.map(({ cell }) => cell(shown));
        }
      }
    }
    const table: Column[] = columns.map(({ title, kind }) => ({ title, kind }));
    return writeTable(stream, wish.format, { sheet: how.sheet, columns: table, rows: rows(), timeZone: how.timeZone });
  });
}

/** Export as a task, for exports that take longer than a call. */
export function exportTask({ storeOf, below, getText, timeZone, audit }: ExportOptions): Task<ExportPayload> {
  return defineTask({
    kind: 'resource.export',
    payload: Payload,
    repeatable: true,
    run: async ({ resource: name, ...wish }, { account, language, signal, progress, file }) => {
      const store = storeOf(name);
      const { resource } = store;
      const words = createWords(resource, getText, language);
      const scope = await below(account.departmentId);
      const total = await store.reader.count(store.db, wish.filter, scope, wish.ids);
      let done = 0;
      let rows = 0;
      const onBatch = (count: number) => {
        signal.throwIfAborted();
        done += count;
        progress(done, total);
      };
      const sheet = pageName(resource, words);
      await file(`${sheet}.${wish.format}`, async (stream) => {
        rows = await writeRecords(stream, store, wish, { scope, words, sheet, timeZone, onBatch });
      });
      await audit({
        user: { kind: 'user', prefix: '', mustChangePassword: false, ...account },
        peerIp: '',
        area: resource.name,
        action: `export${resource.noun}`,
        object: sheet,
        after: { ...wish.filter, rows },
        result: '0',
      });
      return { rows };
    },
  });
}

/** Name of a resource's page, for files and tasks. */
export function pageName({ page, name, called }: Resource, words: Words): string {
  if (called) return words.say(called);
  const route = consoleRoutes.find(({ path }) => path === page);
  return route ? words.say(route.title) : name;
}
