import { type AreaGeometry, readGeometry } from '@fleetwarden/domain/area-geometry';
import { ENUMERATIONS, type EnumerationType } from '@fleetwarden/domain/enumerations';
import type { RuleProblem } from '@fleetwarden/domain/form-rules';
import { z } from 'zod';
import { Instant } from '../values/instant.ts';
import { RecordId } from '../values/record-id.ts';
import { findNumberProblem } from './number-problem.ts';
import { type DecimalField, type Field, getMaxChars, type IntegerField } from './resource.ts';

/** Why a value is refused, in words of ours: see the HTTP layer's validation. */
export const toFieldFault = ({ key, params }: RuleProblem | { readonly key: 'field.required'; readonly params?: undefined }) => ({
  code: 'custom' as const,
  params: { key, texts: params ?? {} },
});

const required = { key: 'field.required' } as const;
/** Nothing typed is nothing stored. */
const blankToNull = (value: unknown) => (value === '' || value === undefined ? null : value);

/** A text that is too long gets one error: the rule, which would report it again, is skipped. */
function textSchema(field: Extract<Field, { kind: 'text' | 'secret' }>) {
  return z
    .string()
    .transform((typed) => ('upper' in field && field.upper ? typed.trim().toUpperCase() : typed.trim()))
    .pipe(z.string().max(getMaxChars(field), { abort: true }))
    .superRefine((value, context) => {
      // a masked value means unchanged; the server restores the stored value
      if (value === '' || (field.kind === 'text' && field.masked && value.includes('*'))) return;
      const problem = field.rule?.check(value);
      if (problem) context.addIssue(toFieldFault(problem));
    })
    .transform((value) => (value === '' ? null : value));
}

const numberSchema = (field: IntegerField | DecimalField, limits: z.ZodNumber) =>
  limits.superRefine((value, context) => {
    const problem = findNumberProblem(field, value);
    if (problem) context.addIssue(toFieldFault(problem));
  });

/** A value of an enumeration. */
export const oneOf = (type: EnumerationType) => z.literal(ENUMERATIONS[type].map(({ value }) => value));

/** A geofence as stored. It gets one error, not one per point. */
export const Geometry = z.unknown().transform((value, context): AreaGeometry => {
  const read = readGeometry(value);
  if ('geometry' in read) return read.geometry;
  context.addIssue(toFieldFault(read.problem));
  return z.NEVER;
});

/** A calendar day that exists. */
export const Day = z.iso.date();

function valueSchema(field: Field): z.ZodType {
  switch (field.kind) {
    case 'text':
    case 'secret':
      return textSchema(field);
    case 'integer':
      // the rule has its own limits and its own text
      return numberSchema(field, field.rule ? z.number().int() : z.number().int().min(field.min).max(field.max));
    case 'decimal':
      return numberSchema(field, z.number().min(field.min).max(field.max));
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
    // only the server knows the valid codes: pages do not need the list
    case 'permissions':
      return z.array(z.string().regex(/^[1-9]\d{0,9}$/)).max(5_000);
  }
}

export const isList = ({ kind }: Field) => kind === 'choices' || kind === 'links' || kind === 'permissions';

/** Schema of a field in requests; an absent value is stored as null. */
export function inputSchema(field: Field, edit = true): z.ZodType {
  const value = valueSchema(field);
  if (isList(field)) return field.required ? (value as z.ZodArray).min(1) : value.default([]);
  if (field.kind === 'flag') return value.default(false);
  const orNull = z.preprocess(blankToNull, value.nullable());
  // a secret that was not edited is absent, and the stored one remains
  if (!field.required || (field.kind === 'secret' && edit)) return orNull.optional();
  const empty = 'rule' in field && field.rule?.emptyKey ? { key: field.rule.emptyKey } : required;
  return orNull.superRefine((given, context) => {
    if (given === null) context.addIssue(toFieldFault(empty));
  });
}

/** Schema of a field in replies. */
export function replySchema(field: Field): z.ZodType {
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
