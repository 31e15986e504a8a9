import type { Field } from '@fleetwarden/contract/resources/resource';
import { wallClock } from '@fleetwarden/contract/values/wall-clock';
import { permissionReader } from './permission-text.ts';
import { choiceValues, pieces, plainText, type TextRef, type Words } from './words.ts';

/** A parsed cell: a value; names of records, to look up in the database; or an error. */
export type CellValue = { readonly value: unknown } | { readonly names: readonly string[] } | { readonly wrong: TextRef };

export type ReadCell = (text: string) => CellValue;

const YES = ['1', 'true', 'y', '√', '✓', '✔'];
const NO = ['0', 'false', 'n', '×', '✗', '✘'];
const wrong = (key: string, params?: TextRef['params']): CellValue => ({ wrong: { key, params } });

const LISTS: readonly Field['kind'][] = ['choices', 'links', 'permissions'];

/** Reads the cells of a field's column, by its kind. An empty cell is no value. */
export function cellReader(field: Field, words: Words, timeZone: string): ReadCell {
  const read = filledReader(field, words, timeZone);
  const empty: CellValue = {
    value: field.kind === 'flag' ? undefined : LISTS.includes(field.kind) ? [] : null,
  };
  return (text) => (text.trim() === '' ? empty : read(text.trim()));
}

function filledReader(field: Field, words: Words, timeZone: string): ReadCell {
  switch (field.kind) {
    case 'integer':
    case 'decimal':
      return readNumber;
    case 'flag':
      return flagReader(words);
    case 'date':
      return readDay;
    case 'instant':
      return instantReader(timeZone);
    case 'choice':
    case 'code': {
      const values = choiceValues(field.of, words);
      return (text) => parseChoice(values, text);
    }
    case 'choices':
      return choicesReader(choiceValues(field.of, words));
    case 'link':
      return (text) => ({ names: [text] });
    case 'links':
      return (text) => ({ names: pieces(text) });
    case 'permissions':
      return permissionReader(words);
    default:
      return (text) => ({ value: text });
  }
}

type Values = ReturnType<typeof choiceValues>;

function parseChoice(values: Values, text: string): CellValue {
  const value = values.get(plainText(text));
  return value === undefined ? wrong('transfer.notChoice', { value: text }) : { value };
}

function choicesReader(values: Values): ReadCell {
  return (text) => {
    // a name may have a comma in it
    const whole = values.get(plainText(text));
    if (whole !== undefined) return { value: [whole] };
    const each = pieces(text).map((piece) => parseChoice(values, piece));
    const bad = each.find((one) => 'wrong' in one);
    return bad ?? { value: [...new Set(each.map((one) => ('value' in one ? one.value : null)))] };
  };
}

/** 1,234.5 and １２３ are numbers; 1,23 is none. */
function readNumber(text: string): CellValue {
  const plain = text.normalize('NFKC');
  const digits = /^[-+]?\d{1,3}(,\d{3})+(\.\d+)?$/.test(plain) ? plain.replaceAll(',', '') : plain;
  return /^[-+]?(\d+(\.\d*)?|\.\d+)$/.test(digits) ? { value: Number(digits) } : wrong('transfer.notNumber');
}

function flagReader({ everyText, say }: Words): ReadCell {
  const yes = new Set([...everyText('transfer.yes'), ...YES].map(plainText));
  const no = new Set([...everyText('transfer.no'), ...NO].map(plainText));
  const told = { yes: say('transfer.yes'), no: say('transfer.no') };
  return (text) => {
    const plain = plainText(text);
    if (yes.has(plain)) return { value: true };
    return no.has(plain) ? { value: false } : wrong('transfer.notFlag', told);
  };
}

/** Year, month and day in usual formats; the rest is a time of day. */
const DAY = /^(\d{4})(?:[-/.](\d{1,2})[-/.](\d{1,2})|年(\d{1,2})月(\d{1,2})日|(\d{2})(\d{2}))(?:[ T]*(.*))?$/;
const CLOCK = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/;

/** '2026-11-21' from a cell's text; undefined if the day does not exist. */
function parseDay(text: string): { readonly day: string; readonly rest: string } | undefined {
  const [, year, m1, d1, m2, d2, m3, d3, rest = ''] = DAY.exec(text.normalize('NFKC')) ?? [];
  if (year === undefined) return undefined;
  const day = `${year}-${(m1 ?? m2 ?? m3 ?? '').padStart(2, '0')}-${(d1 ?? d2 ?? d3 ?? '').padStart(2, '0')}`;
  const time = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(time) || !new Date(time).toISOString().startsWith(day) ? undefined : { day, rest: rest.trim() };
}

function readDay(text: string): CellValue {
  const read = parseDay(text);
  // spreadsheets write the midnight of a day behind it
  return read && /^(0?0:00(:00)?)?$/.test(read.rest) ? { value: read.day } : wrong('transfer.notDate');
}

function instantReader(timeZone: string): ReadCell {
  const clock = wallClock(timeZone);
  const instantOf = (shown: number) => {
    // the offset may change between the first guess and the instant
    const guess = shown - (clock(shown) - shown);
    return shown - (clock(guess) - guess);
  };
  return (text) => {
    const read = parseDay(text);
    const [, hours, minutes, seconds = '0'] = CLOCK.exec(read?.rest || '0:00') ?? [];
    if (!read || hours === undefined || Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) {
      return wrong('transfer.notInstant');
    }
    const midnight = Date.parse(`${read.day}T00:00:00Z`);
    return { value: instantOf(midnight + ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000) };
  };
}
