import { BASE_PATH } from '@fleetwarden/contract/call';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Db } from '../../platform/db/database.ts';
import { isSignature, signText } from '../../platform/files/sign-text.ts';
import { sendNotFound } from '../../platform/http/send-range.ts';
import { readTime } from './aliyun.ts';
import { MAX_PUSHED_RECEIPTS, PUSHES_PER_MINUTE } from './limits.ts';
import { storePushedReceipts } from './store.ts';

const PATH = `${BASE_PATH}smsReceipt/`;

/** Receipts as Alibaba Cloud pushes them (SmsReport). `out_id` is the token of the message. */
const Receipts = z
  .array(
    z.object({
      out_id: z.string().max(64).default(''),
      success: z.boolean(),
      err_code: z.string().max(100).default(''),
      report_time: z.string().max(40).optional(),
    }),
  )
  .max(MAX_PUSHED_RECEIPTS);

/** What the provider reads: 0 ends its attempts. */
const TAKEN = { code: 0, msg: 'OK' };

/**
 * Addresses to which providers push receipts, besides the questions of `sms.receipts`. An address belongs to one account and its signature is
 * the secret. The first receipt of a message counts, so a push may come twice.
 */
export type ReceiptPush = {
  /** null: providers do not reach this server. */
  addressOf(accountId: number): string | null;
  /** Registers the route; before `listen`. */
  serve(app: FastifyInstance): void;
};

export function createReceiptPush(deps: {
  readonly db: Db;
  readonly signingKey: Buffer;
  /** PUBLIC_URL. */
  readonly publicUrl: string | undefined;
  readonly now: () => number;
}): ReceiptPush {
  const { db, signingKey, publicUrl, now } = deps;
  const sign = (accountId: string) => signText(signingKey, `smsReceipt ${accountId}`);

  return {
    addressOf: (accountId) =>
      publicUrl === undefined ? null : `${publicUrl.replace(/\/$/, '')}${PATH}${accountId}.${sign(String(accountId))}`,
    serve: (app) => {
      app.post<{ Params: { name: string } }>(
        `${PATH}:name`,
        { schema: { hide: true }, config: { rateLimit: { max: PUSHES_PER_MINUTE, timeWindow: 60_000 } } },
        async (request, reply) => {
          const [accountId = '', signature = '', ...more] = request.params.name.split('.');
          if (more.length > 0 || !/^\d{1,9}$/.test(accountId) || !isSignature(signature, sign(accountId)))
            return sendNotFound(reply);
          const receipts = Receipts.safeParse(request.body);
          if (!receipts.success) return reply.code(400).send({ code: 1, msg: 'not a list of receipts' });
          await storePushedReceipts(
            db,
            Number(accountId),
            receipts.data.map(({ out_id: token, success, err_code: code, report_time: time }) => ({
              token,
              delivered: success,
              at: readTime(time) ?? now(),
              code: code === '' ? null : code,
            })),
          );
          return reply.send(TAKEN);
        },
      );
    },
  };
}
