import type { GpsMessage, InitRecord, MapRecord } from '@fleetwarden/contract/live/live';
import { mercatorX, mercatorY } from '@fleetwarden/domain/mercator';
import { type Cells, packCells } from './cells.ts';
import { BATCH_COLUMNS, type BatchColumns, type Columns, listBuffers, makeColumns } from './columns.ts';
import type { NameLists } from './vehicle-names.ts';

const STATE_COLUMNS = { slot: Int32Array, status: Uint8Array, since: Float64Array } as const;

/**
 * A message of vehicles as columns, transferable between threads. A slot identifies a vehicle; `newIds` are the IDs of the slots
 * from `firstNewSlot` on.
 */
export type VehicleBatch = {
  readonly count: number;
  readonly columns: BatchColumns;
  readonly firstNewSlot: number;
  readonly newIds: readonly string[];
  /** Alarm texts of records that have them: index in the batch, texts. */
  readonly alarmTexts: readonly (readonly [number, readonly string[]])[];
};

/** A batch of the initial list, with names and departments. */
export type InitBatch = VehicleBatch & {
  readonly names: NameLists;
  readonly followed: Uint8Array;
  readonly suspended: Uint8Array;
};

/**
 * A batch of updates, with status changes of vehicles that are not followed. `at` is the server time of sending, NaN if absent.
 */
export type GpsBatch = VehicleBatch & {
  readonly states: Columns<typeof STATE_COLUMNS>;
  readonly at: number;
  /** Server clusters that replace records; null: back to single records; undefined: unchanged. */
  readonly cells: Cells | null | undefined;
  /** Sequence number of the view whose snapshot is complete. */
  readonly view: number | undefined;
};

/** Buffers to transfer when a batch is posted to another thread. */
export function listTransferables(batch: InitBatch | GpsBatch): ArrayBuffer[] {
  const buffers = listBuffers(batch.columns);
  if ('states' in batch) buffers.push(...listBuffers(batch.states));
  else buffers.push(batch.followed.buffer as ArrayBuffer, batch.suspended.buffer as ArrayBuffer);
  return buffers;
}

/** RUN_STATE of a vehicle in operation. */
const OPERATING = 1;

/** Fields of a message that are packed. */
export type GpsPart = Pick<GpsMessage, 'data' | 'states' | 'cells' | 'view'> & { readonly at?: number | undefined };

/** Packs messages into batches. One packer feeds one `VehicleStore.feed()`, which learns its slots. */
export class VehiclePacker {
  readonly #slots = new Map<string, number>();
  #spare: ArrayBuffer | undefined;

  /** Reuses the buffer of a processed batch, to reduce garbage collection. */
  recycle(buffer: ArrayBuffer): void {
    if (buffer.byteLength >= (this.#spare?.byteLength ?? 0)) this.#spare = buffer;
  }

  /** Packs a part of the initial list. Skips records without an ID. */
  packInit(records: readonly InitRecord[]): InitBatch {
    const known = records.filter(hasId);
    return {
      ...this.#pack(known, this.#slots.size, []),
      names: {
        car: known.map((record) => text(record.cid)),
        plate: known.map((record) => text(record.cno)),
        dept: known.map((record) => text(record.deptId)),
        driver: known.map((record) => text(record.drv)),
        phone: known.map((record) => text(record.phone)),
        terminal: known.map((record) => text(record.term)),
      },
      followed: Uint8Array.from(known, (record) => (record.followed ? 1 : 0)),
      suspended: Uint8Array.from(known, ({ run = OPERATING }) => (run === OPERATING ? 0 : 1)),
    };
  }

  /** Packs an update. Skips records without an ID. */
  packGps(message: GpsPart): GpsBatch {
    const firstNewSlot = this.#slots.size;
    const newIds: string[] = [];
    const changes = message.states ?? [];
    const states = makeColumns(STATE_COLUMNS, changes.length);
    for (let i = 0; i < changes.length; i++) {
      const [tid, status, since] = changes[i]!;
      states.slot[i] = this.#slotOf(tid, newIds);
      states.status[i] = Number(status);
      states.since[i] = since;
    }
    const records = message.data.every(hasId) ? message.data : message.data.filter(hasId);
    const { at = Number.NaN, cells, view } = message;
    return { ...this.#pack(records, firstNewSlot, newIds), states, at, cells: cells && packCells(cells), view };
  }

  #slotOf(tid: string, newIds: string[]): number {
    let slot = this.#slots.get(tid);
    if (slot === undefined) {
      slot = this.#slots.size;
      this.#slots.set(tid, slot);
      newIds.push(tid);
    }
    return slot;
  }

  #pack(records: readonly MapRecord[], firstNewSlot: number, newIds: string[]): VehicleBatch {
    // Every element is overwritten below, so a used buffer is fine.
    const columns = makeColumns(BATCH_COLUMNS, records.length, this.#spare);
    if (columns.slot.buffer === this.#spare) this.#spare = undefined;
    const alarmTexts: [number, readonly string[]][] = [];
    for (let i = 0; i < records.length; i++) {
      const record = records[i]!;
      const placed = isPlace(record);
      columns.slot[i] = this.#slotOf(record.tid, newIds);
      columns.lng[i] = placed ? record.x! : Number.NaN;
      columns.lat[i] = placed ? record.y! : Number.NaN;
      columns.worldX[i] = placed ? mercatorX(record.x!) : Number.NaN;
      columns.worldY[i] = placed ? mercatorY(record.y!) : Number.NaN;
      columns.time[i] = record.t ?? Number.NaN;
      columns.receivedAt[i] = record.r;
      columns.statusSince[i] = record.st;
      columns.dayKm[i] = record.km;
      columns.statusBits[i] = record.s;
      columns.alarmBits[i] = record.a;
      columns.heading[i] = degreesOf(record.d);
      columns.speed10[i] = toTenths(record.sp);
      columns.vehicleType[i] = record.vmt;
      columns.status[i] = Number(record.status);
      columns.colour[i] = record.color;
      columns.iconSet[i] = record.type;
      columns.stale[i] = record.stale;
      if (record.alarmStrs) alarmTexts.push([i, record.alarmStrs]);
    }
    return { count: records.length, columns, firstNewSlot, newIds, alarmTexts };
  }
}

/** Whether a record has a position; terminals without a fix send 0/0. */
function isPlace({ x, y }: MapRecord): boolean {
  if (typeof x !== 'number' || typeof y !== 'number') return false;
  return x >= -180 && x <= 180 && y >= -90 && y <= 90 && (x !== 0 || y !== 0);
}

/** Normalises a heading to 0-359. */
function degreesOf(heading: number): number {
  const whole = Math.round(heading) % 360;
  return whole >= 0 ? whole : whole + 360 || 0;
}

/** Limit of the column; no vehicle is as fast. */
const MAX_TENTHS = 65_535;

function toTenths(speedKmh: number): number {
  return Math.min(Math.max(Math.round(speedKmh * 10), 0), MAX_TENTHS);
}

function hasId(record: MapRecord): boolean {
  return typeof record?.tid === 'string' && record.tid !== '';
}

function text(value: string | null | undefined): string {
  return value ?? '';
}
