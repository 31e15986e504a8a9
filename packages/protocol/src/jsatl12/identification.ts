import { bcd, bytes, type Codec, codec, gbk, NO_PARENT, type Reader, u8 } from '../codec/index.ts';

/** Identifies one alarm of a terminal, in requests and uploads of its attachments (T/JSATL 12-2017 table 4-16). */
export type Identification = {
  readonly terminalId: string;
  /** Bytes of the terminal id, where they are not the standard's 7. */
  readonly idBytes?: number;
  /** YYMMDDhhmmss, GMT+8. */
  readonly time: string;
  /** Separates alarms of the same time. */
  readonly serial: number;
  /** Number of attachments to fetch. */
  readonly attachments: number;
  readonly reserved: Uint8Array;
};

type Form = {
  readonly id: number;
  readonly all: number;
  /** Bytes of the terminal id before it in 0x1210. */
  readonly sender: number;
};

/** Forms by region: bytes of the terminal id, and total bytes. */
export const FORMS = [
  // Jiangsu (the standard), Hunan, Sichuan, Guangdong, Heilongjiang
  { id: 7, all: 16, sender: 7 },
  { id: 7, all: 32, sender: 7 },
  { id: 30, all: 39, sender: 30 },
  { id: 30, all: 40, sender: 30 },
  { id: 30, all: 38, sender: 0 },
] as const satisfies readonly Form[];
/** Time, serial and count. */
const BETWEEN = 8;
const time = bcd(6);

/** An identification of this form. */
export const fitForm = (form: Form, r: Reader): Identification => ({
  terminalId: gbk(form.id).read(r, NO_PARENT),
  ...(form.id === FORMS[0].id ? {} : { idBytes: form.id }),
  time: time.read(r, NO_PARENT),
  serial: u8.read(r, NO_PARENT),
  attachments: u8.read(r, NO_PARENT),
  reserved: bytes(form.all - form.id - BETWEEN).read(r, NO_PARENT),
});

/** The identification at the end of an item, or before `behind` bytes; its length selects the form. */
export const identification = (behind: (bytes: Uint8Array, at: number, left: number) => boolean): Codec<Identification> =>
  codec(
    -1,
    (r) => {
      const form = FORMS.find(({ all }) => r.left >= all && behind(r.bytes, r.at + all, r.left - all));
      if (form === undefined) throw r.error(`an identification of ${r.left} bytes`);
      return fitForm(form, r);
    },
    (value, w) => {
      // the number of reserved bytes and the length of the id select the region's form
      const reserved = value.reserved.length;
      const fits = ({ id, all }: Form) =>
        all - id - BETWEEN === reserved && (value.idBytes === undefined ? value.terminalId.length <= id : id === value.idBytes);
      gbk(FORMS.find(fits)?.id ?? FORMS[0].id).write(value.terminalId, w, NO_PARENT);
      time.write(value.time, w, NO_PARENT);
      u8.write(value.serial, w, NO_PARENT);
      u8.write(value.attachments, w, NO_PARENT);
      w.append(value.reserved);
    },
  );

/** One with nothing behind it. */
export const lastIdentification = identification((_bytes, _at, left) => left === 0);
