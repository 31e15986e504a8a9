import { to as copyTo } from 'pg-copy-streams';
import type { Db } from './database.ts';

/** What a column of a COPY holds; each becomes a number: timestamptz as UTC epoch ms, null as NaN. */
export type CopyType = 'int2' | 'int4' | 'int8' | 'float4' | 'float8' | 'timestamptz';

/** Columns by their names, in the order of the query. */
export type Columns<Name extends string> = { readonly rows: number } & Readonly<Record<Name, Float64Array>>;

const WIDTH: Readonly<Record<CopyType, number>> = { int2: 2, int4: 4, int8: 8, float4: 4, float8: 8, timestamptz: 8 };
/** The signature, flags and the length of an extension there is none of (PostgreSQL manual, COPY, "Binary Format"). */
const HEADER_BYTES = 19;
const LENGTH_BYTES = 4;
const COUNT_BYTES = 2;
const NULL = -1;
const FIRST_ROWS = 16_384;
const EPOCH_2000_MS = Date.UTC(2000, 0, 1);
const MICROSECONDS = 1_000;

/**
 * Reads a query's numbers by binary COPY straight into columns: several times as fast as rows of objects, for reads of a hundred
 * thousand rows and more. COPY takes no parameters: `query` must be made of nothing a caller could have written. The types must be
 * those of the query's columns; another width throws.
 */
export async function copyColumns<const Name extends string>(
  db: Db,
  query: string,
  types: Readonly<Record<Name, CopyType>>,
): Promise<Columns<Name>> {
  const client = await db.connect();
  let broken = true;
  try {
    const reader = new ColumnReader(Object.values<CopyType>(types));
    for await (const chunk of client.query(copyTo(`copy (${query}) to stdout (format binary)`))) reader.push(chunk as Buffer);
    const { rows, columns } = reader.finish();
    broken = false;
    const named = Object.fromEntries(Object.keys(types).map((name, i) => [name, columns[i]!.subarray(0, rows)]));
    return { rows, ...named } as Columns<Name>;
  } finally {
    // half a COPY leaves a connection nobody can use
    client.release(broken);
  }
}

/** Takes the stream's chunks, which end anywhere, and keeps the rows that are whole. */
class ColumnReader {
  rows = 0;
  columns: Float64Array[];
  readonly #types: readonly CopyType[];
  readonly #most: number;
  #rest: Buffer = Buffer.alloc(0);
  #begun = false;
  #ended = false;

  constructor(types: readonly CopyType[]) {
    this.#types = types;
    this.#most = COUNT_BYTES + types.reduce((sum, type) => sum + LENGTH_BYTES + WIDTH[type], 0);
    this.columns = types.map(() => new Float64Array(FIRST_ROWS));
  }

  push(chunk: Buffer): void {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    let at = 0;
    if (!this.#begun) {
      if (bytes.length < HEADER_BYTES) {
        this.#rest = bytes;
        return;
      }
      this.#begun = true;
      at = HEADER_BYTES;
    }
    // a row is read where the longest one would fit; what is left waits for the next chunk
    while (bytes.length - at >= this.#most) {
      const next = this.#row(bytes, at);
      if (next < 0) break;
      at = next;
    }
    this.#rest = bytes.subarray(at);
  }

  finish(): { rows: number; columns: Float64Array[] } {
    let at = 0;
    while (!this.#ended) {
      if (this.#rest.length - at < COUNT_BYTES) throw new Error('the COPY ended in the middle of a row');
      const next = this.#row(this.#rest, at);
      if (next >= 0) at = next;
    }
    return this;
  }

  /** Where the next row begins; -1 behind the last. */
  #row(bytes: Buffer, start: number): number {
    if (bytes.readInt16BE(start) < 0) {
      this.#ended = true;
      return -1;
    }
    if (this.rows === this.columns[0]!.length) this.#grow();
    let at = start + COUNT_BYTES;
    for (let i = 0; i < this.#types.length; i++) {
      const type = this.#types[i]!;
      const length = bytes.readInt32BE(at);
      at += LENGTH_BYTES;
      if (length === NULL) {
        this.columns[i]![this.rows] = Number.NaN;
        continue;
      }
      if (length !== WIDTH[type]) throw new Error(`column ${i} of the COPY has ${length} bytes, ${type} has ${WIDTH[type]}`);
      this.columns[i]![this.rows] = valueAt(bytes, at, type);
      at += length;
    }
    this.rows++;
    return at;
  }

  #grow(): void {
    this.columns = this.columns.map((column) => {
      const wider = new Float64Array(column.length * 2);
      wider.set(column);
      return wider;
    });
  }
}

function valueAt(bytes: Buffer, at: number, type: CopyType): number {
  switch (type) {
    case 'int2':
      return bytes.readInt16BE(at);
    case 'int4':
      return bytes.readInt32BE(at);
    case 'float4':
      return bytes.readFloatBE(at);
    case 'float8':
      return bytes.readDoubleBE(at);
    case 'int8':
      return long(bytes, at);
    case 'timestamptz':
      return EPOCH_2000_MS + long(bytes, at) / MICROSECONDS;
  }
}

/** Exact to 2^53. */
const long = (bytes: Buffer, at: number): number => bytes.readInt32BE(at) * 4_294_967_296 + bytes.readUInt32BE(at + 4);
