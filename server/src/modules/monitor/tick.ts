import type { FleetVehicle } from './fleet-registry.ts';
import { mapRecordJson } from './map-record.ts';
import type { Selection } from './selection.ts';

/** The records of one tick: each vehicle's JSON is written once, and copied into the frames of all consoles. */
export class Tick {
  /** Change numbers it covers: after `from`, up to and including `to`. */
  readonly from: number;
  readonly to: number;
  /** Epoch ms. */
  readonly at: number;
  readonly #dirty: readonly FleetVehicle[];
  readonly #bytes: Buffer;
  /** Where the record of each dirty vehicle ends. */
  readonly #ends: Uint32Array;
  /** By what is selected: accounts that select alike share. */
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

  /** The frame of a console that is up to date and looks at all it follows; null where nothing happened. */
  frame(selection: Selection): Buffer | null {
    let frame = this.#frames.get(selection.marks);
    if (frame === undefined) {
      frame = gpsFrame(this.records(selection.follows), this.#statesOf(selection), this.at);
      this.#frames.set(selection.marks, frame);
    }
    return frame;
  }

  /** The records that pass, as pieces of the tick's memory, each record with a comma behind it. */
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

  /** A frame for a console that looks at a part of what it follows. */
  partFrame(selection: Selection, passes: (vehicle: FleetVehicle) => boolean): Buffer | null {
    return gpsFrame(
      this.records((vehicle) => selection.follows(vehicle) && passes(vehicle)),
      this.#statesOf(selection),
      this.at,
    );
  }

  #statesOf(selection: Selection): string {
    let states = this.#states.get(selection.departmentId);
    if (states === undefined) {
      states = statesJson(this.#dirty.filter((vehicle) => vehicle.statusChanged > this.from && selection.sees(vehicle)));
      this.#states.set(selection.departmentId, states);
    }
    return states;
  }
}

/** UTF-8 takes at most so many bytes for one unit of a JavaScript string. */
const MAX_UTF8 = 3;

/** Memory that ticks use one after the other. A frame is a copy: what waits on a socket is not touched. */
export class TickMemory {
  bytes = Buffer.allocUnsafe(64 * 1024);

  /** Writes a text at a place, growing where it must; returns where the text ends. */
  write(text: string, at: number): number {
    const needed = at + text.length * MAX_UTF8;
    if (needed > this.bytes.length) {
      const larger = Buffer.allocUnsafe(needed * 2);
      this.bytes.copy(larger, 0, 0, at);
      this.bytes = larger;
    }
    return at + this.bytes.write(text, at);
  }
}

/** `[[tid, status, since], ...]`, or '' where there are none. */
export function statesJson(vehicles: readonly FleetVehicle[]): string {
  if (vehicles.length === 0) return '';
  return JSON.stringify(vehicles.map(({ facts, live }) => [String(facts.id), String(live?.status ?? 0), live?.statusSince ?? 0]));
}

/** What a message says beside vehicles: read the list again; the number of a view that is told; cells as JSON. */
type Words = { readonly reload?: boolean; readonly view?: number | null; readonly cells?: string | null };

/** One `gpsmsg` message; null where it would say nothing. */
export function gpsFrame(records: readonly Buffer[], states: string, at: number, words: Words = {}): Buffer | null {
  const { reload = false, view = null, cells = null } = words;
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
