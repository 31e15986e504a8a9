/** Constructors of the typed arrays a table may have as columns. */
type ColumnType =
  | Float64ArrayConstructor
  | Int32ArrayConstructor
  | Uint32ArrayConstructor
  | Uint16ArrayConstructor
  | Uint8ArrayConstructor;

/** A table's shape: column name -> array type. */
type ColumnTypes = Readonly<Record<string, ColumnType>>;

/** One typed array a column, all of the same length. */
export type Columns<T extends ColumnTypes> = { readonly [K in keyof T]: InstanceType<T[K]> };

/** Columns begin at multiples of it, bytes: the largest element. */
const ALIGNMENT = 8;

/** What changes with every record of a vehicle, whether on its way between threads or at rest in the store. */
const LIVE_COLUMNS = {
  /** WGS-84 degrees; NaN: never seen anywhere. */
  lng: Float64Array,
  lat: Float64Array,
  /** The same place in the map's world units (Web Mercator, 0 to 1): its logarithms are taken off the page. */
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

/** What crosses from the parsing thread: `slot` names the vehicle, a number its packer gave the id once. */
export const BATCH_COLUMNS = { ...LIVE_COLUMNS, slot: Int32Array } as const;

/** What the store keeps of a vehicle. */
export const STORE_COLUMNS = {
  ...LIVE_COLUMNS,
  followed: Uint8Array,
  /** 1: in no operation (RUN_STATE). */
  suspended: Uint8Array,
  /** Which initial list last named the row. */
  generation: Uint32Array,
  /** The store's tick of the last record, of the last change of anything drawn, and of the status. */
  heardTick: Uint32Array,
  touchedTick: Uint32Array,
  statusTick: Uint32Array,
} as const;

export type BatchColumns = Columns<typeof BATCH_COLUMNS>;
export type StoreColumns = Columns<typeof STORE_COLUMNS>;

/**
 * Columns of `capacity` rows in one piece of memory: between threads one buffer is cheaper than twenty. All zero, unless they lie
 * in `used`, a buffer that was done with; one too small for them is left alone.
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

/** The same rows in columns of `capacity` rows; `capacity` must not be smaller than before. */
export function growColumns<T extends ColumnTypes>(types: T, columns: Columns<T>, capacity: number): Columns<T> {
  const grown = makeColumns(types, capacity);
  for (const name of Object.keys(types)) grown[name]!.set(columns[name]!);
  return grown;
}

/** Copies row `from` over row `to` in every column. */
export function moveRow<T extends ColumnTypes>(columns: Columns<T>, from: number, to: number): void {
  for (const name of Object.keys(columns)) columns[name]![to] = columns[name]![from]!;
}

/** The memory of all columns, for a transfer between threads. */
export function buffersOf<T extends ColumnTypes>(columns: Columns<T>): ArrayBuffer[] {
  return [...new Set(Object.values(columns).map((column) => column.buffer as ArrayBuffer))];
}
