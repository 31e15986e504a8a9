import type { FleetVehicle } from './fleet-registry.ts';
import { mapRecordJson } from './map-record.ts';
import type { Selection } from './selection.ts';

/** The changes of one tick: each vehicle is serialized once, and copied into the frames of all consoles. */
export class Tick {
  /** Change numbers: after `from`, up to and including `to`. */
  readonly from: number;
  readonly to: number;
  /** Epoch ms. */
  readonly at: number;
  readonly #dirty: readonly FleetVehicle[];
  readonly #bytes: Buffer;
  /** End offset of each dirty vehicle's record. */
  readonly #ends: Uint32Array;
  /** By selection: equal selections share frames. */
  readonly #frames = new Map<Selection['marks'], Buffer | null>();
  readonly #states = new Map<number, string>();

  constructor(options: { from: number; to: number; at: number; dirty: readonly FleetVehicle[]; memory: TickMemory }) {
    const { dirty } = options;
    this.from = options.from;
    this.to = options.to;
    this.at = options.at;
    this.#dirty = dirty;
    this.#ends = new Uint32Array(dirty.length);
    let end = 0;
    for (const [i, { facts, live }] of dirty.entries()) {
      end = options.memory.write(`${mapRecordJson(facts, live)},`, end);
      this.#ends[i] = end;
    }
    this.#bytes = options.memory.bytes;
  }

  /** The frame of an up-to-date console without a view subscription; null without changes. */
  frame(selection: Selection): Buffer | null {
    let frame = this.#frames.get(selection.marks);
    if (frame === undefined) {
      frame = gpsFrame(this.records(selection.follows), this.#formatStates(selection), this.at);
      this.#frames.set(selection.marks, frame);
    }
    return frame;
  }

  /** The records that pass, as slices of the tick's memory; a comma follows each record. */
  records(passes: (vehicle: FleetVehicle) => boolean): Buffer[] {
    const pieces: Buffer[] = [];
    let begin = -1;
    for (let i = 0; i <= this.#dirty.length; i++) {
      const vehicle = this.#dirty[i];
      const start = i === 0 ? 0 : this.#ends[i - 1]!;
      if (vehicle && passes(vehicle)) {
        if (begin < 0) begin = start;
      } else if (begin >= 0) {
        pieces.push(this.#bytes.subarray(begin, start));
        begin = -1;
      }
    }
    return pieces;
  }

  /** The frame of a console with a view subscription. */
  partFrame(selection: Selection, passes: (vehicle: FleetVehicle) => boolean): Buffer | null {
    return gpsFrame(
      this.records((vehicle) => selection.follows(vehicle) && passes(vehicle)),
      this.#formatStates(selection),
      this.at,
    );
  }

  #formatStates(selection: Selection): string {
    let states = this.#states.get(selection.departmentId);
    if (states === undefined) {
      states = statesJson(this.#dirty.filter((vehicle) => vehicle.statusChanged > this.from && selection.sees(vehicle)));
      this.#states.set(selection.departmentId, states);
    }
    return states;
  }
}

/** UTF-8 bytes of one UTF-16 code unit. */
const MAX_UTF8_BYTES = 3;

/** A buffer that ticks reuse. Frames are copies, so a frame in a send buffer never changes. */
export class TickMemory {
  bytes = Buffer.allocUnsafe(64 * 1024);

  /** Writes a text at an offset, growing if needed; returns the offset after it. */
  write(text: string, at: number): number {
    const needed = at + text.length * MAX_UTF8_BYTES;
    if (needed > this.bytes.length) {
      const larger = Buffer.allocUnsafe(needed * 2);
      this.bytes.copy(larger, 0, 0, at);
      this.bytes = larger;
    }
    return at + this.bytes.write(text, at);
  }
}

/** `[[tid, status, since], ...]`; '' without vehicles. */
export function statesJson(vehicles: readonly FleetVehicle[]): string {
  if (vehicles.length === 0) return '';
  return JSON.stringify(vehicles.map(({ facts, live }) => [String(facts.id), String(live?.status ?? 0), live?.statusSince ?? 0]));
}

/** Control fields of a message: reload the list; number of the view whose snapshot is complete; clusters as JSON. */
type Control = { readonly reload?: boolean; readonly view?: number | null; readonly cells?: string | null };

/** One `gpsmsg` message; null if it would be empty. */
export function gpsFrame(records: readonly Buffer[], states: string, at: number, control: Control = {}): Buffer | null {
  const { reload = false, view = null, cells = null } = control;
  if (records.length === 0 && states === '' && !reload && view === null && cells === null) return null;
  const head = Buffer.from('{"data":[');
  const members = [
    states && `"states":${states}`,
    cells && `"cells":${cells}`,
    reload && '"reload":1',
    view !== null && `"view":${view}`,
    `"at":${at}`,
  ];
  const tail = Buffer.from(`],${members.filter(Boolean).join(',')}}`);
  const last = records.at(-1);
  const body = last ? [...records.slice(0, -1), last.subarray(0, -1)] : [];
  return Buffer.concat([head, ...body, tail]);
}
