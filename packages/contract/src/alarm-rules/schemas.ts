import { rules } from '@fleetwarden/domain/form-rules';
import { z } from 'zod';
import type { CallSchemas } from '../call.ts';
import { CommandState } from '../commands/schemas.ts';
import { RecordId } from '../values/record-id.ts';
import { RULE_CODES } from './kinds.ts';
import { TRY_DAYS, TRY_VEHICLES } from './limits.ts';
import { Day, Level, RoadGrade, RoadSpotKind, Segments, Weekdays, whole } from './params.ts';

/** Targets one call adds or removes. */
const MAX_TARGETS = 10_000;
export const MAX_ROADS = 20_000;

const SchemeType = z.enum(RULE_CODES);
const nameRule = rules.zhLetterDigitLength(1, 30);
const SchemeName = z
  .string()
  .trim()
  .superRefine((text, context) => {
    const problem = nameRule.check(text);
    if (problem) context.addIssue({ code: 'custom', input: text, params: { key: problem.key, texts: problem.params ?? {} } });
  });
const Params = z.record(z.string().max(40), z.unknown());
const targets = z.array(RecordId).max(MAX_TARGETS).default([]);

/** Whether an alarm of a scheme opens a popup and plays a sound. */
const Actions = z.strictObject({ popup: z.boolean().default(true), sound: z.boolean().default(true) }).prefault({});

/** Fields common to all schemes, with controls of their own (rules/forms.ts). */
export const SchemeBase = z.strictObject({
  level: Level.default(2),
  priority: whole(0, 99).default(50),
  actions: Actions,
  weekdays: Weekdays,
  segments: Segments.default([]),
});

const scheme = {
  ...SchemeBase.shape,
  schemeType: SchemeType,
  schemeName: SchemeName,
  deptId: RecordId,
  enabled: z.boolean().default(true),
  /** Days of the business time zone, both included; null: open. */
  validFrom: Day.nullable().default(null),
  validTo: Day.nullable().default(null),
  /** Valid for the schema in RULE_KINDS. */
  params: Params,
  remark: z.string().trim().max(200).default(''),
};

export const Scheme = z.object({
  ...scheme,
  id: z.string(),
  version: z.number(),
  deptName: z.string(),
  /** Vehicles it is for: named ones, and those of its departments with all below. */
  vehicles: z.number(),
  departments: z.number(),
  updatedBy: z.string(),
  /** Epoch ms. */
  updatedAt: z.number(),
});
export type Scheme = z.output<typeof Scheme>;

const SaveScheme = z
  .strictObject({
    ...scheme,
    id: RecordId.optional(),
    /** Version of the record that the user edited; required with `id`. */
    version: z.number().int().optional(),
    /** Vehicles and departments of a new scheme; `bindTarget` adds more. */
    addCars: targets,
    addDepts: targets,
  })
  .refine(({ validFrom, validTo }) => validFrom === null || validTo === null || validFrom <= validTo, {
    path: ['validTo'],
    params: { key: 'rule.order', texts: {} },
  })
  .refine(({ id, version }) => id === undefined || version !== undefined, {
    path: ['version'],
    params: { key: 'field.required', texts: {} },
  });

const TargetRow = z.object({
  /** 1 a department and all below it, 2 a vehicle. */
  kind: z.literal([1, 2]),
  targetId: z.string(),
  name: z.string(),
  deptName: z.string(),
  /** PLATE_COLOR of a vehicle. */
  color: z.number(),
});
export type TargetRow = z.infer<typeof TargetRow>;
const LogRow = z.object({
  at: z.number(),
  username: z.string(),
  action: z.enum(['add', 'edit', 'enable', 'disable', 'bind']),
  before: z.unknown(),
  after: z.unknown(),
});
export type LogRow = z.infer<typeof LogRow>;
/** A text that a scheme had sent to a vehicle. */
const EffectRow = z.object({
  at: z.number(),
  targId: z.string(),
  carNo: z.string(),
  color: z.number(),
  /** The subject of the text: an alarm type, a night, a minute. */
  subject: z.string(),
  /** '' if nothing was sent. */
  text: z.string(),
  /** null: the terminal could not be reached. */
  state: CommandState.nullable(),
  resultCode: z.number().nullable(),
});
export type EffectRow = z.infer<typeof EffectRow>;

/** One alarm a scheme would have raised. Times epoch ms. */
const TriedAlarm = z.object({
  targId: z.string(),
  carNo: z.string(),
  typeId: z.number(),
  level: Level,
  startAt: z.number(),
  endAt: z.number(),
  lng: z.number(),
  lat: z.number(),
  maxKmh: z.number(),
  value: z.number().nullable(),
  limit: z.number().nullable(),
});
export type TriedAlarm = z.infer<typeof TriedAlarm>;
/** Result of a dry run's task. `list` has at most TRY_LISTED alarms. */
export const Tried = z.object({ alarms: z.number(), positions: z.number(), list: z.array(TriedAlarm) });
export type Tried = z.infer<typeof Tried>;

/** A road (130113), or a place to be warned of (130111), without its line. */
const RoadRow = z.object({
  id: z.string(),
  name: z.string(),
  deptId: z.string(),
  deptName: z.string(),
  /** Number of points of the line; 1: a spot. */
  points: z.number(),
  oneWay: z.boolean(),
  grade: RoadGrade.nullable(),
  /** Limits in km/h; null: by the grade. */
  limitPassenger: z.number().nullable(),
  limitFreight: z.number().nullable(),
  limitDangerous: z.number().nullable(),
  kind: RoadSpotKind.nullable(),
  /** Degrees; null: any. */
  direction: z.number().nullable(),
  /** m. */
  lead: z.number().nullable(),
  /** The speed that is too much there, km/h. */
  limit: z.number().nullable(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  content: z.string().nullable(),
});
export type RoadRow = z.infer<typeof RoadRow>;

const ids = z.array(RecordId).min(1).max(500);
/** Kinds that know roads or places. */
const ofRoads = { schemeType: z.enum(['130111', '130113']) };
/** Every page sends its own code: a right of another page shows nothing of this one. */
const ofPage = { schemeType: SchemeType };

export const alarmRulesSchemas = {
  warnSchemeListYL: {
    summary: 'Lists the schemes of a page in the caller’s scope, newest first.',
    data: z.object({
      ...ofPage,
      ids: ids.optional(),
      schemeName: z.string().trim().max(30).optional(),
      deptId: RecordId.optional(),
      enabled: z.boolean().optional(),
    }),
    reply: z.object({ list: z.array(Scheme) }),
  },
  warnSchemeDetailsListYL: {
    summary:
      'Lists the departments and vehicles of a scheme, its change log with users, or its recent texts with the answers of the terminals.',
    data: z.object({ ...ofPage, id: RecordId, what: z.enum(['targets', 'log', 'effects']).default('targets') }),
    reply: z.object({ list: z.array(z.union([TargetRow, LogRow, EffectRow])) }),
  },
  countWarnSchemeByName: {
    summary: 'Counts the other schemes of the page and department that have a given name.',
    data: z.object({ ...ofPage, deptId: RecordId, schemeName: z.string().trim().max(30), id: RecordId.optional() }),
    reply: z.object({ count: z.number() }),
  },
  saveScheme: {
    summary: 'Adds a scheme, or updates one. An update is refused if the scheme has changed since it was read.',
    data: SaveScheme,
    reply: z.object({ id: z.string(), version: z.number() }),
  },
  delScheme: {
    summary: 'Deletes schemes. The alarms they raised are not deleted.',
    data: z.object({ ...ofPage, ids }),
    reply: z.object({ removed: z.number() }),
  },
  enableScheme: {
    summary: 'Enables or disables schemes.',
    data: z.object({ ...ofPage, ids, enabled: z.boolean() }),
    reply: z.object({ changed: z.number() }),
  },
  bindTarget: {
    summary: 'Adds departments (with all departments below them) and vehicles to a scheme, or removes them from it.',
    data: z
      .object({ ...ofPage, id: RecordId, addCars: targets, addDepts: targets, removeCars: targets, removeDepts: targets })
      .refine(
        ({ addCars, addDepts, removeCars, removeDepts }) =>
          addCars.length + addDepts.length + removeCars.length + removeDepts.length > 0,
        { path: ['addCars'], params: { key: 'warnScheme.noTarget', texts: {} } },
      ),
    reply: z.object({ added: z.number(), removed: z.number() }),
  },
  exportScheme: {
    summary: 'Exports the schemes of a page to a workbook, with their parameters in words.',
    data: z.object({ ...ofPage, ids: ids.optional() }),
    reply: z.object({ url: z.string() }),
  },
  tryScheme: {
    summary:
      'Starts a task that runs a scheme with the entered parameters, saved or not, over past positions (dry run). The result is the alarms it would have raised. Saves nothing.',
    data: z.object({
      ...ofPage,
      params: Params,
      level: Level.default(2),
      weekdays: Weekdays,
      segments: Segments.default([]),
      targIds: z.array(RecordId).min(1).max(TRY_VEHICLES),
      /** The first of the business days, and how many. */
      day: Day,
      days: z.number().int().min(1).max(TRY_DAYS).default(1),
    }),
    reply: z.object({ taskId: z.string() }),
  },
  importRoads: {
    summary:
      'Imports lines and points from a GeoJSON file (WGS-84): roads with grade and limits (130113), or places that need a warning (130111). On request, replaces those of the department.',
    data: z.object({ ...ofRoads, deptId: RecordId, replace: z.boolean().default(false) }),
    reply: z.object({ added: z.number(), removed: z.number() }),
  },
  listRoad: {
    summary: 'Lists roads (130113) or places that need a warning (130111), sorted by name.',
    data: z.object({ ...ofRoads, name: z.string().trim().max(100).optional(), deptId: RecordId.optional() }),
    reply: z.object({ list: z.array(RoadRow) }),
  },
  delRoad: { summary: 'Deletes roads or places.', data: z.object({ ...ofRoads, ids }), reply: z.object({ removed: z.number() }) },
} satisfies Record<string, CallSchemas>;
