import { rules } from '@fleetwarden/domain/form-rules';
import { z } from 'zod';
import type { CallSchemas } from '../call.ts';
import { MapRecord } from '../live/live.ts';
import { MapState, UserSettings } from '../settings/schemas.ts';
import { Instant } from '../values/instant.ts';

/** typeID 1 map centre 'lng|lat' (Baidu system), 2 zoom level, 3 map provider, 4 alarm polling interval in seconds. */
export const ConfigItem = z.object({ typeID: z.number(), content: z.string() });

/** Ids cross the wire as strings of digits. */
const id = z.string().regex(/^\d{1,15}$/);

/** The one vehicle of an inspection session. */
const Inspection = z.object({ carNo: z.string(), carId: z.string(), targId: z.string(), color: z.number() });

export const UserInfo = z.object({
  userId: z.string(),
  deptId: z.string(),
  deptName: z.string(),
  account: z.string(),
  username: z.string(),
  clientType: z.union([z.literal(4), z.literal(7)]),
  configList: z.array(ConfigItem),
  storageUrl: z.string(),
  /** Address of the Help link; '' if not configured. */
  helpUrl: z.string(),
  /** Pages show the user's name and the day in the background. */
  watermark: z.boolean(),
  /** Whether alarms sound at all. */
  bellSounds: z.boolean(),
  /** The platform's time zone (IANA name), which defines business days. */
  timeZone: z.string(),
  settings: UserSettings,
  /** Nothing but changing the password and signing out is allowed until it is changed. */
  mustChangePassword: z.boolean(),
  /** Set in inspection mode. */
  inspection: Inspection.nullable(),
});
export type UserInfo = z.infer<typeof UserInfo>;

const LoginReply = z.object({ token: z.string(), userInfo: UserInfo, rights: z.array(z.string()) });

/** PKCS#1 v1.5 over `password + "\n" + nonce`, base64. */
const vPasswd = z.string().min(1).max(1024);

const captcha = { captchaId: z.string().max(64).optional(), captcha: z.string().max(16).optional() };

/** One sign-in as its list shows it. */
const SessionRow = z.object({
  prefix: z.string(),
  account: z.string(),
  username: z.string(),
  deptName: z.string(),
  clientType: z.number(),
  peerIp: z.string(),
  userAgent: z.string(),
  createdAt: z.number(),
  seenAt: z.number(),
  endedAt: z.number().nullable(),
  endReason: z.string().nullable(),
  /** The caller's own. */
  current: z.boolean(),
});
export type SessionRow = z.infer<typeof SessionRow>;

export const identitySchemas = {
  loginPage: {
    summary:
      'Returns the content of the login page: platform name, whether a captcha is required, and the demo accounts of a demo system.',
    data: z.object({ deptId: id.optional(), clientType: z.enum(['4', '7']).optional() }),
    reply: z.object({
      platName: z.string(),
      logoUrl: z.string(),
      footer: z.string(),
      captcha: z.boolean(),
      demo: z
        .object({
          accounts: z.array(z.object({ account: z.string(), role: z.string() })),
          password: z.string(),
          inspection: z.object({ carNo: z.string(), color: z.number(), password: z.string() }).nullable(),
        })
        .nullable(),
    }),
  },
  publicKey: {
    summary: 'Returns the RSA public key (PEM) and a nonce that is valid only once.',
    data: z.object({}),
    reply: z.object({ publicKey: z.string(), nonce: z.string() }),
  },
  captchaImage: {
    summary: 'Returns a captcha as a data: URL, with the id to send back.',
    data: z.object({ t: z.string().max(32).optional() }),
    reply: z.object({ captchaId: z.string(), image: z.string() }),
  },
  login: {
    summary:
      'Signs in with an encrypted password. If only one session per account is allowed, a new login ends the earlier session. Refused if the client type is not the account’s.',
    data: z.object({
      account: z.string().trim().min(1).max(32),
      vPasswd,
      clientType: z.union([z.literal(4), z.literal(7)]).optional(),
      ...captcha,
    }),
    reply: LoginReply,
  },
  carLogin: {
    summary: 'Signs in to one vehicle for inspection, with its plate, colour and inspection password.',
    data: z.object({
      carNo: z.string().trim().min(1).max(12),
      color: z.coerce.number().int().min(0).max(99),
      vPasswd,
      ...captcha,
    }),
    reply: LoginReply,
  },
  inspectList: {
    summary: 'Returns the inspected vehicle with its current position. The list is empty if the vehicle has no position yet.',
    data: z.object({}),
    reply: z.object({ list: z.array(MapRecord.extend({ deptName: z.string() })) }),
  },
  makeInspectPasswd: {
    summary: 'Creates a new inspection password for a vehicle, returned only once. Ends sessions that use the earlier password.',
    data: z.object({ carId: id }),
    reply: z.object({ password: z.string() }),
  },
  exchangeTicket: {
    summary: 'Creates a ticket with which /loginReceive signs in as the caller. Valid once, within 60 s.',
    data: z.object({}),
    reply: z.object({ ticket: z.string(), expiresAt: z.number() }),
  },
  loginProxy: { summary: 'Signs in with a ticket.', data: z.object({ ticket: z.string().min(1).max(128) }), reply: LoginReply },
  getLoginInfo: {
    summary: 'Returns the signed-in user with the user’s rights. Requested once per page load.',
    data: z.object({}),
    reply: z.object({ userInfo: UserInfo, rights: z.array(z.string()) }),
  },
  loginOut: {
    summary: 'Ends the session and saves the map state (level, center "lng|lat" in the Baidu system, mapType).',
    data: MapState,
    reply: z.object({}),
  },
  getUserDetail: {
    summary: 'Returns the caller’s own profile. Any other id is reported as not found.',
    data: z.object({ id: id.optional() }),
    reply: z.object({
      id: z.string(),
      loginName: z.string(),
      userName: z.string(),
      mobile: z.string(),
      deptName: z.string(),
      roles: z.array(z.string()),
    }),
  },
  updateUserDetail: {
    summary: 'Updates the name and mobile number of the caller. The login name does not change.',
    data: z.object({
      id,
      loginName: z.string().max(32).optional(),
      userName: z.string().trim().min(1).max(20),
      mobile: z.string().refine((text) => rules.mobile.check(text) === null),
    }),
    reply: z.object({}),
  },
  changePasswd: {
    summary: 'Changes the caller’s password. Both passwords are encrypted with the same nonce. Ends all sessions of the account.',
    data: z.object({ userId: id, vOldPasswd: vPasswd, vNewPasswd: vPasswd }),
    reply: z.object({}),
  },
  listOwnSession: {
    summary: 'Lists the caller’s own last 20 sign-ins, newest first.',
    data: z.object({}),
    reply: z.object({ list: z.array(SessionRow) }),
  },
  listSession: {
    summary: 'Lists sign-ins of accounts in the caller’s scope.',
    data: z.object({
      account: z.string().trim().max(32).optional(),
      peerIp: z.string().trim().max(45).optional(),
      /** open or ended; both where absent. */
      state: z.enum(['open', 'ended']).optional(),
      startTime: Instant.optional(),
      endTime: Instant.optional(),
      sort: z.enum(['account', 'username', 'deptName', 'peerIp', 'createdAt', 'seenAt']).default('seenAt'),
      order: z.enum(['asc', 'desc']).default('desc'),
    }),
    reply: z.object({ list: z.array(SessionRow) }),
  },
  endSession: {
    summary:
      'Ends sessions of accounts in the caller’s scope. The next call in these sessions returns 9001. Returns the number of ended sessions.',
    data: z.object({
      prefixes: z
        .array(z.string().regex(/^[0-9a-f]{16}$/))
        .min(1)
        .max(500),
    }),
    reply: z.object({ ended: z.number() }),
  },
  getCertificateUrl: {
    summary: 'Returns the address of the network-access certificate with auth signature, userID, account and userName.',
    data: z.object({}),
    reply: z.object({ url: z.string() }),
  },
} satisfies Record<string, CallSchemas>;
