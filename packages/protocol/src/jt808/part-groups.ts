import { type Header, phoneKey } from './header.ts';

/** Cost per sub-package besides its bytes, so that many empty ones are bounded too. */
export const PART_COST = 64;

type Part = { readonly serial: number; readonly bytes: Uint8Array };

/** A sub-packaged message: under way, or complete and remembered so that repeated parts are recognized. */
export type PartGroup = {
  readonly key: string;
  /** Of the first sub-package; of another one while the first is missing. */
  header: Header;
  /** By index. */
  readonly parts: Map<number, Part>;
  /** The indexes of the parts, ascending. */
  readonly indexes: number[];
  /** All parts came with the same serial: such a terminal does not number its parts. */
  oneSerial: boolean;
  /** Body bytes and PART_COST for each part. */
  bytes: number;
  /** Time of the last new sub-package. */
  lastAt: number;
  asks: number;
  /** The connection changed since the first part. */
  interrupted: boolean;
  /** The complete message, and the serial of the part that completed it; null while parts are missing. */
  whole: { readonly header: Header; readonly body: Uint8Array; readonly serial: number } | null;
};

/** Parts of one message share it, and so may those of several messages. */
export const groupKey = (header: Header): string => `${phoneKey(header.phone)}/${header.id}/${header.total}/${header.encryption}`;

export const createGroup = (key: string, header: Header, now: number): PartGroup => ({
  key,
  header,
  parts: new Map(),
  indexes: [],
  oneSerial: true,
  bytes: 0,
  lastAt: now,
  asks: 0,
  interrupted: false,
  whole: null,
});

/** Whether the group holds exactly this part. */
export const holdsPart = ({ parts }: PartGroup, { index, serial }: Header, body: Uint8Array): boolean => {
  const held = parts.get(index);
  return held !== undefined && held.serial === serial && equalBytes(held.bytes, body);
};

/** Adds a part that the group lacks. */
export function addPart(group: PartGroup, { index, serial }: Header, bytes: Uint8Array): void {
  const { parts, indexes } = group;
  const first = parts.values().next().value;
  if (first !== undefined && first.serial !== serial) group.oneSerial = false;
  parts.set(index, { serial, bytes });
  indexes.splice(findPlace(indexes, index), 0, index);
  group.bytes += bytes.length + PART_COST;
}

/**
 * How far a part is from its place in an incomplete group: 0 for the expected serial, null if it does not fit.
 * Terminals send other messages between parts, so serials may advance faster than indexes. A distance of
 * `total` or more belongs to another message. Terminals with one serial for all parts fit too.
 */
export const distanceTo = (group: PartGroup, { index, serial, total }: Header): number | null => {
  // after an interruption the terminal may have started another message
  return findDistance(group, { index, serial, total }, group.interrupted ? 1 : total);
};

/** Whether a part is one of those requested for a group: its serial may be any that the message can have. */
export const isAnswer = (group: PartGroup, header: Header): boolean =>
  group.asks > 0 && findDistance(group, header, header.total) !== null;

type Place = Pick<Header, 'index' | 'serial' | 'total'>;

const findDistance = (group: PartGroup, { index, serial }: Place, limit: number): number | null => {
  const { parts, indexes, whole, oneSerial } = group;
  if (whole !== null || parts.has(index)) return null;
  const place = findPlace(indexes, index);
  const [before, after] = [indexes[place - 1], indexes[place]];
  const serialAt = (at: number) => parts.get(at)!.serial;
  if (oneSerial && serialAt((before ?? after)!) === serial) return 0;
  const behind = before === undefined ? 0 : (serial - serialAt(before) - (index - before)) & 0xffff;
  const ahead = after === undefined ? 0 : (serialAt(after) - serial - (after - index)) & 0xffff;
  return behind < limit && ahead < limit ? behind + ahead : null;
};

/** Where an index belongs in ascending indexes. */
function findPlace(indexes: readonly number[], index: number): number {
  let [low, high] = [0, indexes.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (indexes[middle]! < index) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The serial of the first sub-package; derived from a later one where the first is missing. */
export const findFirstSerial = ({ parts, indexes }: PartGroup): number =>
  (parts.get(indexes[0]!)!.serial - indexes[0]! + 1) & 0xffff;

/**
 * Whether `earlier` is the beginning of the message `whole`, which the terminal started again with new serials. The first
 * sub-package must be there, because it distinguishes messages. Others may be equal by chance.
 */
export const isRestartedAs = (earlier: PartGroup, whole: PartGroup): boolean =>
  earlier.parts.has(1) && [...earlier.parts].every(([index, { bytes }]) => equalBytes(whole.parts.get(index)!.bytes, bytes));

/** Whether each part of `group` came also for `whole`, with the same serial. */
export const isPartOf = (group: PartGroup, whole: PartGroup): boolean =>
  [...group.parts].every(([index, { serial, bytes }]) => {
    const other = whole.parts.get(index)!;
    return other.serial === serial && equalBytes(other.bytes, bytes);
  });

/** Joins the parts of a complete group, which then shares the bytes of the whole. */
export const joinParts = (group: PartGroup, serial: number): NonNullable<PartGroup['whole']> => {
  const { parts, header } = group;
  const body = new Uint8Array(group.bytes - header.total * PART_COST);
  let at = 0;
  for (let i = 1; i <= header.total; i++) {
    const part = parts.get(i)!;
    body.set(part.bytes, at);
    parts.set(i, { serial: part.serial, bytes: body.subarray(at, at + part.bytes.length) });
    at += part.bytes.length;
  }
  return { header: { ...header, total: 0, index: 0, bodyLength: body.length }, body, serial };
};

/** The received parts of an incomplete group, in order. */
export const joinReceived = ({ parts, indexes, bytes }: PartGroup): Uint8Array => {
  const received = new Uint8Array(bytes - indexes.length * PART_COST);
  let at = 0;
  for (const index of indexes) {
    const part = parts.get(index)!;
    received.set(part.bytes, at);
    at += part.bytes.length;
  }
  return received;
};

const equalBytes = (a: Uint8Array, b: Uint8Array): boolean => {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
};
