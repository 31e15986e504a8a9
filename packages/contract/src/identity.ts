import { z } from 'zod';
import { defineCalls } from './call.ts';

export const MapSettings = z.object({
  treesetting: z.string().default('1,2,3,4'),
  refreshsetting: z.string().default('3'),
  carwindowcustomsetting: z.string().default('3,4,5,6,7,8,12,19'),
});

/** typeID 1 map centre 'lng|lat' (Baidu system), 2 zoom level, 3 map provider, 4 alarm polling interval in seconds. */
export const ConfigItem = z.object({ typeID: z.number(), content: z.string() });

export const UserInfo = z.object({
  userId: z.string(),
  deptId: z.string(),
  deptName: z.string(),
  account: z.string(),
  username: z.string(),
  clientType: z.union([z.literal(4), z.literal(7)]),
  configList: z.array(ConfigItem),
  storageUrl: z.string(),
  settings: MapSettings,
});
export type UserInfo = z.infer<typeof UserInfo>;

/** The public key's message: PKCS#1 v1.5 over `password + "\n" + nonce`, base64. */
const vPasswd = z.string().min(1).max(1024);

export const identityCalls = defineCalls({
  loginPage: {
    method: 'GET',
    path: 'user/loginPage',
    permission: 'public',
    summary: 'What the login page shows: platform name, whether a captcha is asked, the demo account of a demo.',
    data: z.object({ deptId: z.string().optional() }),
    reply: z.object({
      platName: z.string(),
      logoUrl: z.string(),
      captcha: z.boolean(),
      demo: z.object({ account: z.string(), password: z.string() }).nullable(),
    }),
  },
  publicKey: {
    method: 'GET',
    path: 'user/publicKey',
    permission: 'public',
    summary: 'RSA public key (PEM) and a nonce that works once.',
    data: z.object({}),
    reply: z.object({ publicKey: z.string(), nonce: z.string() }),
  },
  captchaImage: {
    method: 'GET',
    path: 'captchaImage',
    permission: 'public',
    summary: 'A captcha as a data: URL, with the id to send back.',
    data: z.object({ t: z.string().optional() }),
    reply: z.object({ captchaId: z.string(), image: z.string() }),
  },
  login: {
    method: 'POST',
    path: 'user/login',
    permission: 'public',
    summary: 'Signs in with an encrypted password; the last login of an account wins.',
    data: z.object({
      account: z.string().trim().min(1).max(32),
      vPasswd,
      captchaId: z.string().max(64).optional(),
      captcha: z.string().max(16).optional(),
    }),
    reply: z.object({ token: z.string(), userInfo: UserInfo, rights: z.array(z.string()) }),
  },
  getLoginInfo: {
    method: 'POST',
    path: 'user/getLoginInfo',
    permission: 'signedIn',
    summary: 'The signed-in user with rights; asked once per page load.',
    data: z.object({}),
    reply: z.object({ userInfo: UserInfo, rights: z.array(z.string()) }),
  },
  loginOut: {
    method: 'POST',
    path: 'user/loginOut',
    permission: 'signedIn',
    summary: 'Ends the session and saves the map state (level, center "lng|lat" in the Baidu system, mapType).',
    data: z.object({
      level: z.coerce.number().min(0).max(24).optional(),
      center: z
        .string()
        .regex(/^-?\d{1,3}(\.\d+)?\|-?\d{1,2}(\.\d+)?$/)
        .optional(),
      mapType: z.coerce.number().int().min(1).max(9).optional(),
    }),
    reply: z.object({}),
  },
});
