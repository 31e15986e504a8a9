/** Texts of short messages: variables of a template, and how many segments are billed. */

/** Variables of a template, written `${plate}`. */
export const SMS_VARIABLES = [
  'plate',
  'department',
  'driver',
  'alarm',
  'level',
  'time',
  'speed',
  'limit',
  'place',
  'course',
  'due',
  'link',
] as const;
export type SmsVariable = (typeof SMS_VARIABLES)[number];
export type SmsValues = Readonly<Partial<Record<SmsVariable, string>>>;

const VARIABLE = /\$\{([^{}]*)\}/g;
/** Characters of a message of one segment, and of each segment of a longer one. */
const [ONE_SEGMENT, LONG_SEGMENT] = [70, 67] as const;
/** Longest value of a variable that providers accept. */
const MAX_VALUE = 35;

/** Variables that a template names, each once. */
export const listSmsVariables = (template: string): readonly string[] => [
  ...new Set([...template.matchAll(VARIABLE)].map(([, name]) => name!)),
];

/** Whether a template names only known variables. */
export const hasKnownVariables = (template: string): boolean =>
  listSmsVariables(template).every((name) => (SMS_VARIABLES as readonly string[]).includes(name));

/** A template's variables with their values, shortened to what providers accept. An unknown value is a dash: none may be empty. */
export const smsParams = (template: string, values: SmsValues): Readonly<Record<string, string>> =>
  Object.fromEntries(
    listSmsVariables(template).map((name) => [
      name,
      [...(values[name as SmsVariable] ?? '')].slice(0, MAX_VALUE).join('') || '-',
    ]),
  );

/** The text with its variables filled in. */
export const fillSms = (template: string, params: Readonly<Record<string, string>>): string =>
  template.replace(VARIABLE, (whole, name: string) => params[name] ?? whole);

/** Billed segments of a text with its signature, in UTF-16 units as networks count them. */
export function countSmsSegments(signName: string, text: string): number {
  const length = signName.length + 2 + text.length;
  return length <= ONE_SEGMENT ? 1 : Math.ceil(length / LONG_SEGMENT);
}

/** Mobile numbers as they are typed: separated by commas, semicolons or spaces. */
export const splitMobiles = (text: string): readonly string[] => text.split(/[\s,;，；、]+/).filter((each) => each !== '');

const MINUTES_PER_DAY = 1440;
const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));

/** Minutes until the end of quiet hours ('HH:mm'), which may cross midnight; 0 outside them. `at`: minute of the day. */
export function quietMinutes(from: string, to: string, at: number): number {
  const [start, end] = [minutesOf(from), minutesOf(to)];
  const isQuiet = start < end ? at >= start && at < end : at >= start || at < end;
  return isQuiet ? (end - at + MINUTES_PER_DAY) % MINUTES_PER_DAY : 0;
}
