import {
  bcd,
  type Codec,
  codec,
  gbk,
  type OptionalCodec,
  optionalCodec,
  type Parent,
  type Reader,
  struct,
  u8,
} from '../../codec/index.ts';

/** A field that depends on the fields before it, and that short devices may leave out. */
const ifPresent = <T>(present: (parent: Parent, version: number) => boolean, c: Codec<T>): OptionalCodec<T> =>
  optionalCodec(
    (r, parent) => (r.left > 0 && present(parent, r.version) ? c.read(r, parent) : undefined),
    (v, w, parent) => {
      if (v !== undefined && present(parent, w.version)) c.write(v, w, parent);
    },
  );

/** 1: card inserted, 2: card removed. */
const ACTIONS = [1, 2] as const;
// some devices repeat the data of the insertion when the card is removed
const wasRead = ({ result }: Parent): boolean => result === 0;

const since2013 = struct({
  action: u8,
  /** YYMMDDhhmmss in GMT+8. */
  time: bcd(6),
  /** 0 read, 1 key not accepted, 2 card locked, 3 card pulled out, 4 check failed. */
  result: ifPresent(() => true, u8),
  name: ifPresent(wasRead, gbk(u8)),
  certNo: ifPresent(wasRead, gbk(20)),
  issuer: ifPresent(wasRead, gbk(u8)),
  /** YYYYMMDD. */
  expiry: ifPresent(wasRead, bcd(4)),
  idNo: ifPresent((parent, version) => version >= 2019 && wasRead(parent), gbk(20)),
});

/** Only the driver, without time and action. */
const until2011 = struct({ name: gbk(u8), idNo: gbk(20), certNo: gbk(40), issuer: gbk(u8) });

/** Body of 0x0702; before 2013 it has no action, time, result and expiry. */
export type DriverCardBody = {
  action?: number | undefined;
  time?: string | undefined;
  result?: number | undefined;
  name?: string | undefined;
  certNo?: string | undefined;
  issuer?: string | undefined;
  expiry?: string | undefined;
  idNo?: string | undefined;
};

// names are longer than two bytes, so the first byte shows the form; the header may be wrong
const isOld = (r: Reader): boolean => !ACTIONS.some((action) => action === r.bytes[r.at]);

/** 0x0702: a driver card was inserted or removed. */
export const DriverCard: Codec<DriverCardBody> = codec<DriverCardBody>(
  -1,
  (r, parent) => {
    if (!isOld(r)) return since2013.read(r, parent);
    r.version = 2011;
    return until2011.read(r, parent);
  },
  (v, w, parent) => {
    if (v.action === undefined) {
      const { name = '', idNo = '', certNo = '', issuer = '' } = v;
      until2011.write({ name, idNo, certNo, issuer }, w, parent);
    } else since2013.write({ ...v, action: v.action, time: v.time ?? '000000000000' }, w, parent);
  },
);
