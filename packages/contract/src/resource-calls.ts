/** The calls of a resource, made of its row: paths, permissions, schemas. */
import { type AreaGeometry, readGeometry } from '@fleetwarden/domain/area-geometry';
import { ENUMERATIONS, type EnumerationType } from '@fleetwarden/domain/enumerations';
import type { RuleProblem } from '@fleetwarden/domain/form-rules';
import { z } from 'zod';
import type { Call } from './call.ts';
import { Instant } from './instant.ts';
import type { Field, Resource } from './resource.ts';
import { codeOf, maxCharsOf } from './resource.ts';

/** Beyond it is no id of a table. */
const MAX_ID = 2 ** 31 - 1;
/** Ids of records on the wire. */
export const RecordId = z
  .string()
  .regex(/^[1-9]\d{0,9}$/)
  .refine((id) => Number(id) <= MAX_ID);
const ids = z.array(RecordId).min(1).max(10_000);
const TaskId = z.string().regex(/^\d{1,15}$/);

/** Why a value is refused, in words of ours: see the HTTP layer's validation. */
export const faultOf = ({ key, params }: RuleProblem | { readonly key: 'field.required'; readonly params?: undefined }) => ({
  code: 'custom' as const,
  params: { key, texts: params ?? {} },
});

const required = { key: 'field.required' } as const;
/** Nothing typed is nothing stored. */
const blankToNull = (value: unknown) => (value === '' || value === undefined ? null : value);

/** What is too long is told so once: the rule, which would say it again in its words, is not looked at. */
function textSchema(field: Extract<Field, { kind: 'text' | 'secret' }>) {
  return z
    .string()
    .transform((typed) => ('upper' in field && field.upper ? typed.trim().toUpperCase() : typed.trim()))
    .pipe(z.string().max(maxCharsOf(field), { abort: true }))
    .superRefine((value, context) => {
      // a masked value says that nothing was changed; it is put back before anything is stored
      if (value === '' || (field.kind === 'text' && field.masked && value.includes('*'))) return;
      const problem = field.rule?.check(value);
      if (problem) context.addIssue(faultOf(problem));
    })
    .transform((value) => (value === '' ? null : value));
}

/** A value of an enumeration. */
const oneOf = (type: EnumerationType) => z.literal(ENUMERATIONS[type].map(({ value }) => value));

/** An area as it is kept: what is wrong with it is said once, not at each of its points. */
export const Geometry = z.unknown().transform((value, context): AreaGeometry => {
  const read = readGeometry(value);
  if ('geometry' in read) return read.geometry;
  context.addIssue(faultOf(read.problem));
  return z.NEVER;
});

/** A calendar day that exists. */
const Day = z.iso.date();

function valueSchema(field: Field): z.ZodType {
  switch (field.kind) {
    case 'text':
    case 'secret':
      return textSchema(field);
    case 'integer':
      return z.number().int().min(field.min).max(field.max);
    case 'decimal':
      return z
        .number()
        .min(field.min)
        .max(field.max)
        .transform((value) => Number(value.toFixed(field.digits)));
    case 'flag':
      return z.boolean();
    case 'date':
      return Day;
    case 'instant':
      return Instant;
    case 'choice':
    case 'code':
      return oneOf(field.of);
    case 'choices':
      return z.array(oneOf(field.of)).max(50);
    case 'link':
      return RecordId;
    case 'links':
      return z.array(RecordId).max(500);
    case 'geometry':
      return Geometry;
    // which codes there are, the server knows: pages need no list of them
    case 'permissions':
      return z.array(z.string().regex(/^[1-9]\d{0,9}$/)).max(5_000);
  }
}

const isList = ({ kind }: Field) => kind === 'choices' || kind === 'links' || kind === 'permissions';

/** What may be sent for a field; nothing at all means nothing is stored. */
export function inputSchema(field: Field, edit = true): z.ZodType {
  const value = valueSchema(field);
  if (isList(field)) return field.required ? (value as z.ZodArray).min(1) : value.default([]);
  if (field.kind === 'flag') return value.default(false);
  const orNull = z.preprocess(blankToNull, value.nullable());
  // an untouched secret is not sent: what is stored stays
  if (!field.required || (field.kind === 'secret' && edit)) return orNull.optional();
  const empty = 'rule' in field && field.rule?.emptyKey ? { key: field.rule.emptyKey } : required;
  return orNull.superRefine((given, context) => {
    if (given === null) context.addIssue(faultOf(empty));
  });
}

function replySchema(field: Field): z.ZodType {
  switch (field.kind) {
    case 'secret':
      return z.boolean();
    case 'flag':
      return z.boolean();
    case 'integer':
    case 'decimal':
    case 'instant':
    case 'choice':
      return z.number().nullable();
    case 'choices':
      return z.array(z.number());
    case 'links':
    case 'permissions':
      return z.array(z.string());
    case 'geometry':
      return z.custom<AreaGeometry>().nullable();
    default:
      return z.string().nullable();
  }
}

const entries = ({ fields }: Resource) => Object.entries(fields);
/** Fields that callers may set. */
export const written = (resource: Resource) =>
  entries(resource).filter(([key, { computed }]) => !computed && resource.fixed?.[key] === undefined);

/** The filters of a list: one a field that is searched, by its kind. */
function filterShape(resource: Resource): Record<string, z.ZodType> {
  const shape: Record<string, z.ZodType> = {};
  for (const [key, field] of entries(resource)) {
    if (!field.search) continue;
    if (field.kind === 'text') shape[key] = z.string().trim().max(maxCharsOf(field)).optional();
    else if (field.kind === 'date') {
      shape[`${key}From`] = Day.optional();
      shape[`${key}To`] = Day.optional();
    } else if (field.kind === 'instant') {
      shape[`${key}From`] = Instant.optional();
      shape[`${key}To`] = Instant.optional();
    } else if (field.kind === 'flag') shape[key] = z.boolean().optional();
    else if (field.kind === 'link' || field.kind === 'links') shape[key] = RecordId.optional();
    else if (field.kind === 'code') shape[key] = oneOf(field.of).optional();
    else if (field.kind !== 'secret' && field.kind !== 'permissions')
      shape[key] = z.coerce.number().int().min(0).max(4_294_967_295).optional();
  }
  return shape;
}

/** Fields a list can be sorted by: those it shows, but for lists, secrets and what is encrypted. */
export const sortableOf = (resource: Resource): readonly string[] => [
  ...entries(resource)
    .filter(([, field]) => field.list && !isList(field) && field.kind !== 'secret' && !(field.kind === 'text' && field.sealed))
    .map(([key]) => key),
  'createdAt',
  'updatedAt',
];

function listShape(resource: Resource) {
  return {
    ...filterShape(resource),
    /** Narrows it to a department and everything below it. */
    inDept: RecordId.optional(),
    sort: z.enum(sortableOf(resource) as [string, ...string[]]).default(resource.order.by),
    order: z.enum(['asc', 'desc']).default(resource.order.direction),
  };
}

/** A record as calls give it. */
export function recordSchema(resource: Resource) {
  const shape: Record<string, z.ZodType> = {};
  for (const [key, field] of entries(resource)) {
    shape[key] = replySchema(field);
    if ('shows' in field) shape[field.shows] = field.kind === 'links' ? z.array(z.string()) : z.string().nullable();
  }
  return z.object({
    id: z.string(),
    version: z.number(),
    createdAt: z.number(),
    updatedAt: z.number(),
    ...shape,
  });
}

/** What a record holds, as it is sent. `edit`: fields that are set once may not be sent. */
export function valuesSchema(resource: Resource, edit: boolean): z.ZodType {
  const shape = written(resource).filter(([, { once }]) => !(edit && once));
  return z
    .strictObject(Object.fromEntries(shape.map(([key, field]) => [key, inputSchema(field, edit)])))
    .superRefine((values, context) => {
      for (const { field, check } of resource.rules ?? []) {
        const problem = check(values);
        if (problem) context.addIssue({ ...faultOf(problem), path: [field] });
      }
    });
}

/** Some of a resource's fields, as a call of its own may send them; what is not sent stays as it is. */
export function recordPart(resource: Resource, keys: readonly string[]) {
  return z.strictObject(
    Object.fromEntries(
      keys.flatMap((key) => (resource.fields[key] ? [[key, inputSchema(resource.fields[key]).optional()]] : [])),
    ),
  );
}

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

/** Most bytes of a file of records. */
export const MAX_IMPORT_BYTES = 20 * 1_048_576;

/**
 * What getTask tells of a checked or applied file. `errors` are the first 200, in the language of whoever started it; `cell` is as
 * the sheet shows it ('C5'), or the row alone where the fault is in no cell of it. `errorFile`: the task's file holds the bad rows.
 */
export const ImportResult = z.object({
  adds: z.number(),
  changes: z.number(),
  removes: z.number(),
  good: z.number(),
  bad: z.number(),
  errors: z.array(z.object({ row: z.number(), cell: z.string(), header: z.string(), message: z.string() })),
  errorFile: z.boolean(),
  /** Whether anything was written: false of a check, and of 'all' that met a bad row. */
  applied: z.boolean(),
  /** What is told of the added records once (Resource.toldOnce), until it was: it opens with the key that `apply` gave, and no other. */
  told: z.string().optional(),
});
export type ImportResult = z.infer<typeof ImportResult>;

/**
 * list, get and option of every resource; add, edit, del, batch, import and export as far as it can. `option` finds records by a part of their
 * name for whoever has to choose one, whatever their rights on the page itself.
 */
export function resourceCalls<const N extends string>(
  resource: Resource & { readonly noun: N },
): Partial<Calls<N>> & Record<string, Call> {
  const { path, noun, can } = resource;
  const Row = recordSchema(resource);
  const calls: Record<string, Call> = {
    [`list${noun}`]: {
      method: 'POST',
      path: `${path}/list${noun}`,
      permission: codeOf(resource, 'view'),
      read: true,
      paged: true,
      summary: `Records of ${resource.name} in the caller's scope, filtered and sorted.`,
      data: z.object(listShape(resource)),
      reply: z.object({ list: z.array(Row) }),
    },
    [`get${noun}`]: {
      method: 'POST',
      path: `${path}/get${noun}`,
      permission: codeOf(resource, 'view'),
      read: true,
      summary: `One record of ${resource.name}.`,
      data: z.object({ id: RecordId }),
      reply: Row,
    },
    [`option${noun}`]: {
      method: 'POST',
      path: `${path}/option${noun}`,
      permission: 'signedIn',
      read: true,
      summary: `Up to 50 records of ${resource.name} to choose from, by a part of their name or by id.`,
      data: z.object({ text: z.string().trim().max(50).optional(), ids: z.array(RecordId).max(500).optional() }),
      reply: z.object({ list: z.array(z.object({ id: z.string(), name: z.string() })) }),
    },
  };
  const add = (name: string, call: Omit<Call, 'method' | 'path'>) => {
    calls[`${name}${noun}`] = { method: 'POST', path: `${path}/${name}${noun}`, ...call };
  };
  // nothing points to what was removed
  if (resource.removed) delete calls[`option${noun}`];
  if (can.includes('add'))
    add('add', {
      permission: codeOf(resource, 'add'),
      audited: true,
      summary: `Adds a record of ${resource.name}.`,
      data: z.object({ values: valuesSchema(resource, false) }),
      reply: z.object({
        id: z.string(),
        ...Object.fromEntries((resource.toldOnce ?? []).map((key) => [key, z.string().optional()])),
      }),
    });
  if (can.includes('edit'))
    add('edit', {
      permission: codeOf(resource, 'edit'),
      audited: true,
      summary: `Changes a record of ${resource.name} as it was when \`version\` was read; refused where it changed since (4010).`,
      data: z.object({ id: RecordId, version: z.number().int(), values: valuesSchema(resource, true) }),
      reply: z.object({ id: z.string() }),
    });
  if (can.includes('remove'))
    add('del', {
      permission: codeOf(resource, 'remove'),
      audited: true,
      summary: `Removes records of ${resource.name}; refused with what uses them (4009).`,
      data: z.object({ ids, ...(resource.recycled ? { reason: z.string().trim().min(1).max(100) } : {}) }),
      reply: z.object({ removed: z.number() }),
    });
  const batched = written(resource).filter(([, field]) => field.batch);
  if (can.includes('edit') && batched.length > 0)
    add('batch', {
      permission: codeOf(resource, 'edit'),
      audited: true,
      summary: `Sets some fields of many records of ${resource.name} at once: all of them, or none.`,
      data: z.object({
        ids,
        values: z.strictObject(Object.fromEntries(batched.map(([key, field]) => [key, inputSchema(field).optional()]))),
      }),
      reply: z.object({ changed: z.number() }),
    });
  if (can.includes('import')) {
    const permission = codeOf(resource, 'import');
    const told = resource.toldOnce ?? [];
    add('import', {
      permission,
      audited: true,
      upload: { maxBytes: MAX_IMPORT_BYTES },
      summary: `Checks a file of ${resource.name} records and changes nothing; the task's result is an ImportResult.`,
      data: z.object({}),
      reply: z.object({ taskId: z.string() }),
    });
    calls[`apply${noun}Import`] = {
      method: 'POST',
      path: `${path}/apply${noun}Import`,
      permission,
      audited: true,
      summary: `Imports a file that was checked: all of it or nothing ('all'), or the good rows ('good'). All is checked anew.`,
      data: z.object({ taskId: TaskId, mode: z.enum(['all', 'good']) }),
      reply: z.object({ taskId: z.string(), ...(told.length > 0 ? { key: z.string() } : {}) }),
    };
    if (told.length > 0)
      calls[`tell${noun}Import`] = {
        method: 'POST',
        path: `${path}/tell${noun}Import`,
        permission,
        audited: true,
        summary: `Tells once what nobody can read later of the ${resource.name} records an import added, to whoever has its key.`,
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
      summary: `An empty file for records of ${resource.name}, with what each column takes.`,
      data: z.object({ format: z.enum(['xlsx', 'csv']).default('xlsx') }),
      reply: z.object({ url: z.string() }),
    };
  }
  if (can.includes('export'))
    add('export', {
      permission: codeOf(resource, 'export'),
      audited: true,
      summary: `The filtered records, or those chosen by id, as a file; a task above 10,000.`,
      data: z.object({
        ...listShape(resource),
        ids: ids.optional(),
        /** Keys of the columns, in order; every listed one without it. */
        columns: z.array(z.string().max(40)).max(100).optional(),
        format: z.enum(['xlsx', 'csv']).default('xlsx'),
      }),
      reply: z.union([z.object({ url: z.string() }), z.object({ taskId: z.string() })]),
    });
  return calls as Partial<Calls<N>> & Record<string, Call>;
}
