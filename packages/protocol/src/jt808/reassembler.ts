import type { Header } from './header.ts';
import {
  addPart,
  createGroup,
  distanceTo,
  findFirstSerial,
  groupKey,
  holdsPart,
  isAnswer,
  isPartOf,
  isRestartedAs,
  joinParts,
  joinReceived,
  PART_COST,
  type PartGroup,
} from './part-groups.ts';

export type ReassemblerLimits = {
  /** Time without a new sub-package after which a message is dropped. A complete message is remembered as long. */
  readonly timeoutMs?: number;
  /** Quiet time after which missing sub-packages are worth asking for again. */
  readonly askAfterMs?: number;
  /** Number of retransmission requests. */
  readonly maxAsks?: number;
  /** Memory held, all messages together: body bytes and a little for each sub-package. */
  readonly maxBytes?: number;
  /** Messages under way at once, and complete ones that are remembered. */
  readonly maxGroups?: number;
};

const DEFAULTS = { timeoutMs: 60_000, askAfterMs: 5_000, maxAsks: 3, maxBytes: 4 * 1024 * 1024, maxGroups: 8 };

/** Result of a sub-package. A body is shared with the memory of complete messages: it must not be changed. */
export type Accepted =
  /** Complete: the header of the first sub-package, as if not split, and the body. */
  | { readonly state: 'complete'; readonly header: Header; readonly body: Uint8Array }
  /** Stored; number of missing sub-packages. */
  | { readonly state: 'pending'; readonly missing: number }
  /** There already, of a message under way, or of a complete one by a part other than below. */
  | { readonly state: 'repeated'; readonly missing: number }
  /** The last or the completing part of a complete message again: its answer may be lost. */
  | { readonly state: 'complete again'; readonly header: Header; readonly body: Uint8Array }
  /** Refused: an index outside 1..total, a message too big, or too many messages under way. */
  | { readonly state: 'refused'; readonly reason: 'index' | 'bytes' | 'full' };

/** A message that does not get on. */
export type Stalled = {
  readonly id: number;
  readonly header: Header;
  /** Serial of the first sub-package, as 0x8003 wants it; worked out from a later one where the first is missing. */
  readonly firstSerial: number;
  readonly missing: readonly number[];
  /** The received parts in order if it was dropped; null: request the missing ones with 0x8003. */
  readonly dropped: Uint8Array | null;
};

/** Most missing indexes per request: the limit of one 0x8003 of the short form. */
const MAX_MISSING = 255;

/**
 * Reassembles sub-packaged messages of one or more terminals. Parts of a message share phone, id and total, and their serials
 * advance with their indexes. This separates repeated, late and interleaved parts of several messages. Bounded in bytes and messages.
 */
export class Reassembler {
  readonly #limits: Required<ReassemblerLimits>;
  /** In the order of their last new sub-package, oldest first. Few, so they are searched one by one. */
  #groups: PartGroup[] = [];
  /** Dropped for another message, until the next sweep. */
  #evicted: Stalled[] = [];
  #bytes = 0;

  constructor(limits: ReassemblerLimits = {}) {
    this.#limits = { ...DEFAULTS, ...limits };
  }

  /** Memory held, in bytes as `maxBytes` counts them. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Messages under way. */
  get groups(): number {
    return this.#groups.filter(({ whole }) => whole === null).length;
  }

  /** Adds one sub-package (a message without sub-packages is complete at once). Copies the body. `now` in ms. */
  accept(header: Header, body: Uint8Array, now: number): Accepted {
    const { total, index } = header;
    if (total === 0 && index === 0) return { state: 'complete', header, body: body.slice() };
    if (index < 1 || index > total) return { state: 'refused', reason: 'index' };
    if (total === 1) return { state: 'complete', header, body: body.slice() };
    const key = groupKey(header);
    for (const group of this.#groups) if (now - group.lastAt > this.#limits.timeoutMs) this.#evict(group);
    const siblings = this.#groups.filter((group) => group.key === key).reverse();
    const nearest = findNearest(siblings, header);
    let group = nearest?.group;
    for (const held of siblings) {
      if (!holdsPart(held, header, body)) continue;
      // The part may be an equal one of another message: of a terminal with one serial, or one that lacks exactly this part.
      if (nearest?.distance === 0 && (held.whole === null || held.oneSerial)) break;
      // Or its message was in two groups since an interruption, and this answers the request for the rest.
      group = held.whole === null ? siblings.find((other) => isAnswer(other, header)) : undefined;
      if (group === undefined) return repeat(held, header);
      break;
    }
    if (group === undefined) {
      // The same serial with other bytes: the terminal restarted, or has one serial for all parts. This is its next message.
      for (const old of siblings) if (old.whole === null && old.parts.get(index)?.serial === header.serial) this.#drop(old);
      group = createGroup(key, header, now);
    }
    return this.#add(group, header, body, now);
  }

  /**
   * The connection was lost: what follows continues a message only with exactly the expected serials. Requests may have been lost with
   * it, so one more is made.
   */
  interrupt(): void {
    for (const group of this.#groups) {
      group.interrupted = true;
      group.asks = Math.min(group.asks, Math.max(0, this.#limits.maxAsks - 1));
    }
  }

  /** Whether nothing is held. */
  get empty(): boolean {
    return this.#groups.length + this.#evicted.length === 0;
  }

  /** Messages to request again, and dropped ones. Call it about once a second. `now` in ms; `online`: requests can be sent. */
  sweep(now: number, online = true): Stalled[] {
    const stalled: Stalled[] = this.#evicted.splice(0);
    const { timeoutMs, askAfterMs, maxAsks } = this.#limits;
    for (const group of [...this.#groups]) {
      const quiet = now - group.lastAt;
      const expired = quiet >= timeoutMs;
      if (expired) this.#drop(group);
      if (group.whole !== null) continue;
      if (!expired && (!online || group.asks >= maxAsks || quiet < askAfterMs * (group.asks + 1))) continue;
      group.asks++;
      stalled.push(describe(group, expired));
    }
    return stalled;
  }

  #add(group: PartGroup, header: Header, body: Uint8Array, now: number): Accepted {
    const { total, index, serial } = header;
    const cost = body.length + PART_COST;
    if (group.bytes + cost > this.#limits.maxBytes) {
      this.#drop(group);
      return { state: 'refused', reason: 'bytes' };
    }
    if (!this.#makeRoom(group, cost, now)) return { state: 'refused', reason: 'full' };
    this.#groups = [...this.#groups.filter((other) => other !== group), group];
    addPart(group, header, body.slice());
    this.#bytes += cost;
    group.lastAt = now;
    if (index === 1) group.header = header;
    if (group.parts.size < total) return { state: 'pending', missing: total - group.parts.size };
    group.whole = joinParts(group, serial);
    for (const other of this.#groups)
      if (other.key === group.key && other.whole === null && (isRestartedAs(other, group) || isPartOf(other, group)))
        this.#drop(other);
    return { state: 'complete', header: group.whole.header, body: group.whole.body };
  }

  #drop(group: PartGroup): void {
    const { length } = this.#groups;
    this.#groups = this.#groups.filter((other) => other !== group);
    if (this.#groups.length < length) this.#bytes -= group.bytes;
  }

  /** Drops a message, and reports it by the next sweep if it is incomplete. */
  #evict(group: PartGroup): void {
    this.#drop(group);
    if (group.whole === null) this.#evicted.push(describe(group, true));
  }

  /** Makes room for a part. Drops the oldest: complete messages, then those without new parts. Others were acknowledged: they stay. */
  #makeRoom(keep: PartGroup, cost: number, now: number): boolean {
    const { maxGroups, maxBytes, askAfterMs } = this.#limits;
    const others = this.#groups.filter((group) => group !== keep);
    const [complete, open] = [others.filter(({ whole }) => whole !== null), others.filter(({ whole }) => whole === null)];
    const isFull = () => this.#bytes + cost > maxBytes;
    while (complete.length > 0 && (complete.length > maxGroups || isFull())) this.#drop(complete.shift()!);
    while (open.length > 0 && (open.length >= maxGroups || isFull()) && now - open[0]!.lastAt >= askAfterMs)
      this.#evict(open.shift()!);
    return open.length < maxGroups && !isFull();
  }
}

/** The incomplete message where a part fits best; of equal ones the newest. */
function findNearest(siblings: readonly PartGroup[], header: Header) {
  let nearest: { readonly group: PartGroup; readonly distance: number } | undefined;
  for (const group of siblings) {
    const distance = distanceTo(group, header);
    if (distance !== null && (nearest === undefined || distance < nearest.distance)) nearest = { group, distance };
  }
  return nearest;
}

function repeat({ whole, parts }: PartGroup, { serial, index, total }: Header): Accepted {
  if (whole !== null && (serial === whole.serial || index === total))
    return { state: 'complete again', header: whole.header, body: whole.body };
  return { state: 'repeated', missing: total - parts.size };
}

const describe = (group: PartGroup, dropped: boolean): Stalled => {
  const { header } = group;
  const received = dropped ? joinReceived(group) : null;
  return { id: header.id, header, firstSerial: findFirstSerial(group), missing: listMissing(group), dropped: received };
};

const listMissing = ({ header, parts }: PartGroup): number[] => {
  const missing: number[] = [];
  for (let i = 1; i <= header.total && missing.length < MAX_MISSING; i++) if (!parts.has(i)) missing.push(i);
  return missing;
};
