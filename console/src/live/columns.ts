/** Constructors of the typed arrays that a table can use as columns. */
type ColumnType =
  | Float64ArrayConstructor
  | Int32ArrayConstructor
  | Uint32ArrayConstructor
  | Uint16ArrayConstructor
  | Uint8ArrayConstructor;

/** A table's shape: column name -> array type. */
type ColumnTypes = Readonly<Record<string, ColumnType>>;

/** One typed array per column, all of the same length. */
export type Columns<T extends ColumnTypes> = { readonly [K in keyof T]: InstanceType<T[K]> };

/** Alignment of columns in bytes: the size of the largest element. */
const ALIGNMENT = 8;

/** Fields of a live record, both in transit between threads and in the store. */
const LIVE_COLUMNS = {
  /** WGS-84 degrees; NaN: no position yet. */
  lng: Float64Array,
  lat: Float64Array,
  /**
   * The same position in the map's world units (Web Mercator, 0 to 1), computed in the worker because the logarithms are slow.
   */
  worldX: Float64Array,
  worldY: Float64Array,
  /** Epoch ms; `time` is NaN where the vehicle has no fix. */
  time: Float64Array,
  receivedAt: Float64Array,
  statusSince: Float64Array,
  dayKm: Float64Array,
  statusBits: Uint32Array,
  alarmBits: Uint32Array,
  /** Degrees. */
  heading: Uint16Array,
  /** Tenths of km/h. */
  speed10: Uint16Array,
  /** JT/T 697.7 vehicle type. */
  vehicleType: Uint16Array,
  status: Uint8Array,
  colour: Uint8Array,
  iconSet: Uint8Array,
  /** 1: the fix has an impossible or very old time. */
  stale: Uint8Array,
} as const;

/** Columns of a batch sent by the worker. `slot` identifies the vehicle: the packer assigns it once per ID. */
export const BATCH_COLUMNS = { ...LIVE_COLUMNS, slot: Int32Array } as const;

/** Columns of the store. */
export const STORE_COLUMNS = {
  ...LIVE_COLUMNS,
  followed: Uint8Array,
  /** 1: not in operation (RUN_STATE). */
  suspended: Uint8Array,
  /** Generation of the initial list that last contained the row. */
  generation: Uint32Array,
  /** Store ticks of the last record, the last visible change and the last status change. */
  heardTick: Uint32Array,
  touchedTick: Uint32Array,
  statusTick: Uint32Array,
} as const;

export type BatchColumns = Columns<typeof BATCH_COLUMNS>;
export type StoreColumns = Columns<typeof STORE_COLUMNS>;

/**
 * Allocates all columns in one buffer: transferring one buffer is cheaper than twenty. Reuses `used` if it is large enough; the
 * columns are zeroed only in a new buffer.
 */
export function makeColumns<T extends ColumnTypes>(types: T, capacity: number, used?: ArrayBuffer): Columns<T> {
  const sizes = Object.values(types).map((Type) => Math.ceil((Type.BYTES_PER_ELEMENT * capacity) / ALIGNMENT) * ALIGNMENT);
  const size = sizes.reduce((sum, bytes) => sum + bytes, 0);
  const buffer = used && used.byteLength >= size ? used : new ArrayBuffer(size);
  let offset = 0;
  const columns = Object.entries(types).map(([name, Type], i) => {
    const column = new Type(buffer, offset, capacity);
    offset += sizes[i]!;
    return [name, column];
  });
  return Object.fromEntries(columns) as Columns<T>;
}

/** Copies the rows into columns of `capacity` rows; `capacity` must not shrink. */
export function growColumns<T extends ColumnTypes>(types: T, columns: Columns<T>, capacity: number): Columns<T> {
  const grown = makeColumns(types, capacity);
  for (const name of Object.keys(types)) grown[name]!.set(columns[name]!);
  return grown;
}

/** Copies row `from` over row `to` in every column. */
export function moveRow<T extends ColumnTypes>(columns: Columns<T>, from: number, to: number): void {
  for (const name of Object.keys(columns)) columns[name]![to] = columns[name]![from]!;
}

/** The buffers of all columns, for a transfer between threads. */
export function listBuffers<T extends ColumnTypes>(columns: Columns<T>): ArrayBuffer[] {
  return [...new Set(Object.values(columns).map((column) => column.buffer as ArrayBuffer))];
}
