import { type Header, phoneKey } from './header.ts';

export type ReassemblerLimits = {
  /** Time without a new sub-package after which a message is dropped. */
  readonly timeoutMs?: number;
  /** Quiet time after which missing sub-packages are worth asking for again. */
  readonly askAfterMs?: number;
  /** Number of retransmission requests. */
  readonly maxAsks?: number;
  /** Memory held, all messages together: body bytes and a little for each sub-package. */
  readonly maxBytes?: number;
  /** Messages under way at once. */
  readonly maxGroups?: number;
};

const DEFAULTS = { timeoutMs: 60_000, askAfterMs: 5_000, maxAsks: 3, maxBytes: 4 * 1024 * 1024, maxGroups: 8 };

/** Result of a sub-package. */
export type Accepted =
  /** Complete: the header of the first sub-package, as if not split, and the body, owned by the caller. */
  | { readonly state: 'complete'; readonly header: Header; readonly body: Uint8Array }
  /** Stored; number of missing sub-packages. */
  | { readonly state: 'pending'; readonly missing: number }
  /** There already. */
  | { readonly state: 'repeated'; readonly missing: number }
  /** Refused: an index outside 1..total, or a message too big. */
  | { readonly state: 'refused'; readonly reason: 'index' | 'bytes' };

/** A message that does not get on. */
export type Stalled = {
  readonly id: number;
  readonly header: Header;
  /** Serial of the first sub-package, as 0x8003 wants it; worked out from a later one where the first is missing. */
  readonly firstSerial: number;
  readonly missing: readonly number[];
  /** True: dropped and its memory released; false: request the missing parts with 0x8003. */
  readonly expired: boolean;
};

/** Cost per sub-package besides its bytes, so that many empty ones are bounded too. */
const PART_COST = 64;

type Group = {
  readonly key: string;
  header: Header;
  firstSerial: number;
  readonly parts: Map<number, Uint8Array>;
  /** Body bytes and PART_COST for each part. */
  bytes: number;
  lastAt: number;
  asks: number;
};

/** Most missing indexes per request: the limit of one 0x8003 of the short form. */
const MAX_MISSING = 255;

/**
 * Reassembles sub-packaged messages of one or more terminals. The key is (phone, message id, total), not the
 * serial, because other messages arrive in between. Bounded in bytes and messages; the oldest is dropped first.
 */
export class Reassembler {
  readonly #limits: Required<ReassemblerLimits>;
  /** In the order of their last new sub-package, oldest first. */
  readonly #groups = new Map<string, Group>();
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
    return this.#groups.size;
  }

  /** Adds one sub-package (a message without sub-packages is complete at once). Copies the body. `now` in ms. */
  accept(header: Header, body: Uint8Array, now: number): Accepted {
    const { total, index } = header;
    if (total === 0 && index === 0) return { state: 'complete', header, body: body.slice() };
    if (index < 1 || index > total) return { state: 'refused', reason: 'index' };
    if (total === 1) return { state: 'complete', header, body: body.slice() };
    const key = `${phoneKey(header.phone)}/${header.id}/${total}/${header.encryption}`;
    let group = this.#groups.get(key);
    if (group !== undefined && now - group.lastAt > this.#limits.timeoutMs) {
      this.#drop(group);
      group = undefined;
    }
    const held = group?.parts.get(index);
    if (group !== undefined && held !== undefined) {
      if (same(held, body)) return { state: 'repeated', missing: total - group.parts.size };
      // A sub-package that contradicts one already here belongs to the next message of its kind.
      this.#drop(group);
      group = undefined;
    }
    const cost = body.length + PART_COST;
    if ((group?.bytes ?? 0) + cost > this.#limits.maxBytes) {
      if (group !== undefined) this.#drop(group);
      return { state: 'refused', reason: 'bytes' };
    }
    if (group === undefined) {
      const firstSerial = (header.serial - index + 1) & 0xffff;
      group = { key, header, firstSerial, parts: new Map(), bytes: 0, lastAt: now, asks: 0 };
    }
    group.parts.set(index, body.slice());
    group.bytes += cost;
    this.#bytes += cost;
    group.lastAt = now;
    if (index === 1) {
      group.header = header;
      group.firstSerial = header.serial;
    }
    this.#groups.delete(key);
    this.#groups.set(key, group);
    if (group.parts.size === total) {
      this.#drop(group);
      const whole = join(group, total);
      return { state: 'complete', header: { ...group.header, total: 0, index: 0, bodyLength: whole.length }, body: whole };
    }
    this.#makeRoom(group);
    return { state: 'pending', missing: total - group.parts.size };
  }

  /** Messages to request again or to drop. Call it about once a second. `now` in ms. */
  sweep(now: number): Stalled[] {
    const stalled: Stalled[] = [];
    const { timeoutMs, askAfterMs, maxAsks } = this.#limits;
    for (const group of [...this.#groups.values()]) {
      const quiet = now - group.lastAt;
      const expired = quiet >= timeoutMs;
      if (!expired && (group.asks >= maxAsks || quiet < askAfterMs * (group.asks + 1))) continue;
      group.asks++;
      if (expired) this.#drop(group);
      stalled.push({
        id: group.header.id,
        header: group.header,
        firstSerial: group.firstSerial,
        missing: listMissing(group),
        expired,
      });
    }
    return stalled;
  }

  #drop(group: Group): void {
    if (this.#groups.delete(group.key)) this.#bytes -= group.bytes;
  }

  #makeRoom(keep: Group): void {
    for (const group of this.#groups.values()) {
      if (this.#groups.size <= this.#limits.maxGroups && this.#bytes <= this.#limits.maxBytes) return;
      if (group !== keep) this.#drop(group);
    }
  }
}

const listMissing = ({ header, parts }: Group): number[] => {
  const missing: number[] = [];
  for (let i = 1; i <= header.total && missing.length < MAX_MISSING; i++) if (!parts.has(i)) missing.push(i);
  return missing;
};

const join = ({ bytes, parts }: Group, total: number): Uint8Array => {
  const body = new Uint8Array(bytes - total * PART_COST);
  let at = 0;
  for (let i = 1; i <= total; i++) {
    const part = parts.get(i)!;
    body.set(part, at);
    at += part.length;
  }
  return body;
};

const same = (a: Uint8Array, b: Uint8Array): boolean => {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
};
