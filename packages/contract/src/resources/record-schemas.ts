import { z } from 'zod';
import { Instant } from '../values/instant.ts';
import { RecordId } from '../values/record-id.ts';
import { Day, inputSchema, isList, oneOf, replySchema, toFieldFault } from './field-schemas.ts';
import { getMaxChars, type Resource, type RowFields } from './resource.ts';

const entries = ({ fields }: Pick<Resource, 'fields'>) => Object.entries(fields);
/** Fields that callers may set. */
export const written = (resource: RowFields) =>
  entries(resource).filter(([key, { computed }]) => !computed && resource.fixed?.[key] === undefined);

/** The filters of a list: one a field that is searched, by its kind. */
function filterShape(resource: Resource): Record<string, z.ZodType> {
  const shape: Record<string, z.ZodType> = {};
  for (const [key, field] of entries(resource)) {
    if (!field.search) continue;
    if (field.kind === 'text') shape[key] = z.string().trim().max(getMaxChars(field)).optional();
    else if (field.kind === 'date') {
      shape[`${key}From`] = Day.optional();
      shape[`${key}To`] = Day.optional();
    } else if (field.kind === 'instant') {
      shape[`${key}From`] = Instant.optional();
      shape[`${key}To`] = Instant.optional();
    } else if (field.kind === 'flag') shape[key] = z.boolean().optional();
    else if (field.kind === 'link' || field.kind === 'links') shape[key] = RecordId.optional();
    else if (field.kind === 'code') shape[key] = oneOf(field.of).optional();
    else if (field.kind === 'choice' || field.kind === 'choices')
      shape[key] = z.coerce
        .number()
        .pipe(oneOf(field.of) as z.ZodType<number, number>)
        .optional();
    else if (field.kind === 'integer' || field.kind === 'decimal')
      shape[key] = z.coerce.number().min(field.min).max(field.max).optional();
  }
  return shape;
}

/** Fields that a list can sort by: its columns, without lists, secrets and encrypted fields. */
export const listSortableFields = (resource: Resource): readonly string[] => [
  ...entries(resource)
    .filter(([, field]) => field.list && !isList(field) && field.kind !== 'secret' && !(field.kind === 'text' && field.sealed))
    .map(([key]) => key),
  'createdAt',
  'updatedAt',
];

/** Filters of a list of records. */
export function listShape(resource: Resource) {
  return {
    ...filterShape(resource),
    /** Narrows it to a department and everything below it. */
    inDept: RecordId.optional(),
    sort: z.enum(listSortableFields(resource) as [string, ...string[]]).default(resource.order.by),
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

/** The values of a record in requests. `edit`: without fields that are set only once. */
export function valuesSchema(resource: Resource, edit: boolean): z.ZodType {
  const shape = written(resource).filter(([, { once }]) => !(edit && once));
  return z
    .strictObject(Object.fromEntries(shape.map(([key, field]) => [key, inputSchema(field, edit)])))
    .superRefine((values, context) => {
      for (const { field, check } of resource.rules ?? []) {
        const problem = check(values);
        if (problem) context.addIssue({ ...toFieldFault(problem), path: [field] });
      }
    });
}

/** Some fields of a resource, for a call of its own; absent fields remain unchanged. */
export function recordPart(resource: Resource, keys: readonly string[]) {
  return z.strictObject(
    Object.fromEntries(
      keys.flatMap((key) => (resource.fields[key] ? [[key, inputSchema(resource.fields[key]).optional()]] : [])),
    ),
  );
}
