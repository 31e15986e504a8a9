import { to as copyTo } from 'pg-copy-streams';
import type { Db } from './database.ts';

/** Type of a column. Each value becomes a number: timestamptz as UTC epoch ms; null of a float as NaN. */
export type CopyType = 'int2' | 'int4' | 'int8' | 'float4' | 'float8' | 'timestamptz';

/** Columns by their names. */
export type Columns<Name extends string> = { readonly rows: number } & Readonly<Record<Name, Float64Array>>;

/** Decodes consecutive values. One loop per type: a call per value would cost several times as much. */
type Read = (view: DataView, values: Float64Array) => void;

/** By type: PostgreSQL's send function, the width in bytes, and the decoder. */
const TYPES: Readonly<Record<CopyType, { readonly send: string; readonly width: number; readonly read: Read }>> = {
  int2: {
    send: 'int2send',
    width: 2,
    read: (view, values) => {
      for (let i = 0; i < values.length; i++) values[i] = view.getInt16(i * 2);
    },
  },
  int4: {
    send: 'int4send',
    width: 4,
    read: (view, values) => {
      for (let i = 0; i < values.length; i++) values[i] = view.getInt32(i * 4);
    },
  },
  int8: {
    send: 'int8send',
    width: 8,
    read: (view, values) => {
      for (let i = 0; i < values.length; i++) values[i] = long(view, i * 8);
    },
  },
  float4: {
    send: 'float4send',
    width: 4,
    read: (view, values) => {
      for (let i = 0; i < values.length; i++) values[i] = view.getFloat32(i * 4);
    },
  },
  float8: {
    send: 'float8send',
    width: 8,
    read: (view, values) => {
      for (let i = 0; i < values.length; i++) values[i] = view.getFloat64(i * 8);
    },
  },
  timestamptz: {
    send: 'timestamptz_send',
    width: 8,
    read: (view, values) => {
      for (let i = 0; i < values.length; i++) values[i] = EPOCH_2000_MS + long(view, i * 8) / MICROSECONDS;
    },
  },
};
/** Signature, flags and extension length (PostgreSQL manual, COPY, "Binary Format"). */
const HEADER_BYTES = 19;
const LENGTH_BYTES = 4;
const COUNT_BYTES = 2;
const EPOCH_2000_MS = Date.UTC(2000, 0, 1);
const MICROSECONDS = 1_000;

/** Exact to 2^53. */
const long = (view: DataView, at: number): number => view.getInt32(at) * 4_294_967_296 + view.getUint32(at + 4);

/** Columns to read, by name: type and SQL expression. */
export type ReadColumns<Name extends string> = Readonly<Record<Name, readonly [type: CopyType, value: string]>>;

/**
 * The select list: all values of one column, then of the next, in wire format. Arrays would add a length to each value and be
 * built before they are sent. `order` is SQL; default: physical order.
 */
export function packed(columns: ReadColumns<string>, order?: string): string {
  const ordered = order === undefined ? '' : ` order by ${order}`;
  return Object.values(columns)
    .map(([type, value]) => {
      const known = type.startsWith('float') ? `coalesce(${value}, 'NaN')` : value;
      return `string_agg(${TYPES[type].send}(${known}), ''${ordered})`;
    })
    .join(', ');
}

/**
 * Reads thousands of numbers by binary COPY into columns, which have one length. Queries select the same `packed` columns and run in
 * parallel on their own connections; results keep their order. COPY takes no parameters: build queries from constants and `literal`.
 * Reading stops after more than `most` values per column.
 */
export async function copyColumns<const Name extends string>(
  db: Db,
  queries: readonly string[],
  columns: ReadColumns<Name>,
  most = Number.POSITIVE_INFINITY,
): Promise<Columns<Name>> {
  const types = typesOf(columns);
  const parts = (await Promise.all(queries.map((query) => partsUpTo(most, db, query, types)))).flat();
  const rows = parts.reduce((sum, [first]) => sum + first!.length, 0);
  return { rows, ...named(Object.keys(columns) as Name[], (i) => joined(parts, i, rows)) };
}

/**
 * Streams the rows of one query, so that only one row is in memory. `settings`: PostgreSQL settings of the read, as written in
 * SQL.
 */
export async function* copyRows<const Name extends string>(
  db: Db,
  query: string,
  columns: ReadColumns<Name>,
  settings: Readonly<Record<string, string>>,
): AsyncGenerator<Columns<Name>, void> {
  const names = Object.keys(columns) as Name[];
  for await (const part of partsOf(db, query, typesOf(columns), settings))
    yield { rows: part[0]!.length, ...named(names, (i) => part[i]!) };
}

const typesOf = (columns: ReadColumns<string>): readonly CopyType[] => Object.values(columns).map(([type]) => type);

/** COPY takes no parameters: each literal is checked to be a number. */
export const literal = {
  whole: (value: number): string => {
    if (!Number.isSafeInteger(value)) throw new RangeError(`not a whole number: ${value}`);
    return String(value);
  },
  number: (value: number): string => {
    if (!Number.isFinite(value)) throw new RangeError(`not a number: ${value}`);
    return `float8 '${value}'`;
  },
  /**
   * Epoch ms. Date throws on an invalid instant and writes only digits and signs. PostgreSQL takes no sign before years of more
   * than four digits.
   */
  instant: (ms: number): string => `timestamptz '${new Date(ms).toISOString().replace(/^\+0*/, '')}'`,
} as const;

/** The columns of one row. */
type Part = readonly Float64Array[];

async function partsUpTo(most: number, db: Db, query: string, types: readonly CopyType[]): Promise<readonly Part[]> {
  const parts: Part[] = [];
  let count = 0;
  for await (const part of partsOf(db, query, types)) {
    parts.push(part);
    count += part[0]!.length;
    if (count > most) break;
  }
  return parts;
}

async function* partsOf(
  db: Db,
  query: string,
  types: readonly CopyType[],
  settings: Readonly<Record<string, string>> = {},
): AsyncGenerator<Part, void> {
  const client = await db.connect();
  const stream = copyTo(`copy (${query}) to stdout (format binary)`);
  const local = Object.entries(settings).map(([name, value]) => `set local ${name} = '${value}'`);
  let whole = false;
  try {
    if (local.length > 0) await client.query(['begin', ...local].join(';'));
    const fields = new FieldReader(types);
    for await (const chunk of client.query(stream)) yield* fields.push(chunk as Buffer);
    fields.finish();
    if (local.length > 0) await client.query('commit');
    whole = true;
  } finally {
    endWatch(stream);
    // An unfinished COPY makes a connection unusable.
    client.release(!whole);
  }
}

/**
 * The driver stops its query timer in the query's callback, which a COPY stream never calls. Without this the timer would keep
 * the process alive.
 */
function endWatch(stream: object): void {
  (stream as { readonly callback?: () => void }).callback?.();
}

/** The columns sorted by one of them, ascending; already sorted columns are returned unchanged. */
export function orderColumns<const Name extends string>(columns: Columns<Name>, by: NoInfer<Name>): Columns<Name> {
  const key: Float64Array = columns[by];
  if (isAscending(key)) return columns;
  const { rows, ...unordered } = columns;
  const places = Uint32Array.from(key.keys()).sort((a, b) => key[a]! - key[b]!);
  const names = Object.keys(unordered) as Name[];
  return { rows, ...named(names, (i) => picked(columns[names[i]!], places)) };
}

function isAscending(column: Float64Array): boolean {
  for (let i = 1; i < column.length; i++) if (column[i]! < column[i - 1]!) return false;
  return true;
}

function picked(column: Float64Array, places: Uint32Array): Float64Array {
  const values = new Float64Array(places.length);
  for (let i = 0; i < places.length; i++) values[i] = column[places[i]!]!;
  return values;
}

function joined(parts: readonly Part[], column: number, rows: number): Float64Array {
  const whole = new Float64Array(rows);
  let at = 0;
  for (const part of parts) {
    whole.set(part[column]!, at);
    at += part[column]!.length;
  }
  return whole;
}

const named = <Name extends string>(names: readonly Name[], column: (i: number) => Float64Array) =>
  Object.fromEntries(names.map((name, i) => [name, column(i)])) as Record<Name, Float64Array>;

type Step = 'header' | 'row' | 'length' | 'field' | 'end';

/** Decodes the fields of a stream, whose chunks may end anywhere. */
class FieldReader {
  readonly #types: readonly CopyType[];
  readonly #whole: Part[] = [];
  #row: Float64Array[] = [];
  #chunks: Buffer[] = [];
  #size = 0;
  /** Bytes needed for the next step, and that step. */
  #needs = HEADER_BYTES;
  #step: Step = 'header';

  constructor(types: readonly CopyType[]) {
    this.#types = types;
  }

  /** Returns the rows completed by this chunk. */
  push(chunk: Buffer): readonly Part[] {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    while (this.#step !== 'end' && this.#size >= this.#needs) this.#take(this.#cut(this.#needs));
    return this.#whole.splice(0);
  }

  finish(): void {
    if (this.#step !== 'end') throw new Error('the COPY ended in the middle of a row');
  }

  /** The next bytes in one buffer. */
  #cut(length: number): Buffer {
    const whole = this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks);
    this.#chunks = [whole.subarray(length)];
    this.#size -= length;
    return whole.subarray(0, length);
  }

  #take(bytes: Buffer): void {
    if (this.#step === 'header') this.#await('row', COUNT_BYTES);
    else if (this.#step === 'row') {
      // -1 follows the last row.
      if (bytes.readInt16BE() < 0) this.#await('end', 0);
      else this.#await('length', LENGTH_BYTES);
    } else if (this.#step === 'length') {
      const length = bytes.readInt32BE();
      // An empty result.
      if (length < 0) this.#next(new Float64Array(0));
      else this.#await('field', length);
    } else this.#next(valuesOf(bytes, this.#types[this.#row.length]!, this.#row.length));
  }

  #await(step: Step, bytes: number): void {
    this.#step = step;
    this.#needs = bytes;
  }

  #next(values: Float64Array): void {
    const row = this.#row;
    const { length } = row[0] ?? values;
    if (values.length !== length) throw new Error(`column ${row.length} of the COPY has ${values.length} values, not ${length}`);
    row.push(values);
    if (row.length < this.#types.length) this.#await('length', LENGTH_BYTES);
    else {
      this.#whole.push(row);
      this.#row = [];
      this.#await('row', COUNT_BYTES);
    }
  }
}

function valuesOf(bytes: Buffer, type: CopyType, column: number): Float64Array {
  const { width, read } = TYPES[type];
  if (bytes.length % width !== 0) throw new Error(`column ${column} of the COPY is not made of ${type}`);
  const values = new Float64Array(bytes.length / width);
  read(new DataView(bytes.buffer, bytes.byteOffset, bytes.length), values);
  return values;
}
