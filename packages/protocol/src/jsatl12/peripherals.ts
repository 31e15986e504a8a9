import { type Codec, CodecError, decode, encode, gbk, lengthPrefixed, list, struct, u8, u32 } from '../codec/index.ts';

// T/JSATL 12-2017: peripherals, queried by 0x8900 and reported by 0x0900

/** Kinds of transparent data: the state of peripherals, and what they are. */
export const PERIPHERAL_DATA = { status: 0xf7, system: 0xf8 } as const;
export type PeripheralDataKind = (typeof PERIPHERAL_DATA)[keyof typeof PERIPHERAL_DATA];

/** The peripherals that a query names. */
const PeripheralQuery = list(u8, u8);
const text = gbk(u8);
const reports = <T>(report: Codec<T>) => list(struct({ peripheral: u8, report: lengthPrefixed(u8, report) }), u8);

/** `workState` 1 working, 2 standby, 3 upgrading, 4 faulty, 16 disconnected. */
const StatusReports = reports(struct({ workState: u8, faultBits: u32 }));
const SystemReports = reports(
  struct({ company: text, product: text, hardware: text, firmware: text, device: text, customer: text }),
);

/** A peripheral and its report. */
export type PeripheralReport = { readonly peripheral: number } & Readonly<Record<string, string | number>>;

const codecs: Readonly<Record<number, Codec<{ peripheral: number; report: Readonly<Record<string, string | number>> }[]>>> = {
  [PERIPHERAL_DATA.status]: StatusReports as never,
  [PERIPHERAL_DATA.system]: SystemReports as never,
};

/** The data of a query (0x8900). */
export const encodePeripheralQuery = (peripherals: readonly number[]): Uint8Array => encode(PeripheralQuery, [...peripherals]);

/** The peripherals that a query names. Throws CodecError. */
export const decodePeripheralQuery = (data: Uint8Array): readonly number[] => decode(PeripheralQuery, data);

/** The data of an answer (0x0900). */
export const encodePeripheralReports = (kind: PeripheralDataKind, items: readonly PeripheralReport[]): Uint8Array =>
  encode(
    codecs[kind]!,
    items.map(({ peripheral, ...report }) => ({ peripheral, report })),
  );

/** Reports in the data of an answer; null for another kind, or data that cannot be read. */
export function readPeripheralReports(kind: number, data: Uint8Array): readonly PeripheralReport[] | null {
  const codec = codecs[kind];
  if (codec === undefined) return null;
  try {
    return decode(codec, data).map(({ peripheral, report }) => ({ peripheral, ...report }));
  } catch (error) {
    if (error instanceof CodecError) return null;
    throw error;
  }
}
