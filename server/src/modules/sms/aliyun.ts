import { randomBytes } from 'node:crypto';
import { dayKey } from '@fleetwarden/domain/business-day';
import { z } from 'zod';
import { acsQuery, signAcsRequest } from './acs-signature.ts';
import { PROVIDER_LIMIT_MS } from './limits.ts';
import { type SmsCredentials, SmsError, type SmsProvider, type SmsReceipt } from './provider.ts';

/** The public endpoint of Alibaba Cloud SMS. */
const ENDPOINT = 'https://dysmsapi.aliyuncs.com';
const VERSION = '2017-05-25';
/** The public endpoint of its accounts. */
const ACCOUNT_ENDPOINT = 'https://business.aliyuncs.com';
const ACCOUNT_VERSION = '2017-12-14';
const NONCE_BYTES = 16;
/** Messages to one number a day that are read for a receipt; the provider's page limit. */
const PAGE = 50;
/** The provider's days and times. */
const TIME_ZONE = 'Asia/Shanghai';

/** Codes of refusals that may pass: the flow control of a number, and faults of the service before it accepts a message. */
const PASSING = /^(?:Throttling|ServiceUnavailable|isp\.SYSTEM_ERROR|isp\.GATEWAY_ERROR|isv\.BUSINESS_LIMIT_CONTROL)/;
/** Causes of a failed connection: the request was not sent. */
const NOT_CONNECTED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

const Answer = z.object({ Code: z.string(), Message: z.string().default(''), BizId: z.string().optional() });
const Balance = z.object({ Data: z.object({ AvailableAmount: z.string(), Currency: z.string().default('CNY') }) });
const Details = z.object({
  SmsSendDetailDTOs: z
    .object({
      SmsSendDetailDTO: z
        .array(
          z.object({
            OutId: z.string().optional(),
            SendStatus: z.coerce.number(),
            ErrCode: z.string().optional(),
            ReceiveDate: z.string().optional(),
          }),
        )
        .default([]),
    })
    .optional(),
});

/** SendStatus */
const STATES: Readonly<Record<number, SmsReceipt['state']>> = { 1: 'waiting', 2: 'failed', 3: 'delivered' };

/** The API of an action; accounts have one of their own. Its answers say `Success` or `200` for OK. */
type Api = { readonly endpoint: string; readonly version: string };
const isOk = (code: string) => code === 'OK' || code === 'Success' || code === '200';

/** Alibaba Cloud SMS over HTTP, signed as its version 3. `endpoint`: another one for tests. */
export function createAliyunSms({
  endpoint,
  limitMs = PROVIDER_LIMIT_MS,
  now = Date.now,
}: {
  readonly endpoint?: string | undefined;
  readonly limitMs?: number | undefined;
  readonly now?: () => number;
} = {}): SmsProvider {
  const sms: Api = { endpoint: endpoint ?? ENDPOINT, version: VERSION };
  const accounts: Api = { endpoint: endpoint ?? ACCOUNT_ENDPOINT, version: ACCOUNT_VERSION };

  const request = async (
    action: string,
    query: Readonly<Record<string, string>>,
    credentials: SmsCredentials,
    signal: AbortSignal,
    api: Api = sms,
  ): Promise<unknown> => {
    const date = `${new Date(now()).toISOString().slice(0, 19)}Z`;
    const nonce = randomBytes(NONCE_BYTES).toString('hex');
    const { host } = new URL(api.endpoint);
    const headers = signAcsRequest({ host, action, version: api.version, query, date, nonce }, credentials);
    let status = 0;
    let body: unknown;
    try {
      const response = await fetch(`${api.endpoint}/?${acsQuery(query)}`, {
        method: 'POST',
        headers,
        redirect: 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(limitMs)]),
      });
      status = response.status;
      body = parseJson(await response.text());
    } catch (error) {
      const { code } = ((error as Error).cause ?? {}) as { readonly code?: string };
      throw new SmsError(code ?? 'timeout', 'no answer', code !== undefined && NOT_CONNECTED.has(code) ? 'notSent' : 'unknown');
    }
    const answer = Answer.safeParse(body);
    if (!answer.success) throw new SmsError(`HTTP ${status}`, 'no answer of an SMS service', 'unknown');
    const { Code, Message } = answer.data;
    if (!isOk(Code)) throw new SmsError(Code, Message, PASSING.test(Code) ? 'notSent' : status >= 500 ? 'unknown' : 'final');
    return body;
  };

  return {
    send: async ({ token, mobile, signName, templateCode, params }, credentials, signal) => {
      const query = {
        PhoneNumbers: mobile,
        SignName: signName,
        TemplateCode: templateCode,
        TemplateParam: JSON.stringify(params),
        OutId: token,
      };
      return Answer.parse(await request('SendSms', query, credentials, signal)).BizId ?? '';
    },
    find: async ({ token, mobile, bizId, sentAt }, credentials, signal) => {
      const query = {
        PhoneNumber: mobile,
        SendDate: dayKey(sentAt, TIME_ZONE).replaceAll('-', ''),
        PageSize: String(PAGE),
        CurrentPage: '1',
        ...(bizId ? { BizId: bizId } : {}),
      };
      const details = Details.parse(await request('QuerySendDetails', query, credentials, signal));
      const found = details.SmsSendDetailDTOs?.SmsSendDetailDTO.find(({ OutId }) => OutId === token);
      const state = found && STATES[found.SendStatus];
      return found && state ? { state, at: readTime(found.ReceiveDate), code: found.ErrCode ?? null } : null;
    },
    balance: async (credentials, signal) => {
      const answer = Balance.safeParse(await request('QueryAccountBalance', {}, credentials, signal, accounts));
      if (!answer.success) throw new SmsError('unknown', 'no balance in the answer', 'final');
      const { AvailableAmount, Currency } = answer.data.Data;
      return { amount: AvailableAmount, currency: Currency };
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** 'yyyy-MM-dd HH:mm:ss' of GMT+8 as epoch ms; null if it is none. */
export function readTime(text: string | undefined): number | null {
  const ms = Date.parse(`${text?.replace(' ', 'T')}+08:00`);
  return Number.isNaN(ms) ? null : ms;
}
