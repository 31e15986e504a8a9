import { SMS_PROVIDER } from '@fleetwarden/contract/sms/sms-account-resource';
import { dayKey, parseDayKey } from '@fleetwarden/domain/business-day';
import { MINUTE_MS } from '@fleetwarden/domain/durations';
import { z } from 'zod';
import type { Db, Queryable } from '../../platform/db/database.ts';
import type { Job } from '../../platform/jobs/job.ts';
import type { Jobs } from '../../platform/jobs/runner.ts';
import type { FieldEncryption } from '../../platform/resources/field-encryption.ts';
import { hasSmsQuota } from '../quotas/index.ts';
import { MAX_POLL_MS, RECEIPTS_AT_ONCE, RECEIPTS_MS, SMS_TRIES, UNKNOWN_MS } from './limits.ts';
import { type SmsBalance, type SmsCredentials, SmsError, type SmsProvider } from './provider.ts';
import * as store from './store.ts';

/** Why a message failed without an answer of its provider; the text of `sms.*`. */
type OwnReason = 'failCap' | 'failDisabled' | 'failOff' | 'failPlatformCap' | 'failQuota' | 'failSilent';

/** The platform settings about short messages. */
export type SmsSettings = Readonly<{ smsOn: boolean; smsMonthly: number }>;

/** A message by what limits count: `departmentId` is that of its vehicle. */
type SmsUse = {
  readonly accountId: number;
  readonly monthCap: number;
  readonly departmentId: number;
  readonly segments: number;
};

export type SmsDelivery = {
  /** Stores a message in the caller's transaction; it is sent when due. undefined: it exists. */
  queue(tx: Queryable, template: store.Template, wish: store.NewMessage): Promise<number | undefined>;
  /**
   * Why another message of this month may not be sent; undefined: it may. Short messages are off, or a limit is reached: of the account, of
   * the platform, or of the quota of the department or one above it.
   */
  findRefusal(db: Queryable, use: SmsUse): Promise<OwnReason | undefined>;
  /** The balance of an account; null: its provider has none. Throws SmsError. */
  balanceOf(accountId: number, signal: AbortSignal): Promise<SmsBalance | null>;
  /** Sends one message. */
  readonly sending: Job<{ messageId: number }>;
  /** Asks providers for receipts; each minute. */
  readonly receipts: Job<object>;
};

/**
 * Sends stored messages, each by a job. An attempt is marked before the request. If its outcome is unknown, as after a crash or a
 * timeout, the provider is asked before another one: a message is never sent twice.
 */
export function createSmsDelivery(deps: {
  readonly db: Db;
  readonly jobs: Pick<Jobs, 'register' | 'enqueue'>;
  readonly encryption: FieldEncryption;
  readonly providers: Readonly<Record<number, SmsProvider>>;
  readonly settings: () => Promise<SmsSettings>;
  readonly text: (key: OwnReason) => string;
  readonly timeZone: string;
  readonly now: () => number;
}): SmsDelivery {
  const { db, jobs, encryption, providers, settings, text, timeZone, now } = deps;

  const credentialsOf = ({
    accessKeyId,
    accessKeySecret,
  }: Pick<store.Outgoing, 'accessKeyId' | 'accessKeySecret'>): SmsCredentials => ({
    accessKeyId: accessKeyId ?? '',
    accessKeySecret: accessKeySecret === null ? '' : encryption.decrypt(accessKeySecret, 'sms_account.accessKeySecret'),
  });
  const findRefusal: SmsDelivery['findRefusal'] = async (tx, { accountId, monthCap, departmentId, segments }) => {
    const { smsOn, smsMonthly } = await settings();
    const monthStart = parseDayKey(`${dayKey(now(), timeZone).slice(0, 8)}01`, timeZone).startAt;
    const exceeds = async (cap: number, ofAccount?: number) =>
      cap > 0 && (await store.countSegments(tx, monthStart, ofAccount)) + segments > cap;
    if (!smsOn) return 'failOff';
    if (await exceeds(monthCap, accountId)) return 'failCap';
    if (await exceeds(smsMonthly)) return 'failPlatformCap';
    return (await hasSmsQuota(tx, { departmentId, segments, monthStart, timeZone })) ? undefined : 'failQuota';
  };
  const noteError = async ({ accountId }: store.Outgoing, reason: string) => {
    if (accountId !== null) await store.saveAccountError(db, accountId, reason, now());
  };
  const fail = async (message: store.Outgoing, code: string | null, reason: string) => {
    await store.markEnd(db, message.id, store.FAILED, now(), code, reason);
    await noteError(message, reason);
  };
  const sent = (message: store.Outgoing, bizId: string | null, sentAt: number) =>
    store.markSent(db, message.id, { at: sentAt, bizId, pollAt: now() + MINUTE_MS });

  /** Whether an earlier attempt was accepted. Throws while that is unknown. */
  const wasAccepted = async (message: store.Outgoing, provider: SmsProvider, signal: AbortSignal): Promise<boolean> => {
    const { id, token, mobile, startedAt } = message;
    if (startedAt === null) return false;
    const found = await provider.find({ token, mobile, bizId: null, sentAt: startedAt }, credentialsOf(message), signal);
    if (found) {
      await sent(message, null, startedAt);
      return true;
    }
    if (now() - startedAt < UNKNOWN_MS)
      throw new SmsError('unknown', 'the outcome of the last attempt is not known yet', 'unknown');
    await store.endAttempt(db, id);
    return false;
  };

  const attemptSend = async (message: store.Outgoing, provider: SmsProvider, signal: AbortSignal): Promise<void> => {
    const { id, token, mobile, signName, templateCode, params, content } = message;
    if (await wasAccepted(message, provider, signal)) return;
    if (message.handled) return void (await store.markEnd(db, id, store.UNNEEDED, now(), null, null));
    if (!message.enabled || templateCode === null) return fail(message, null, text('failDisabled'));
    const refusal = await findRefusal(db, { ...message, accountId: message.accountId! });
    if (refusal) return fail(message, null, text(refusal));
    const startedAt = now();
    if (!(await store.beginAttempt(db, id, startedAt))) return;
    const bizId = await provider.send({ token, mobile, signName, templateCode, params, content }, credentialsOf(message), signal);
    await sent(message, bizId, startedAt);
  };

  const job: Job<{ messageId: number }> = {
    kind: 'sms.send',
    lane: 'email',
    payload: z.object({ messageId: z.number() }),
    maxAttempts: SMS_TRIES,
    run: async ({ messageId }, { attempt, signal }) => {
      const message = await store.loadQueued(db, messageId);
      if (!message) return;
      const provider = providers[message.provider];
      if (!provider) return fail(message, null, text('failDisabled'));
      try {
        await attemptSend(message, provider, signal);
      } catch (error) {
        if (!(error instanceof SmsError)) throw error;
        const { code, outcome } = error;
        // stopped: the next run finds out what became of the request
        if (signal.aborted) throw error;
        if (outcome === 'notSent') await store.endAttempt(db, messageId);
        const reason = outcome === 'unknown' ? text('failSilent') : `${code} ${error.message}`.trim();
        if (outcome === 'final' || attempt >= SMS_TRIES) return fail(message, code, reason);
        await noteError(message, reason);
        throw error;
      }
    },
  };
  jobs.register(job);

  /** Stores the receipt of a message, or asks again later. Rejects if the provider does not answer. */
  const askReceipt = async (message: store.Outgoing, signal: AbortSignal): Promise<void> => {
    const { id, token, mobile, bizId, sentAt, polls } = message;
    const receipt = await providers[message.provider]?.find(
      { token, mobile, bizId, sentAt: sentAt! },
      credentialsOf(message),
      signal,
    );
    if (receipt && receipt.state !== 'waiting')
      await store.markReceipt(db, id, { delivered: receipt.state === 'delivered', at: receipt.at ?? now(), code: receipt.code });
    else await store.postponePoll(db, id, now() + Math.min(MINUTE_MS * 2 ** polls, MAX_POLL_MS));
  };

  return {
    findRefusal,
    balanceOf: async (accountId, signal) => {
      const account = await store.loadCredentials(db, accountId);
      const provider = account && providers[account.provider];
      return (await provider?.balance?.(credentialsOf(account!), signal)) ?? null;
    },
    sending: job,
    queue: async (tx, template, wish) => {
      const id = await store.insertMessage(tx, template, wish, now());
      if (id !== undefined) await jobs.enqueue(job, { messageId: id }, { tx, runAt: wish.dueAt });
      return id;
    },
    receipts: {
      kind: 'sms.receipts',
      lane: 'email',
      payload: z.object({}),
      maxAttempts: 1,
      run: async (_payload, { signal }) => {
        const silent = new Set<number | null>();
        for (const message of await store.listAwaitingReceipt(db, now(), now() - RECEIPTS_MS, RECEIPTS_AT_ONCE)) {
          if (signal.aborted) return;
          // one unanswered request is enough: the next run asks this account again
          if (silent.has(message.accountId)) continue;
          await askReceipt(message, signal).catch(async (error: unknown) => {
            if (!(error instanceof SmsError)) throw error;
            silent.add(message.accountId);
            await noteError(message, error.outcome === 'unknown' ? text('failSilent') : `${error.code} ${error.message}`.trim());
          });
        }
      },
    },
  };
}

/** Providers by SMS_PROVIDER. */
export const smsProviders = (aliyun: SmsProvider, file: SmsProvider): Readonly<Record<number, SmsProvider>> => ({
  [SMS_PROVIDER.aliyun]: aliyun,
  [SMS_PROVIDER.file]: file,
});
