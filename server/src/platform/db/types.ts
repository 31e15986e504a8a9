import pg from 'pg';

// object identifiers of PostgreSQL's pg_type
const INT8 = 20;
const INT8_ARRAY = 1016;
const TEXT_ARRAY: number = 1009;
const NUMERIC = 1700;
const TIMESTAMPTZ = 1184;
const TIMESTAMPTZ_ARRAY = 1185;
const DATE = 1082;

type Parser = (text: string) => unknown;

const parsers = new Map<number, Parser>([
  [INT8, integer],
  [INT8_ARRAY, arrayOf(integer)],
  [NUMERIC, Number],
  [TIMESTAMPTZ, epochMs],
  [TIMESTAMPTZ_ARRAY, arrayOf(epochMs)],
  // A date stays text: a Date would shift with the machine's time zone.
  [DATE, (text) => text],
]);

/**
 * Parsers: bigint and numeric as number (bigint throws beyond 2^53), timestamptz as UTC epoch ms, date as 'YYYY-MM-DD'; others as
 * in `pg`.
 */
export const typeParsers = {
  getTypeParser: ((id: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers.get(id)) || pg.types.getTypeParser(id, format)) as typeof pg.types.getTypeParser,
};

function integer(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error(`bigint ${text} is too large for a number`);
  return value;
}

function epochMs(text: string): number {
  // '2026-11-21 05:56:34.123456+00' in a session whose time zone is UTC
  if (text.endsWith('+00')) return Date.parse(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`);
  return Number(pg.types.getTypeParser(TIMESTAMPTZ, 'text')(text));
}

function arrayOf(item: (text: string) => unknown): Parser {
  const parts = pg.types.getTypeParser(TEXT_ARRAY, 'text');
  const convert = (part: unknown): unknown =>
    Array.isArray(part) ? part.map(convert) : typeof part === 'string' ? item(part) : null;
  return (text) => convert(parts(text));
}
