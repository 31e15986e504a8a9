import { type Codec, codec, NO_PARENT, type Of } from './codec.ts';
import type { Reader, Writer } from './cursor.ts';
import { CodecError, under } from './error.ts';

/** Faults noted in one message; more of them say nothing new. */
const MAX_FAULTS = 16;
/** Items told apart in one list; the largest real one has some 150. What is behind them is kept in one piece. */
const MAX_ITEMS = 2048;
/** Items of one id told apart; a body with more is hostile or torn, and what is left of it is kept in one piece. */
const MAX_REPEATS = 8;

/** A row: the item's name and its value's codec. */
export type Item = readonly [name: string, value: Codec<unknown>];
/** Rows by id; several rows of one id are told apart by length. */
export type ItemTable = Readonly<Record<number, Item | readonly Item[]>>;

type Rows<T extends ItemTable> = {
  [K in keyof T]: T[K] extends Item ? T[K] : T[K] extends readonly Item[] ? T[K][number] : never;
}[keyof T];

/**
 * Items by name, in the order they came. What is not in the table, does not fit its row, or repeats an item
 * stays as bytes under its id (`0xea`; a repetition `0xea#2`); bytes that are no whole item are in `rest`.
 */
export type Items<T extends ItemTable> = { [R in Rows<T> as R[0]]?: Of<R[1]> } & {
  [unknown: `0x${string}`]: Uint8Array;
} & { rest?: Uint8Array };

type Form = {
  readonly name: string;
  readonly id: Codec<number>;
  readonly length: Codec<number>;
  readonly stated?: Codec<number>;
};

/**
 * {id, length, value} items up to the end; `name` is the field, for the faults. Unknown and bad items never fail: their bytes are
 * kept, and bad ones are noted in the faults of the reader. So writing what was read gives the same bytes.
 * `stated` is a count before the items, written truly and not believed.
 */
export const tlv = <const T extends ItemTable>(table: T, form: Form): Codec<Items<T>> => {
  const rows = new Map<number, readonly Item[]>();
  const byName = new Map<string, { id: number; value: Codec<unknown> }>();
  for (const key of Object.keys(table)) {
    const id = Number(key);
    const entry = table[id]!;
    const items: readonly Item[] = typeof entry[0] === 'string' ? [entry as Item] : (entry as readonly Item[]);
    rows.set(id, items);
    for (const [name, value] of items) byName.set(name, { id, value });
  }
  return codec(-1, createItemsReader(rows, form) as (r: Reader) => Items<T>, createItemsWriter(byName, form));
};

function createItemsReader(rows: ReadonlyMap<number, readonly Item[]>, form: Form): (r: Reader) => Record<string, unknown> {
  const { name, id: idCodec, length: lengthCodec, stated } = form;
  const prefix = idCodec.size + lengthCodec.size;
  const digits = idCodec.size === 1 ? 2 : 4;
  // Ids of one byte are looked up in an array, wider ones in the map.
  const small: (readonly Item[] | undefined)[] = Array.from({ length: 256 }, (_, id) => rows.get(id));
  const hex = (id: number): string => `0x${id.toString(16).padStart(digits, '0')}`;

  /** Keeps an item as bytes; false when its id came too often for that. */
  const keep = (out: Record<string, unknown>, id: number, from: Uint8Array, at: number, end: number): boolean => {
    const plain = hex(id);
    let key = plain;
    for (let n = 2; key in out; n++) {
      if (n > MAX_REPEATS) return false;
      key = `${plain}#${n}`;
    }
    out[key] = from.slice(at, end);
    return true;
  };

  /** Fills in the item if one of the rows takes all its bytes; else notes why not. */
  const readItem = (r: Reader, items: readonly Item[], end: number, out: Record<string, unknown>, id: number): boolean => {
    const at = r.at;
    const outer = r.end;
    let wrong: CodecError | null = null;
    for (let i = 0; i < items.length; i++) {
      const row = items[i]!;
      const value = row[1];
      if (out[row[0]] !== undefined) continue;
      // Told without throwing: a hostile device must not make us build stack traces at line rate.
      if (value.size >= 0 && value.size !== end - at) continue;
      r.at = at;
      r.end = end;
      try {
        const read = value.read(r, NO_PARENT);
        if (r.at === end) {
          out[row[0]] = read;
          return true;
        }
        wrong = r.error(`${end - r.at} bytes too many`);
      } catch (error) {
        if (!(error instanceof CodecError)) throw error;
        wrong = error;
      } finally {
        r.end = outer;
      }
    }
    r.at = at;
    const first = items[0]!;
    if (wrong !== null) note(r, wrong, id);
    else if (out[first[0]] === undefined && room(r)) note(r, r.error(needs(first[1].size, end - at)), id);
    return false;
  };

  const note = (r: Reader, wrong: CodecError, id: number): void => {
    if (!room(r)) return;
    r.faults ??= [];
    r.faults.push(wrong.under(`[${hex(id)}]`).under(name));
  };

  return (r) => {
    stated?.read(r, NO_PARENT);
    const out: Record<string, unknown> = {};
    const outer = r.end;
    for (let n = 0; r.at < outer; n++) {
      const start = r.at;
      if (n === MAX_ITEMS) {
        out['rest'] = r.bytes.slice(start, outer);
        r.at = outer;
        break;
      }
      if (outer - start < prefix) {
        if (room(r)) {
          r.faults ??= [];
          r.faults.push(r.error(needs(prefix, outer - start)).under(name));
        }
        out['rest'] = r.bytes.slice(start, outer);
        r.at = outer;
        break;
      }
      const id = idCodec.read(r, NO_PARENT);
      const length = lengthCodec.read(r, NO_PARENT);
      const at = r.at;
      const end = at + length;
      if (end > outer) {
        note(r, r.error(needs(length, outer - at)), id);
        out['rest'] = r.bytes.slice(start, outer);
        r.at = outer;
        break;
      }
      const items = id < 256 ? small[id] : rows.get(id);
      if ((items === undefined || !readItem(r, items, end, out, id)) && !keep(out, id, r.bytes, at, end)) {
        out['rest'] = r.bytes.slice(start, outer);
        r.at = outer;
        break;
      }
      r.at = end;
    }
    return out;
  };
}

function createItemsWriter(
  byName: ReadonlyMap<string, { readonly id: number; readonly value: Codec<unknown> }>,
  { id: idCodec, length: lengthCodec, stated }: Form,
): (value: object, w: Writer) => void {
  return (value, w) => {
    const from = value as Readonly<Record<string, unknown>>;
    const countAt = w.at;
    let count = 0;
    stated?.write(0, w, NO_PARENT);
    for (const name of Object.keys(from)) {
      const content = from[name];
      if (content === undefined || name === 'rest') continue;
      const row = byName.get(name);
      const id = row?.id ?? rawId(name);
      if (id === null) throw new CodecError('is not an item of this table').under(name);
      try {
        idCodec.write(id, w, NO_PARENT);
        const lengthAt = w.at;
        lengthCodec.write(0, w, NO_PARENT);
        const start = w.at;
        if (row === undefined) w.append(content as Uint8Array);
        else row.value.write(content, w, NO_PARENT);
        const end = w.at;
        w.at = lengthAt;
        lengthCodec.write(end - start, w, NO_PARENT);
        w.at = end;
      } catch (error) {
        throw under(error, name);
      }
      count++;
    }
    if (stated !== undefined) {
      const end = w.at;
      w.at = countAt;
      stated.write(count, w, NO_PARENT);
      w.at = end;
    }
    if (from['rest'] instanceof Uint8Array) w.append(from['rest']);
  };
}

const needs = (n: number, left: number): string => `needs ${n} byte${n === 1 ? '' : 's'}, ${left} left`;

/** True while another fault is worth making; an error is dear, and a hostile body could ask for thousands. */
const room = (r: Reader): boolean => r.faults === null || r.faults.length < MAX_FAULTS;

const rawId = (name: string): number | null => {
  const match = /^0x([0-9a-f]+)(#\d+)?$/.exec(name);
  return match === null ? null : Number.parseInt(match[1]!, 16);
};
