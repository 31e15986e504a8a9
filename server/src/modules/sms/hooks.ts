import type { PermissionCode } from '@fleetwarden/contract/call';
import { SMS_PROVIDER } from '@fleetwarden/contract/sms/sms-account-resource';
import { appliesToSmsRule } from '@fleetwarden/contract/sms/sms-rule-resource';
import { splitMobiles } from '@fleetwarden/domain/sms-text';
import { sql } from '../../platform/db/database.ts';
import type { Change, Refusal } from '../../platform/resources/change.ts';
import type { Hooks } from '../../platform/resources/resource.ts';
import type { Scopes } from '../identity/index.ts';
import { refuseStateChange } from '../platforms/index.ts';

const checkState =
  (code: PermissionCode, more: (changes: readonly Change[]) => readonly Refusal[] = () => []): NonNullable<Hooks['check']> =>
  async (_tx, changes, actor) => {
    refuseStateChange(changes, actor, 'state', code);
    return more(changes);
  };

/** A provider needs a secret; an edit without one keeps the stored secret. */
const refuseMissingSecret = (changes: readonly Change[]): Refusal[] =>
  changes.flatMap(({ before, after }, at): Refusal[] =>
    after?.['provider'] === SMS_PROVIDER.aliyun && !after['accessKeySecret'] && !before?.['accessKeySecret']
      ? [{ at, faults: [{ path: 'accessKeySecret', key: 'rule.empty' }] }]
      : [],
  );

export const smsAccountHooks = (timeZone: string): Hooks => ({
  computed: {
    usedThisMonth: sql`(select coalesce(sum(m.segments), 0)::integer from sms_message m
      where m.account_id = t.id and m.sent_at >= date_trunc('month', now() at time zone ${timeZone}) at time zone ${timeZone})`,
    lastError: sql`t.last_error`,
    lastErrorAt: sql`t.last_error_at`,
  },
  uses: [{ table: 'sms_template', column: 'account_id', key: 'use.smsTemplate' }],
  check: checkState('7060107', refuseMissingSecret),
});

export const smsTemplateHooks = (scopes: Scopes): Hooks => ({
  uses: [
    { table: 'sms_rule', column: 'template_id', key: 'use.smsRule' },
    { table: 'edu_trigger', column: 'template_id', key: 'use.eduTrigger' },
    { table: 'edu_plan', column: 'template_id', key: 'use.eduPlan' },
  ],
  // an account of a department above could be chosen, and its template never be seen
  check: async (tx, changes, actor) => {
    const scope = [...(await scopes.of(actor.departmentId))];
    const refusals: Refusal[] = [];
    for (const [index, { before, after }] of changes.entries()) {
      if (!after || after['accountId'] === before?.['accountId']) continue;
      const own = await tx.first(sql`
        select from sms_account where id = ${Number(after['accountId'])} and department_id = any(${scope})`);
      if (!own) refusals.push({ at: index, faults: [{ path: 'accountId', key: 'field.noSuchRecord' }] });
    }
    return refusals;
  },
});

export const smsRuleHooks: Hooks = {
  // what does not apply is not stored
  prepare: (values) => ({
    ...values,
    mobiles:
      appliesToSmsRule('mobiles', values) && typeof values['mobiles'] === 'string'
        ? splitMobiles(values['mobiles']).join(',')
        : null,
    after: appliesToSmsRule('after', values) ? (values['after'] ?? 0) : 0,
  }),
  check: checkState('7060207'),
};

export const smsLogHooks: Hooks = {
  joins: sql`left join vehicle v on v.id = t.vehicle_id`,
  computed: { createdOn: sql`t.created_at`, carNo: sql`v.plate` },
};
