import { NEVER_DELAYED } from '@fleetwarden/domain/alarm-types';
import { z } from 'zod';
import type { PermissionCode } from '../call.ts';
import {
  Channels,
  Clock,
  Content,
  Day,
  DealType,
  ExcessLevels,
  Industry,
  JudgedSpeed,
  Level,
  Levels,
  Notes,
  RoadGrade,
  RoadSpotKind,
  Segments,
  TextCondition,
  TextSchedule,
  TypeId,
  Types,
  VehicleClass,
  VehicleIds,
  Weekdays,
  whole,
} from './params.ts';

/**
 * The effect of schemes of a kind. `alarms`: find alarms in reports; `plan` and `timing`: choose popups and deadlines of all alarms;
 * `handling`: handle cases; `text`: send texts on alarms; `schedule`: run by the clock.
 */
export type RuleWork = 'alarms' | 'plan' | 'timing' | 'handling' | 'text' | 'schedule';

export type RuleKind = {
  readonly code: PermissionCode;
  readonly work: RuleWork;
  /** Rows of ALARM_TYPES it raises. */
  readonly raises: readonly number[];
  /** Schema of a scheme's `params`; absent values get their defaults. */
  readonly params: z.ZodObject;
};

const row = <const K extends RuleKind>(kind: K): K => kind;
const MAX_ROWS = 200;

const plan = z.strictObject({
  types: z
    .array(
      z.strictObject({
        typeId: TypeId,
        /** Off: the alarm is stored and listed, without popup or sound. */
        enabled: z.boolean().default(true),
        level: Level,
        popup: z.boolean().default(true),
        sound: z.boolean().default(true),
        /** Popup and sound start with the n-th alarm within the window. */
        minTimes: whole(1, 99).default(1),
        window: whole(0, 86_400, 's').default(600),
        mergeGap: whole(0, 3600, 's').default(60),
        /** Must be handled by a person. */
        key: z.boolean().default(false),
        reportTo809: z.boolean().default(false),
        /** Minutes until the handling deadline; 0: the target of the level. */
        sla: whole(0, 10_080, 'min').default(0),
      }),
    )
    .min(1)
    .max(MAX_ROWS),
});

const overspeed = z.strictObject({
  rows: z
    .array(
      z.strictObject({
        start: Clock.default('00:00'),
        end: Clock.default('00:00'),
        roadGrade: RoadGrade.default(0),
        vehicleClass: VehicleClass.default(0),
        limit: whole(1, 160, 'km/h'),
      }),
    )
    .min(1)
    .max(48),
  nightFactor: whole(50, 100, '%').default(80),
  tolerance: whole(0, 30, 'km/h').default(0),
  duration: whole(1, 600, 's').default(10),
  preDiff: whole(0, 30, 'km/h').default(5),
  levels: ExcessLevels,
  speedSource: JudgedSpeed.default(1),
  repeat: whole(0, 3600, 's').default(300),
});

/** A message needs text. */
const hasText = ({ dealType, content }: { dealType: number; content?: string | undefined }) =>
  dealType !== 1 || content !== undefined;
const TEXT_MISSING = { path: ['content'], params: { key: 'field.required', texts: {} } };

const handling = z
  .strictObject({
    types: Types,
    levels: Levels,
    /** Longer ones go to a person; 0: however long. */
    maxDuration: whole(0, 86_400, 's').default(0),
    maxSpeed: whole(0, 220, 'km/h').default(0),
    segments: Segments.default([]),
    wait: whole(0, 1440, 'min').default(5),
    dealType: DealType,
    content: Content.optional(),
    channels: Channels,
    vNotes: Notes,
    onlyEnded: z.boolean().default(true),
    skipKey: z.boolean().default(true),
  })
  .refine(hasText, TEXT_MISSING);

const nightDriving = z.strictObject({
  banStart: Clock.default('02:00'),
  banEnd: Clock.default('05:00'),
  adviseMinutes: whole(0, 120, 'min').default(30),
  minSpeed: whole(0, 60, 'km/h').default(5),
  moving: whole(1, 60, 'min').default(3),
  repeat: whole(5, 120, 'min').default(15),
  content: Content,
  channels: Channels,
  /** INDUSTRY; empty: all. */
  industry: z.array(Industry).max(20).default([1, 2, 3]),
  /** Allowed to drive on, as those that change drivers on the way. */
  exempt: VehicleIds,
});

const alarmText = z.strictObject({
  types: Types,
  levels: Levels,
  content: Content,
  channels: Channels,
  delay: whole(0, 600, 's').default(0),
  /** Between two texts of one kind to one vehicle. */
  minGap: whole(60, 86_400, 's').default(300),
  maxPerDay: whole(1, 50).default(10),
  /** Nothing is read out to who drives faster than 100 km/h. */
  ttsSafe: z.boolean().default(true),
});

const delays = z.strictObject({
  types: z
    .array(
      z.strictObject({
        typeId: TypeId.refine((id) => !NEVER_DELAYED.has(id), { params: { key: 'warnScheme.neverDelayed', texts: {} } }).meta({
          control: 'alarmType',
          among: 'delayed',
        }),
        raiseDelay: whole(0, 600, 's').default(0),
        endDelay: whole(0, 600, 's').default(10),
        minTimes: whole(1, 20).default(1),
      }),
    )
    .min(1)
    .max(MAX_ROWS),
});

const safetyHandling = z
  .strictObject({
    subTypes: Types.meta({ among: 'safety' }),
    levels: Levels,
    maxSpeed: whole(0, 220, 'km/h').default(0),
    needFile: z.boolean().default(false),
    waitFile: whole(0, 1440, 'min').default(10),
    wait: whole(0, 1440, 'min').default(10),
    dealType: DealType,
    content: Content.optional(),
    channels: Channels,
    vNotes: Notes,
    excludeLevel3: z.boolean().default(true),
  })
  .refine(hasText, TEXT_MISSING);

const scheduledText = z.strictObject({
  content: Content,
  channels: Channels,
  scheduleType: TextSchedule,
  times: z.array(Clock).min(1).max(12),
  weekdays: Weekdays,
  from: Day,
  to: Day,
  condition: TextCondition.default(1),
  queueOffline: z.boolean().default(false),
});

const roadWarning = z.strictObject({
  kinds: z.array(RoadSpotKind).max(10).default([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]),
});

const fatigue = z.strictObject({
  dayMax: whole(30, 720, 'min').default(240),
  nightMax: whole(30, 720, 'min').default(120),
  minRest: whole(5, 120, 'min').default(20),
  dailyMax: whole(30, 1440, 'min').default(480),
  weekMax: whole(60, 10_080, 'min').default(2640),
  preMinutes: whole(0, 120, 'min').default(30),
  resetOnDriverChange: z.boolean().default(true),
  repeat: whole(0, 720, 'min').default(30),
});

/** Limits of one grade by class: passengers, freight, dangerous goods. */
const byClass = (limit: number) =>
  z
    .strictObject({
      passenger: whole(1, 160, 'km/h').default(limit),
      freight: whole(1, 160, 'km/h').default(limit),
      dangerous: whole(1, 160, 'km/h').default(limit),
    })
    .prefault({});

const roadSpeed = z.strictObject({
  useRoadLimit: z.boolean().default(true),
  motorway: byClass(100),
  national: byClass(80),
  provincial: byClass(70),
  county: byClass(40),
  city: byClass(50),
  matchDist: whole(10, 100, 'm').default(30),
  tolerance: whole(0, 30, 'km/h').default(0),
  duration: whole(1, 600, 's').default(10),
  preDiff: whole(0, 30, 'km/h').default(5),
  levels: ExcessLevels,
});

/** All kinds of schemes by code, which is also the code of the page (screen catalogue 6.1). */
export const RULE_KINDS = {
  '130101': row({ code: '130101', work: 'plan', raises: [], params: plan }),
  '130102': row({ code: '130102', work: 'alarms', raises: [100, 101, 103], params: overspeed }),
  '130103': row({ code: '130103', work: 'handling', raises: [], params: handling }),
  '130104': row({ code: '130104', work: 'alarms', raises: [108], params: nightDriving }),
  '130105': row({ code: '130105', work: 'text', raises: [], params: alarmText }),
  '130108': row({ code: '130108', work: 'timing', raises: [], params: delays }),
  '130109': row({ code: '130109', work: 'handling', raises: [], params: safetyHandling }),
  '130110': row({ code: '130110', work: 'schedule', raises: [], params: scheduledText }),
  '130111': row({ code: '130111', work: 'alarms', raises: [109], params: roadWarning }),
  '130112': row({ code: '130112', work: 'alarms', raises: [104, 105, 106, 107], params: fatigue }),
  '130113': row({ code: '130113', work: 'alarms', raises: [102, 103], params: roadSpeed }),
} as const satisfies Readonly<Record<string, RuleKind>>;

export type RuleCode = keyof typeof RULE_KINDS;
export const RULE_CODES = Object.keys(RULE_KINDS) as RuleCode[];
/** Parameters of a scheme of a kind as they are stored: with all defaults. */
export type RuleParams<C extends RuleCode> = z.output<(typeof RULE_KINDS)[C]['params']>;

/** For a road warning the source is the road section, not the scheme. */
const ROAD_WARNING = 109;
const ofSchemes = new Set<number>(Object.values(RULE_KINDS).flatMap(({ raises }) => [...raises]));
/** Whether the source of alarms of a kind is the scheme that raised them. */
export const raisedByScheme = (typeId: number): boolean => typeId !== ROAD_WARNING && ofSchemes.has(typeId);

/** Kinds whose schemes can be tried over positions of the past. */
export const canTry = (code: RuleCode): boolean => RULE_KINDS[code].work === 'alarms';

/** Names of all parameters of schemes, nested ones included: each has a text `warnScheme.param_<name>`. */
export const ruleParamNames = (): string[] => [
  ...new Set(Object.values(RULE_KINDS).flatMap(({ params }) => namesIn(z.toJSONSchema(params, { io: 'input' })))),
];

function namesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]) =>
    key === 'properties' ? Object.entries(value as object).flatMap(([name, inner]) => [name, ...namesIn(inner)]) : namesIn(value),
  );
}
