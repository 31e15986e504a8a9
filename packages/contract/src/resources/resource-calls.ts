/** The calls of a resource, made of its row: paths, permissions, schemas. */
import { z } from 'zod';
import type { Call } from '../call.ts';
import { RecordId } from '../values/record-id.ts';
import { inputSchema } from './field-schemas.ts';
import { MAX_IMPORT_BYTES } from './import-result.ts';
import { listShape, recordSchema, valuesSchema, written } from './record-schemas.ts';
import { getButtonCode, type Resource } from './resource.ts';

const ids = z.array(RecordId).min(1).max(10_000);
const TaskId = z.string().regex(/^\d{1,15}$/);

type Calls<N extends string> = Readonly<
  Record<
    | `list${N}`
    | `get${N}`
    | `option${N}`
    | `add${N}`
    | `edit${N}`
    | `del${N}`
    | `batch${N}`
    | `export${N}`
    | `import${N}`
    | `apply${N}Import`
    | `tell${N}Import`
    | `get${N}Template`,
    Call
  >
>;

type CallTable = Record<string, Call>;

/** A resource is a constant, and its schemas are many. */
const callTables = new WeakMap<Resource, CallTable>();

/**
 * list, get and option of every resource; add, edit, del, batch, import and export as allowed. `option` finds records by part of
 * their name, for choices in forms; it needs any permission, not that of the page.
 */
export function resourceCalls<const N extends string>(
  resource: Resource & { readonly noun: N },
): Partial<Calls<N>> & Record<string, Call> {
  const calls = callTables.get(resource) ?? {
    ...readingCalls(resource),
    ...changingCalls(resource),
    ...importCalls(resource),
    ...exportCalls(resource),
  };
  callTables.set(resource, calls);
  return calls as Partial<Calls<N>> & Record<string, Call>;
}

function readingCalls(resource: Resource): CallTable {
  const { path, noun } = resource;
  const Row = recordSchema(resource);
  const calls: CallTable = {
    [`list${noun}`]: {
      method: 'POST',
      path: `${path}/list${noun}`,
      permission: getButtonCode(resource, 'view'),
      read: true,
      paged: true,
      summary: `Lists records of ${resource.name} in the caller’s scope, filtered and sorted.`,
      data: z.object(listShape(resource)),
      reply: z.object({ list: z.array(Row) }),
    },
    [`get${noun}`]: {
      method: 'POST',
      path: `${path}/get${noun}`,
      permission: getButtonCode(resource, 'view'),
      read: true,
      summary: `Returns one record of ${resource.name}.`,
      data: z.object({ id: RecordId }),
      reply: Row,
    },
    [`option${noun}`]: {
      method: 'POST',
      path: `${path}/option${noun}`,
      permission: 'anyRight',
      read: true,
      summary: `Lists up to 50 records of ${resource.name} for selection, by part of their name or by id.`,
      data: z.object({ text: z.string().trim().max(50).optional(), ids: z.array(RecordId).max(500).optional() }),
      reply: z.object({ list: z.array(z.object({ id: z.string(), name: z.string() })) }),
    },
  };
  // nothing points to what was removed
  if (resource.removed) delete calls[`option${noun}`];
  return calls;
}

/** Adds calls of a resource to a table, keyed by prefix before the noun. */
const adder =
  (calls: CallTable, { path, noun }: Resource) =>
  (name: string, call: Omit<Call, 'method' | 'path'>) => {
    calls[`${name}${noun}`] = { method: 'POST', path: `${path}/${name}${noun}`, ...call };
  };

function changingCalls(resource: Resource): CallTable {
  const { can } = resource;
  const calls: CallTable = {};
  const add = adder(calls, resource);
  if (can.includes('add'))
    add('add', {
      permission: getButtonCode(resource, 'add'),
      audited: true,
      summary: `Adds a record of ${resource.name}.`,
      data: z.object({ values: valuesSchema(resource, false) }),
      reply: z.object({
        id: z.string(),
        ...Object.fromEntries((resource.shownOnce ?? []).map((key) => [key, z.string().optional()])),
      }),
    });
  if (can.includes('edit'))
    add('edit', {
      permission: getButtonCode(resource, 'edit'),
      audited: true,
      summary: `Updates a record of ${resource.name}, based on the \`version\` that was read. Refused with 4010 if the record has changed since then.`,
      data: z.object({ id: RecordId, version: z.number().int(), values: valuesSchema(resource, true) }),
      reply: z.object({ id: z.string() }),
    });
  if (can.includes('remove'))
    add('del', {
      permission: getButtonCode(resource, 'remove'),
      audited: true,
      summary: `Removes records of ${resource.name}. Refused with 4009 if they are in use; the error shows the references.`,
      data: z.object({ ids, ...(resource.recycled ? { reason: z.string().trim().min(1).max(100) } : {}) }),
      reply: z.object({ removed: z.number() }),
    });
  const batched = written(resource).filter(([, field]) => field.batch);
  if (can.includes('edit') && batched.length > 0)
    add('batch', {
      permission: getButtonCode(resource, 'edit'),
      audited: true,
      summary: `Updates some fields of many records of ${resource.name} in one call. Updates all of the records or none.`,
      data: z.object({
        ids,
        values: z.strictObject(Object.fromEntries(batched.map(([key, field]) => [key, inputSchema(field).optional()]))),
      }),
      reply: z.object({ changed: z.number() }),
    });
  return calls;
}

function importCalls(resource: Resource): CallTable {
  const { path, noun, can } = resource;
  const calls: CallTable = {};
  if (!can.includes('import')) return calls;
  const add = adder(calls, resource);
  const permission = getButtonCode(resource, 'import');
  const told = resource.shownOnce ?? [];
  add('import', {
    permission,
    audited: true,
    upload: { maxBytes: MAX_IMPORT_BYTES },
    summary: `Starts a task that checks a file of ${resource.name} records and changes nothing. The result of the task is an ImportResult.`,
    data: z.object({}),
    reply: z.object({ taskId: z.string() }),
  });
  calls[`apply${noun}Import`] = {
    method: 'POST',
    path: `${path}/apply${noun}Import`,
    permission,
    audited: true,
    summary: `Imports a checked file: all rows or nothing ('all'), or only the good rows ('good'). Checks all rows again.`,
    data: z.object({ taskId: TaskId, mode: z.enum(['all', 'good']) }),
    reply: z.object({ taskId: z.string(), ...(told.length > 0 ? { key: z.string() } : {}) }),
  };
  if (told.length > 0)
    calls[`tell${noun}Import`] = {
      method: 'POST',
      path: `${path}/tell${noun}Import`,
      permission,
      audited: true,
      summary: `Returns, only once, the secret values of the ${resource.name} records that an import added. They cannot be read later. Requires the key of the import.`,
      data: z.object({ taskId: TaskId, key: z.string().max(100) }),
      reply: z.object({
        list: z.array(z.object(Object.fromEntries([resource.title, ...told].map((key) => [key, z.string()])))),
      }),
    };
  calls[`get${noun}Template`] = {
    method: 'POST',
    path: `${path}/get${noun}Template`,
    permission,
    read: true,
    summary: `Returns an empty file for records of ${resource.name}, with the values that each column accepts.`,
    data: z.object({ format: z.enum(['xlsx', 'csv']).default('xlsx') }),
    reply: z.object({ url: z.string() }),
  };
  return calls;
}

function exportCalls(resource: Resource): CallTable {
  const { can } = resource;
  const calls: CallTable = {};
  const add = adder(calls, resource);
  if (can.includes('export'))
    add('export', {
      permission: getButtonCode(resource, 'export'),
      audited: true,
      summary: `Returns the filtered records, or the records selected by id, as a file. For more than 10,000 records, starts an export task.`,
      data: z.object({
        ...listShape(resource),
        ids: ids.optional(),
        /** Keys of the columns, in order; every listed one without it. */
        columns: z.array(z.string().max(40)).max(100).optional(),
        format: z.enum(['xlsx', 'csv']).default('xlsx'),
      }),
      reply: z.union([z.object({ url: z.string() }), z.object({ taskId: z.string() })]),
    });
  return calls;
}
