/**
 * A baseline: the way many open 808 servers decode. It walks a list of field descriptions for each body.
 * Every field gets a slice of its own; BCD and numbers pass through text or DataView, additional items through a map.
 */
type Kind = 'uint' | 'scaled' | 'bcd' | 'items';
type Field = { readonly name: string; readonly kind: Kind; readonly length: number; readonly scale?: number };

const FIELDS: readonly Field[] = [
  { name: 'alarm', kind: 'uint', length: 4 },
  { name: 'status', kind: 'uint', length: 4 },
  { name: 'latitude', kind: 'scaled', length: 4, scale: 1e6 },
  { name: 'longitude', kind: 'scaled', length: 4, scale: 1e6 },
  { name: 'altitude', kind: 'uint', length: 2 },
  { name: 'speed', kind: 'scaled', length: 2, scale: 10 },
  { name: 'course', kind: 'uint', length: 2 },
  { name: 'time', kind: 'bcd', length: 6 },
  { name: 'extra', kind: 'items', length: -1 },
];
const ITEMS = new Map<number, Field>([
  [0x01, { name: 'mileage', kind: 'scaled', length: 4, scale: 10 }],
  [0x02, { name: 'fuel', kind: 'scaled', length: 2, scale: 10 }],
  [0x30, { name: 'signal', kind: 'uint', length: 1 }],
  [0x31, { name: 'satellites', kind: 'uint', length: 1 }],
]);

const uint = (b: Buffer): number => b.readUIntBE(0, b.length);

const value = (field: Field, b: Buffer): unknown => {
  switch (field.kind) {
    case 'uint':
      return uint(b);
    case 'scaled':
      return uint(b) / (field.scale ?? 1);
    case 'bcd':
      return b.toString('hex');
    case 'items': {
      const items: Record<string, unknown> = {};
      let at = 0;
      while (at + 2 <= b.length) {
        const id = b[at]!;
        const length = b[at + 1]!;
        const content = b.subarray(at + 2, at + 2 + length);
        const item = ITEMS.get(id);
        items[item?.name ?? `0x${id.toString(16)}`] = item === undefined ? content : value(item, content);
        at += 2 + length;
      }
      return items;
    }
  }
};

/** A 0x0200 body as a bag of fields. Throws when it is too short. */
export const naiveLocation = (body: Uint8Array): Record<string, unknown> => {
  const b = Buffer.from(body.buffer, body.byteOffset, body.length);
  const out: Record<string, unknown> = {};
  let at = 0;
  for (const field of FIELDS) {
    const length = field.length < 0 ? b.length - at : field.length;
    if (at + length > b.length) throw new Error(`${field.name}: too short`);
    out[field.name] = value(field, b.subarray(at, at + length));
    at += length;
  }
  return out;
};
