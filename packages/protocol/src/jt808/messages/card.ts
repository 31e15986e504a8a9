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

/** What stands there only where the fields before it ask for it, and where a short device does not leave it out. */
const asked = <T>(present: (parent: Parent, version: number) => boolean, c: Codec<T>): OptionalCodec<T> =>
  optionalCodec(
    (r, parent) => (r.left > 0 && present(parent, r.version) ? c.read(r, parent) : undefined),
    (v, w, parent) => {
      if (v !== undefined && present(parent, w.version)) c.write(v, w, parent);
    },
  );

/** 1: the card was put in, 2: it was taken out. */
const ACTIONS = [1, 2] as const;
// some tell on leaving what they told on coming
const wasRead = ({ result }: Parent): boolean => result === 0;

const since2013 = struct({
  action: u8,
  /** YYMMDDhhmmss in GMT+8. */
  time: bcd(6),
  /** 0 read, 1 key not accepted, 2 card locked, 3 card pulled out, 4 check failed. */
  result: asked(() => true, u8),
  name: asked(wasRead, gbk(u8)),
  certNo: asked(wasRead, gbk(20)),
  issuer: asked(wasRead, gbk(u8)),
  /** YYYYMMDD. */
  expiry: asked(wasRead, bcd(4)),
  idNo: asked((parent, version) => version >= 2019 && wasRead(parent), gbk(20)),
});

/** Who sits there, and neither since when nor whether he leaves. */
const until2011 = struct({ name: gbk(u8), idNo: gbk(20), certNo: gbk(40), issuer: gbk(u8) });

/** What a card tells; a card of 2011 has no action, time, result and expiry. */
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

// no name is of one or two bytes, so the first byte tells the form, whatever the header says
const isOld = (r: Reader): boolean => !ACTIONS.some((action) => action === r.bytes[r.at]);

/** 0x0702: a driver's certificate was put in or taken out. */
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
