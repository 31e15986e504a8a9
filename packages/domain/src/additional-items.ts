/**
 * The last item with this id among the additional items of 0x0200 (id, length, value: JT/T 808-2019 8.18); null: absent or
 * truncated.
 */
export function additionalItem(extra: Uint8Array, id: number): Uint8Array | null {
  for (let at = 0; at + 2 <= extra.length; ) {
    const end = at + 2 + extra[at + 1]!;
    if (end > extra.length) return null;
    if (extra[at] === id) return extra.subarray(at + 2, end);
    at = end;
  }
  return null;
}

/** Item 0x06: °C in the cabin, bit 15 is the sign. Null if absent, or if it is the one-byte battery level of some trackers. */
export function cabinTemperature(extra: Uint8Array): number | null {
  const item = additionalItem(extra, 0x06);
  if (item?.length !== 2) return null;
  const word = (item[0]! << 8) | item[1]!;
  return word & 0x8000 ? -(word & 0x7fff) || 0 : word;
}

/** Item 0x05: one byte per wheel, from the front, left to right; null if absent. */
export function tyreValues(extra: Uint8Array): (number | null)[] | null {
  const item = additionalItem(extra, 0x05);
  if (!item) return null;
  const values = [...item].map((value) => (value === NO_WHEEL ? null : value));
  return values.some((value) => value !== null) ? values : null;
}
const NO_WHEEL = 0xff;

/** State of one wheel (T/JSATL 12, item 0x66). `no` counts from 1. */
type MonitoredTyre = {
  readonly no: number;
  /** Set bits: 0 periodic, 1 pressure high, 2 pressure low, 3 hot, 4 sensor, 5 uneven, 6 leaking, 7 battery low. */
  readonly bits: readonly number[];
  readonly pressureKpa: number;
  readonly temperatureC: number;
  readonly batteryPercent: number;
};

/** Bytes before the identification, of identifications by region, and of a tyre's record by region. */
const IDENTIFICATION_AT = 24;
const IDENTIFICATION_SIZES = [16, 32, 39, 40] as const;
const TYRE_SIZES = [9, 10] as const;
const TYRE_BITS = 8;

/** Where the list of tyres begins, and the size of its records; null: the length fits no regional form. */
function findTyres(item: Uint8Array): { readonly at: number; readonly count: number; readonly size: number } | null {
  for (const identification of IDENTIFICATION_SIZES) {
    const at = IDENTIFICATION_AT + identification + 1;
    const count = item[at - 1] ?? 0;
    const size = TYRE_SIZES.find((each) => count > 0 && item.length === at + count * each);
    if (size !== undefined) return { at, count, size };
  }
  return null;
}

/** Item 0x66; null if its length does not match its count. */
export function monitoredTyres(extra: Uint8Array): MonitoredTyre[] | null {
  const item = additionalItem(extra, 0x66);
  const tyres = item && findTyres(item);
  if (!tyres) return null;
  const view = new DataView(item.buffer, item.byteOffset + tyres.at);
  return Array.from({ length: tyres.count }, (_, i) => {
    const at = i * tyres.size;
    const word = view.getUint16(at + 1);
    return {
      no: view.getUint8(at) + 1,
      bits: Array.from({ length: TYRE_BITS }, (_bit, bit) => bit).filter((bit) => (word >>> bit) & 1),
      pressureKpa: view.getUint16(at + 3),
      temperatureC: view.getInt16(at + 5),
      batteryPercent: view.getUint16(at + 7),
    };
  });
}
