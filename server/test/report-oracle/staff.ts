import { HOUR, MINUTE } from './world.ts';

/** What the clerk and a superior platform did; `at` after the first midnight, `answered` after that, ms. */

export const CLERK = 'clerk';
export const SUPERIOR = '省平台';
/** Within which a post-check is to be answered. */
export const CHECK_MS = 10 * MINUTE;

type PostCheck = { readonly at: number; readonly text: string; readonly answered: number | null };
export const POST_CHECKS: readonly PostCheck[] = [
  { at: 3 * HOUR, text: '请值班人员应答', answered: 2 * MINUTE },
  { at: 10 * HOUR, text: '车辆总数是多少', answered: 9 * MINUTE },
  { at: 23 * HOUR + 55 * MINUTE, text: '夜间在岗吗', answered: 6 * MINUTE },
  { at: 30 * HOUR, text: '报告离线车辆', answered: null },
  { at: 100 * HOUR, text: '再次查岗', answered: 30_000 },
];
export const ANSWER = '在岗';

type Supervision = {
  readonly at: number;
  /** By place in `CARS`. */
  readonly car: number;
  readonly deadline: number;
  readonly answered: number | null;
};
export const SUPERVISIONS: readonly Supervision[] = [
  { at: 12 * HOUR, car: 0, deadline: HOUR, answered: 20 * MINUTE },
  { at: 40 * HOUR, car: 5, deadline: HOUR, answered: 2 * HOUR },
  { at: 66 * HOUR, car: 2, deadline: 2 * HOUR, answered: null },
];

type Command = { readonly at: number; readonly cars: readonly number[]; readonly text: string };
/** Texts to terminals that are away: they wait. */
export const TEXTS: readonly Command[] = [
  { at: 9 * HOUR, cars: [0, 1, 6], text: '注意天气' },
  { at: 33 * HOUR, cars: [3], text: '请减速行驶' },
  { at: 95 * HOUR + 59 * MINUTE, cars: [8, 2], text: '按时休息' },
];
/** MSG_FORM: read aloud. */
export const FORM = 8;
