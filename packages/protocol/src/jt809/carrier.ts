import { NO_PARENT, type Of, Reader, u16, u32, type Writer } from '../codec/index.ts';
import { Vehicle } from './fields.ts';

/** Whether a carrier names the vehicle its message is about: `2011` before 2019 only. */
type NamesVehicle = 'always' | 'never' | '2011';

const up = [0x1200, 0x1500, 0x1600, 0x1700, 0x1800, 0x1900, 0x1a00, 0x1b00];
const rows: [number, NamesVehicle][] = [...up, ...up.map((id) => id + 0x8000)].map((id) => [id, 'always']);

/** Messages that contain others, by id, and whether a vehicle comes first. */
const carriers: ReadonlyMap<number, NamesVehicle> = new Map([
  ...rows,
  [0x1300, 'never'],
  [0x9300, 'never'],
  [0x1400, '2011'],
  [0x9400, '2011'],
]);

/** Their data has no length field: the answered message's fields are in its place. */
const WITHOUT_LENGTH: ReadonlySet<number> = new Set([0x1205, 0x1206]);

/** The carrier of a message; null for a standalone one. */
export const findCarrier = (id: number): number | null => (carriers.has(id & 0xff00) ? id & 0xff00 : null);

/** Whether this is the id of a carrier. */
export const isCarrier = (id: number): boolean => carriers.has(id);

/** Content of a carrier. */
export type Carried = { readonly id: number; readonly vehicle: Of<typeof Vehicle> | null; readonly data: Uint8Array };

const VEHICLE_BYTES = 22;
const HEAD_BYTES = 6;

/** Whether the vehicle comes first: as in the standard, unless the stated lengths show otherwise. */
const startsWithVehicle = (carrier: number, body: Uint8Array, version: number): boolean => {
  const rule = carriers.get(carrier)!;
  const stated = (at: number): boolean =>
    at + HEAD_BYTES <= body.length && lengthAt(body, at + 2) === body.length - at - HEAD_BYTES;
  const usual = rule === 'always' || (rule === '2011' && version < 2019);
  if (usual) return stated(VEHICLE_BYTES) || !stated(0);
  return !stated(0) && stated(VEHICLE_BYTES);
};

const lengthAt = (b: Uint8Array, at: number): number =>
  ((b[at]! << 24) | (b[at + 1]! << 16) | (b[at + 2]! << 8) | b[at + 3]!) >>> 0;

/** Reads a carrier's body. Uses the stated length if that many bytes exist. Throws CodecError. */
export const readCarrier = (carrier: number, body: Uint8Array, version: number): Carried => {
  const r = new Reader(body, version);
  const vehicle = startsWithVehicle(carrier, body, version) ? Vehicle.read(r, NO_PARENT) : null;
  const id = u16.read(r, NO_PARENT);
  if (WITHOUT_LENGTH.has(id)) return { id, vehicle, data: body.subarray(r.at) };
  const length = u32.read(r, NO_PARENT);
  return { id, vehicle, data: body.subarray(r.at, r.at + Math.min(length, r.left)) };
};

/** Writes a carrier's body. A vehicle is written where the message has one. */
export const writeCarrier = (w: Writer, { id, vehicle, data }: Carried): void => {
  if (vehicle !== null) Vehicle.write(vehicle, w, NO_PARENT);
  u16.write(id, w, NO_PARENT);
  if (!WITHOUT_LENGTH.has(id)) u32.write(data.length, w, NO_PARENT);
  w.append(data);
};
