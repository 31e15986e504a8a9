import { HOUR_MS } from '@fleetwarden/domain/durations';
import { locationItems } from '@fleetwarden/protocol/jt808';
import type { TerminalMessageStore } from '../ingest/terminal-message-store.ts';
import type { Log } from '../platform/observe/log.ts';

type Deps = { readonly terminalMessages: TerminalMessageStore; readonly log: Log };

/** Where a location came from. */
export type ItemSource = {
  readonly vehicleId: number;
  /** Epoch ms. */
  readonly receivedAt: number;
  readonly messageId: number;
  readonly serial: number;
};

const MAX_VEHICLES = 50_000;

/** 1: the platform knows the additional item. */
const KNOWN = Uint8Array.from({ length: 256 }, (_, id) => (id in locationItems ? 1 : 0));

/**
 * Additional items of locations that the platform does not know. Positions store all their items as received; a sample of
 * each unknown item per vehicle and hour is stored as a message, so that users find it.
 */
export class UnknownItems {
  readonly #deps: Deps;
  /** Vehicle -> item -> time of the last sample. */
  readonly #samples = new Map<number, Map<number, number>>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Stores samples of unknown items among raw additional items. */
  sample(source: ItemSource, extra: Uint8Array | null): void {
    if (extra === null) return;
    for (let at = 0; at + 2 <= extra.length; ) {
      const end = at + 2 + extra[at + 1]!;
      if (end > extra.length) return;
      const id = extra[at]!;
      if (KNOWN[id] === 0 && this.#isDue(source, id)) this.#keep(source, id, extra.subarray(at + 2, end));
      at = end;
    }
  }

  #isDue({ vehicleId, receivedAt }: ItemSource, id: number): boolean {
    let times = this.#samples.get(vehicleId);
    if (times === undefined) {
      if (this.#samples.size >= MAX_VEHICLES) this.#samples.clear();
      times = new Map();
      this.#samples.set(vehicleId, times);
    }
    if (receivedAt - (times.get(id) ?? -Infinity) < HOUR_MS) return false;
    times.set(id, receivedAt);
    return true;
  }

  #keep(source: ItemSource, subType: number, body: Uint8Array): void {
    this.#deps.terminalMessages.keep({ ...source, reason: 'item', subType, body }).catch((error: unknown) => {
      this.#samples.delete(source.vehicleId);
      this.#deps.log.warn({ err: error, vehicleId: source.vehicleId }, 'unknown additional item not stored');
    });
  }
}
