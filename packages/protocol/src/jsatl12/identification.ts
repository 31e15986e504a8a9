import { bcd, bytes, type Codec, codec, gbk, NO_PARENT, u8 } from '../codec/index.ts';

/** Identifies one alarm of a terminal, in requests and uploads of its attachments (T/JSATL 12-2017 table 4-16). */
export type Identification = {
  readonly terminalId: string;
  /** YYMMDDhhmmss, GMT+8. */
  readonly time: string;
  /** Separates alarms of the same time. */
  readonly serial: number;
  /** Number of attachments to fetch. */
  readonly attachments: number;
  readonly reserved: Uint8Array;
};

/** Forms by region: bytes of the terminal id, and total bytes. Jiangsu (the standard), Hunan, Sichuan, Guangdong. */
const FORMS = [
  { id: 7, all: 16 },
  { id: 7, all: 32 },
  { id: 30, all: 39 },
  { id: 30, all: 40 },
] as const;
/** Time, serial and count. */
const BETWEEN = 8;
const time = bcd(6);

/** The identification at the end of an item, or before `behind` bytes; its length selects the form. */
export const identification = (behind: (bytes: Uint8Array, at: number, left: number) => boolean): Codec<Identification> =>
  codec(
    -1,
    (r) => {
      const form = FORMS.find(({ all }) => r.left >= all && behind(r.bytes, r.at + all, r.left - all));
      if (form === undefined) throw r.error(`an identification of ${r.left} bytes`);
      return {
        terminalId: gbk(form.id).read(r, NO_PARENT),
        time: time.read(r, NO_PARENT),
        serial: u8.read(r, NO_PARENT),
        attachments: u8.read(r, NO_PARENT),
        reserved: bytes(form.all - form.id - BETWEEN).read(r, NO_PARENT),
      };
    },
    (value, w) => {
      // the number of reserved bytes and the length of the id select the region's form
      const reserved = value.reserved.length;
      const form = FORMS.find(({ id, all }) => all - id - BETWEEN === reserved && (id === 30 || value.terminalId.length <= id));
      gbk(form?.id ?? FORMS[0].id).write(value.terminalId, w, NO_PARENT);
      time.write(value.time, w, NO_PARENT);
      u8.write(value.serial, w, NO_PARENT);
      u8.write(value.attachments, w, NO_PARENT);
      w.append(value.reserved);
    },
  );

/** One with nothing behind it. */
export const lastIdentification = identification((_bytes, _at, left) => left === 0);
