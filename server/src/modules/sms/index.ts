import { join } from 'node:path';
import { CallError } from '@fleetwarden/contract/errors';
import type { smsCalls } from '@fleetwarden/contract/sms/routes';
import { SMS_PROVIDER, smsAccount } from '@fleetwarden/contract/sms/sms-account-resource';
import { smsLog } from '@fleetwarden/contract/sms/sms-log-resource';
import { smsRule } from '@fleetwarden/contract/sms/sms-rule-resource';
import { smsTemplate } from '@fleetwarden/contract/sms/sms-template-resource';
import { MINUTE_MS } from '@fleetwarden/domain/durations';
import { countSmsSegments, type SmsValues } from '@fleetwarden/domain/sms-text';
import type { getText } from '@fleetwarden/locale/languages';
import type { FastifyInstance } from 'fastify';
import type { ServerBus } from '../../platform/bus/server-events.ts';
import type { Db, Queryable } from '../../platform/db/database.ts';
import type { AuditNote } from '../../platform/http/audit.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { Jobs } from '../../platform/jobs/runner.ts';
import type { Log } from '../../platform/observe/log.ts';
import { createFieldEncryption } from '../../platform/resources/field-encryption.ts';
import type { ResourceStore } from '../../platform/resources/resource.ts';
import type { Resources } from '../../platform/resources/resources.ts';
import type { Scopes } from '../identity/index.ts';
import { createAliyunSms } from './aliyun.ts';
import { createSmsRules, type SmsRules } from './apply-rules.ts';
import { createSmsDelivery, type SmsDelivery, type SmsSettings, smsProviders } from './delivery.ts';
import { smsAccountHooks, smsLogHooks, smsRuleHooks, smsTemplateHooks } from './hooks.ts';
import { PROVIDER_LIMIT_MS, SMS_FILES_KEPT_MS, SMS_KEPT_MS, TESTS_PER_MINUTE } from './limits.ts';
import { SmsError } from './provider.ts';
import { createReceiptPush } from './receipt-push.ts';
import { createSmsFile } from './sms-file.ts';
import * as store from './store.ts';

const ENABLED = 1;

export type Sms = {
  readonly handlers: Handlers<typeof smsCalls>;
  readonly accounts: ResourceStore;
  readonly templates: ResourceStore;
  readonly rules: ResourceStore;
  readonly jobs: { readonly applying: SmsRules['applying'] } & Pick<SmsDelivery, 'sending' | 'receipts'>;
  /** Queues a text to a driver about a course, in the caller's transaction. */
  queueEducation(tx: Queryable, templateId: number, wish: Omit<store.NewMessage, 'kind' | 'dueAt'>): Promise<void>;
  /** Deletes old messages and files at `now` (epoch ms). */
  cleanup(now: number): Promise<number>;
  /** Applies rules to alarms that were stored while the server was down. */
  start(): Promise<void>;
  stop(): Promise<void>;
};

/** SMS: accounts, templates, rules, messages with their receipts. */
export function createSms(deps: {
  readonly db: Db;
  readonly bus: Pick<ServerBus, 'subscribe'>;
  readonly log: Pick<Log, 'warn'>;
  readonly jobs: Pick<Jobs, 'register' | 'enqueue'>;
  readonly resources: Resources;
  readonly scopes: Scopes;
  readonly settings: () => Promise<SmsSettings>;
  readonly getText: typeof getText;
  readonly secretKey: string;
  readonly app: FastifyInstance;
  /** Signs the addresses for receipts. */
  readonly signingKey: Buffer;
  /** PUBLIC_URL. */
  readonly publicUrl: string | undefined;
  readonly dataDir: string;
  readonly timeZone: string;
  /** Another endpoint of the provider, and its time limit, for tests. */
  readonly provider?: { readonly endpoint: string; readonly limitMs?: number } | undefined;
  readonly now: () => number;
}): Sms {
  const { db, resources, scopes, timeZone, now } = deps;
  const accounts = resources.keep(smsAccount, smsAccountHooks(timeZone));
  const templates = resources.keep(smsTemplate, smsTemplateHooks(scopes));
  const rules = resources.keep(smsRule, smsRuleHooks);
  resources.keep(smsLog, smsLogHooks);
  const file = createSmsFile(join(deps.dataDir, 'sms'), now);
  const delivery: SmsDelivery = createSmsDelivery({
    ...deps,
    encryption: createFieldEncryption(deps.secretKey),
    providers: smsProviders(createAliyunSms({ ...deps.provider, now }), file),
    text: (key) => deps.getText('zh', `sms.${key}`),
  });
  const push = createReceiptPush(deps);
  push.serve(deps.app);
  const applied: SmsRules = createSmsRules({ ...deps, delivery });

  const enable =
    (of: ResourceStore) =>
    async (
      { ids, enabled }: { readonly ids: readonly string[]; readonly enabled: boolean },
      { user, note }: { readonly user: Principal; readonly note: (note: AuditNote) => void },
    ) => {
      note({ object: `${of.resource.name} ${ids.join(', ')}` });
      const values = { state: enabled ? ENABLED : 0 };
      const wishes = [...new Set(ids)].map((id) => ({ kind: 'edit' as const, id: Number(id), values }));
      const changes = await of.change(wishes, user);
      note({ object: changes.map(({ before }) => String(before?.[of.resource.title])).join(', '), after: values });
      return { changed: changes.length };
    };

  return {
    accounts,
    templates,
    rules,
    jobs: { applying: applied.applying, sending: delivery.sending, receipts: delivery.receipts },
    handlers: {
      enableSmsAccount: enable(accounts),
      enableSmsRule: enable(rules),
      getSmsAccess: async ({ id }, { user }) => {
        const [account] = await accounts.reader.byIds(db, [Number(id)], await scopes.of(user.departmentId));
        if (!account) throw new CallError('notFound', `account ${id}`);
        const access = { receiptUrl: account['provider'] === SMS_PROVIDER.aliyun ? push.addressOf(account.id) : null };
        try {
          const balance = await delivery.balanceOf(account.id, AbortSignal.timeout(PROVIDER_LIMIT_MS));
          return { ...access, balance, balanceError: null };
        } catch (error) {
          if (!(error instanceof SmsError)) throw error;
          return { ...access, balance: null, balanceError: `${error.code} ${error.message}`.trim() };
        }
      },
      sendTestSms: async ({ id, templateId, mobile }, { user, note }) => {
        note({ object: `smsAccount ${id}` });
        const scope = await scopes.of(user.departmentId);
        const [account] = await accounts.reader.byIds(db, [Number(id)], scope);
        const template = (await store.loadTemplates(db, [Number(templateId)])).get(Number(templateId));
        if (!account || template?.accountId !== Number(id))
          throw new CallError('notFound', `account ${id}, template ${templateId}`);
        note({ object: String(account['accountName']), after: { template: template.name, mobile: maskMobile(mobile) } });
        if ((await store.countTests(db, user.accountId, now() - MINUTE_MS)) >= TESTS_PER_MINUTE)
          throw new CallError('tooMany', 'test messages');
        if (account['state'] !== ENABLED)
          throw new CallError('validation', 'the account is disabled', [{ path: 'id', key: 'sms.failDisabled' }]);
        const segments = countSmsSegments(template.signName, template.content);
        const use = { accountId: account.id, monthCap: Number(account['monthCap']), departmentId: user.departmentId, segments };
        const refusal = await delivery.findRefusal(db, use);
        if (refusal === 'failOff') throw new CallError('validation', refusal, [{ path: 'id', key: `sms.${refusal}` }]);
        if (refusal) throw new CallError('smsCap', `account ${id}: ${refusal}`);
        const queued = await db.transaction((tx) =>
          delivery.queue(tx, template, {
            kind: store.SMS_KIND.test,
            departmentId: user.departmentId,
            senderId: user.accountId,
            mobile,
            values: sampleValues(deps, now()),
            dueAt: now(),
          }),
        );
        return { id: String(queued) };
      },
    },
    queueEducation: async (tx, templateId, wish) => {
      if (!(await deps.settings()).smsOn) return;
      const template = (await store.loadTemplates(tx, [templateId])).get(templateId);
      if (template) await delivery.queue(tx, template, { ...wish, kind: store.SMS_KIND.education, dueAt: now() });
    },
    cleanup: async (at) => (await store.forgetMessages(db, at - SMS_KEPT_MS)) + (await file.cleanup(at - SMS_FILES_KEPT_MS)),
    start: () => applied.apply(),
    stop: () => applied.stop(),
  };
}

const maskMobile = (mobile: string) => `${mobile.slice(0, 3)}****${mobile.slice(-4)}`;

/** Values of a test message. */
const sampleValues = (
  { getText: text, timeZone }: { readonly getText: typeof getText; readonly timeZone: string },
  at: number,
): SmsValues => ({
  plate: text('zh', 'sms.samplePlate'),
  department: '-',
  driver: text('zh', 'sms.sampleDriver'),
  alarm: text('zh', 'alarm.overspeed'),
  level: text('zh', 'enumeration.alarmLevelHigh'),
  time: new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(at),
  speed: '85',
  limit: '80',
  place: '116.397400,39.909300',
  course: '-',
  due: '-',
  link: '-',
});
