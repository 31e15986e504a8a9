import { z } from 'zod';

/** A company with its subtree, and days `yyyy-MM-dd,yyyy-MM-dd`, both included. */
export const OverviewQuery = z.object({
  deptId: z
    .string()
    .regex(/^\d{1,9}$/)
    .optional(),
  staticDate: z.string().max(40),
});

const figure = z.number().nullable();
/** Figures of a period, as reports compute them; null: nothing to divide by. Rates are percents. */
const Figures = z.object({
  alarms: z.number(),
  km: z.number(),
  per100: figure,
  level3Rate: figure,
  handleRate: figure,
  handleMin: figure,
  falseRate: figure,
  /** The mean safety score of vehicles, and how many vehicles have each grade. */
  score: figure,
  grades: z.object({ A: z.number(), B: z.number(), C: z.number(), D: z.number() }),
});

export const SafetyOverview = z.object({
  figures: Figures,
  /** The same of as many days right before. */
  before: Figures,
  days: z.array(z.string()),
  /** Alarms per day by main type, and of the days before. */
  trend: z.array(z.object({ mainType: z.number(), counts: z.array(z.number()), before: z.array(z.number()) })),
  /** The most frequent first. */
  types: z.array(z.object({ warnId: z.number(), count: z.number() })),
  /** Alarms by weekday, from Monday, and the hour in which they began. */
  hours: z.array(z.array(z.number())),
  /** Companies with most alarms. */
  depts: z.array(
    z.object({
      deptId: z.string(),
      deptName: z.string(),
      alarms: z.number(),
      per100: figure,
      handleRate: figure,
      score: figure,
      grade: z.string().nullable(),
    }),
  ),
  /** The number of all companies with figures. */
  deptTotal: z.number(),
  /** How far figures go, epoch ms; null: nothing of today is counted yet. */
  asOf: z.number().nullable(),
  /** Days that may still change. */
  incomplete: z.array(z.string()),
});
export type SafetyOverview = z.infer<typeof SafetyOverview>;
