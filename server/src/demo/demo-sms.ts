// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables of SMS templates
import { DAY_MS, MINUTE_MS } from '@fleetwarden/domain/durations';
import type { Sms } from '../modules/sms/index.ts';
import { at, type Queryable, sql } from '../platform/db/database.ts';
import type { Actor } from '../platform/resources/resource.ts';
import { departmentIds, enter } from './entry.ts';
import { COMPANIES } from './fleets.ts';
import { stableRandom } from './stable-random.ts';

/** SMS_PROVIDER, SMS_TEMPLATE_KIND, SMS_RECEIVER */
const FILE = 2;
const [ALARM, EDUCATION] = [1, 2] as const;
const [DRIVER, SAFETY_OFFICER] = [1, 3] as const;
/** Rows of ALARM_TYPES. */
const [SOS, OVERSPEED, FATIGUE] = [0, 1, 2] as const;
const HIGH = 3;

const SIGNATURE = '车队卫士';
const REMINDER = '【提醒】${plate}于${time}发生${alarm}，当前车速${speed}km/h，请立即减速或停车休息。';
const REPORT = '${department}${plate}（驾驶员${driver}）于${time}发生${level}级${alarm}，请及时处理。';
const COURSE = '${driver}您好，您有一门安全教育课程《${course}》，请于${due}前完成学习。';

/** Days of the past with messages, and messages a day. */
const DAYS = 62;
const A_DAY = 4;
/** Of a hundred messages: delivered, and refused. The others have no receipt. */
const [DELIVERED_SHARE, FAILED_SHARE] = [88, 8] as const;

/** An account that writes to a file, templates, rules, and the messages of two months. Run it after vehicles. */
export async function enterDemoSms(
  tx: Queryable,
  by: Actor,
  { sms, now }: { readonly sms: Sms; readonly now: number },
): Promise<void> {
  const [account] = await enter(
    tx,
    sms.accounts,
    [
      {
        accountName: '演示短信账号',
        provider: FILE,
        signName: SIGNATURE,
        monthCap: 20_000,
        state: 1,
        remark: '短信写入数据目录，不发送到手机',
      },
    ],
    by,
  );
  const of = { accountId: String(account), kind: ALARM };
  const [reminder, report] = await enter(
    tx,
    sms.templates,
    [
      { ...of, templateName: '驾驶员提醒', code: 'SMS_20260001', content: REMINDER },
      { ...of, templateName: '报警通报', code: 'SMS_20260002', content: REPORT },
      { ...of, templateName: '课程通知', code: 'SMS_20260003', content: COURSE, kind: EDUCATION },
    ],
    by,
  );
  const limits = { state: 1, minGap: 30, dayCap: 5, after: 0 };
  const ids = await departmentIds(tx, by.departmentId);
  const company = ids.get(COMPANIES[2] ?? '');
  const rules = await enter(
    tx,
    sms.rules,
    [
      { ...limits, ruleName: '疲劳驾驶提醒驾驶员', types: [FATIGUE], templateId: String(reminder), receivers: [DRIVER] },
      {
        ...limits,
        ruleName: '高等级报警通知安全员',
        types: [SOS, OVERSPEED, FATIGUE],
        levels: [HIGH],
        templateId: String(report),
        receivers: [SAFETY_OFFICER],
        quietFrom: '22:00',
        quietTo: '06:00',
        onlyUnhandled: true,
        after: 5,
        ...(company === undefined ? {} : { departments: [String(company)] }),
      },
    ],
    by,
  );
  await enterMessages(tx, { account: account!, template: reminder!, rule: rules[0]!, now });
}

async function enterMessages(
  tx: Queryable,
  {
    account,
    template,
    rule,
    now,
  }: { readonly account: number; readonly template: number; readonly rule: number; readonly now: number },
): Promise<void> {
  const cars = await tx.query<{ id: number; departmentId: number; plate: string; driver: string; phone: string }>(sql`
    select v.id, v.department_id as "departmentId", v.plate, d.name as driver, d.phone from vehicle v join driver d on d.id = v.driver_id
    where v.deleted_at is null and d.phone is not null order by v.id limit 40`);
  if (cars.length === 0) return;
  for (let n = 0; n < DAYS * A_DAY; n++) {
    const car = cars[stableRandom(n, 1, 0) % cars.length]!;
    const sentAt = now - Math.floor(n / A_DAY) * DAY_MS - (30 + (stableRandom(n, 2, 0) % 600)) * MINUTE_MS;
    const share = stableRandom(n, 3, 0) % 100;
    const state = share < DELIVERED_SHARE ? 2 : share < DELIVERED_SHARE + FAILED_SHARE ? 3 : 1;
    const kmh = 60 + (stableRandom(n, 4, 0) % 30);
    await tx.run(sql`
      insert into sms_message (department_id, vehicle_id, driver_name, account_id, template_id, template_name, rule_id, rule_name, kind,
        mobile, content, params, segments, state, due_at, sent_at, receipt_at, fail_code, fail_reason, created_at)
      select ${car.departmentId}::integer, ${car.id}::integer, ${car.driver}, a.id, t.id, t.name, r.id, r.name, 1, ${car.phone},
        ${`【提醒】${car.plate}发生疲劳驾驶，当前车速${kmh}km/h，请立即减速或停车休息。`}, '{}', ${1 + (kmh % 2)}::smallint, ${state}::smallint,
        ${at(sentAt)}::timestamptz, ${at(sentAt)}::timestamptz, ${state === 1 ? null : at(sentAt + 8_000)}::timestamptz,
        ${state === 3 ? 'MOBILE_NOT_ON_SERVICE' : null}::text, ${state === 3 ? 'MOBILE_NOT_ON_SERVICE' : null}::text,
        ${at(sentAt)}::timestamptz
      from sms_account a, sms_template t, sms_rule r where a.id = ${account} and t.id = ${template} and r.id = ${rule}`);
  }
}
