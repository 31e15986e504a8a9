import { gbk, lengthPrefixed, list, struct, u8, u16, u32 } from '../../codec/index.ts';
import { platformId, utc } from '../fields.ts';
import { from2019 } from './fields.ts';

/** 0x1001. */
export const Login = struct({
  user: u32,
  password: gbk(8),
  accessCode: from2019(u32),
  /** Address at which the superior platform may open the sub link. */
  linkAddress: gbk(32),
  linkPort: u16,
});

/** 0x1002. 0 ok, 1 address, 2 access code, 3 user, 4 password, 5 resources; 6 other, 2019: 255. */
export const LoginReply = struct({ result: u8, verifyCode: u32 });

/** 0x1003. */
export const Logout = struct({ user: u32, password: gbk(8) });

/** 0x1007, 0x1008, 0x9007, 0x9008. */
export const Reason = struct({ reason: u8 });

/** 0x9001, 0x9003, 0x1001. */
export const VerifyCode = struct({ verifyCode: u32 });

/** 0x9002. 0 ok, 1 verify code, 2 resources, 3 other. */
export const Result = struct({ result: u8 });

/** 0x9101: number of locations that the superior platform received in this period. */
export const Received = struct({ count: u32, start: utc, end: utc });

/** 0x9102 (2019): requests the state of the link in this period. */
export const LinkReportRequest = struct({
  type: u16,
  data: lengthPrefixed(u32, struct({ platform: platformId, start: utc, end: utc })),
});

/** 0x1102 (2019). */
export const LinkReport = struct({
  type: u16,
  data: lengthPrefixed(
    u32,
    struct({ platform: platformId, start: utc, end: utc, lost: u32, interruptions: u8, interruptedSeconds: u32 }),
  ),
});

/** 0x9103 and 0x1103 (2019): up to which serial messages were received, by their id. */
export const Serials = struct({
  type: u16,
  data: lengthPrefixed(u32, struct({ received: list(struct({ id: u16, serial: u32, at: utc }), u8) })),
});
