// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables of SMS templates
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { allPermissions } from '@fleetwarden/contract/permission-tree';
import { DAY_MS, MINUTE_MS } from '@fleetwarden/domain/durations';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startSmsDouble } from '../../../test/support/sms-double.ts';
import { addVehicle } from '../../../test/support/test-fleet.ts';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import { at, sql } from '../../platform/db/database.ts';
import { SMS_TRIES } from './limits.ts';

/** 2026-05-20 12:00 in Shanghai. */
const NOON = Date.UTC(2026, 4, 20, 4);
const KEY = { id: 'LTAItest', secret: 'the secret of tests' };
const signal = new AbortController().signal;

let server: TestServer;
let double: Awaited<ReturnType<typeof startSmsDouble>>;
let [root, east, west] = [0, 0, 0];
let [car, westCar] = [0, 0];
let token: Record<'boss' | 'clerk' | 'reader', string>;
let account = '';
let template = '';
let made = 0;

type Who = keyof typeof token;
const call = async (path: string, data: object = {}, who: Who = 'boss') =>
  (await server.call('POST', path, data, { authorization: token[who], cookie: 'language=zh' })).body;
const accountValues = (more: object = {}) => ({
  accountName: `账号${++made}`,
  provider: 1,
  deptId: String(root),
  signName: '车队卫士',
  accessKeyId: KEY.id,
  accessKeySecret: KEY.secret,
  monthCap: 0,
  state: 1,
  ...more,
});
const addAccount = async (more: object = {}) => (await call('sms/addAccount', { values: accountValues(more) })).data.id as string;
const addTemplate = async (accountId: string, more: object = {}): Promise<string> =>
  (
    await call('sms/addTemplate', {
      values: {
        templateName: `模板${++made}`,
        accountId,
        kind: 1,
        code: `SMS_${made}`,
        content: '${plate}于${time}发生${alarm}（${level}），车速${speed}，限速${limit}，驾驶员${driver}',
        ...more,
      },
    })
  ).data.id;
const ruleValues = (more: object = {}) => ({
  ruleName: `规则${++made}`,
  deptId: String(root),
  types: [1],
  templateId: template,
  state: 1,
  receivers: [4],
  mobiles: '13800001234',
  minGap: 10,
  dayCap: 20,
  onlyUnhandled: false,
  after: 0,
  ...more,
});
const addRule = async (more: object = {}) => {
  const reply = await call('sms/addRule', { values: ruleValues(more) });
  expect(reply).toMatchObject({ code: '0' });
  return reply.data.id as string;
};
let number = 0;
/** An alarm as ingest stores it. */
async function alarm(
  more: { vehicleId?: number; typeId?: number; level?: number; brief?: boolean; late?: boolean; startAt?: number } = {},
) {
  const { vehicleId = car, typeId = 1, level = 2, brief = false, late = false, startAt = server.clock.now } = more;
  const gid = `00000002-0000-0000-0000-${String(++number).padStart(12, '0')}`;
  await server.db.run(sql`
    insert into alarm (gid, vehicle_id, type_id, source, level, start_at, last_at, received_at, start_lng, start_lat, last_lng, last_lat,
      start_kmh, max_kmh, limit_value, times, brief, late)
    values (${gid}, ${vehicleId}, ${typeId}, 0, ${level}, ${at(startAt)}, ${at(startAt)}, now(), 121, 31, 121, 31, 85.4, 90, 80, 1, ${brief}, ${late})`);
  if (!brief)
    await server.db.run(sql`
      insert into alarm_case (gid, vehicle_id, type_id, level, start_at) values (${gid}, ${vehicleId}, ${typeId}, ${level}, ${at(startAt)})`);
  return gid;
}
type Message = {
  id: number;
  mobile: string;
  content: string;
  state: number;
  due_at: number;
  fail_reason: string | null;
  started_at: number | null;
  segments: number;
};
const messages = () => server.db.query<Message>('select * from sms_message order by id');
/** Runs the jobs of messages that are due, as the runner does: a failed one runs again. Resolves to the errors. */
async function sendDue(attempt = 1): Promise<string[]> {
  const due = await server.db.query<{ payload: { messageId: number } }>(sql`
    select payload from job where kind = 'sms.send' and run_at <= ${at(server.clock.now)} order by id`);
  const errors: string[] = [];
  for (const { payload } of due)
    await server.sms.jobs.sending.run(payload, { signal, attempt }).catch((error: Error) => void errors.push(error.message));
  return errors;
}
const receipts = () => server.sms.jobs.receipts.run({}, { signal, attempt: 1 });

beforeAll(async () => {
  double = await startSmsDouble(KEY);
  server = await startTestServer({
    publicUrl: 'https://fleet.example.com/',
    smsProvider: { endpoint: double.endpoint, limitMs: 300 },
  });
  root = await server.department('集团');
  east = await server.department('华东', root);
  west = await server.department('华西', root);
  car = await addVehicle(server, { plate: '沪A11111', departmentId: east, phone: '13900000001', driver: '王芳' });
  westCar = await addVehicle(server, { plate: '川A22222', departmentId: west, phone: '13900000002' });
  await server.account('boss', root, allPermissions);
  await server.account('clerk', east, allPermissions);
  await server.account('reader', root, ['706', '70601', '7060101', '70602', '7060201', '7060203']);
  token = { boss: await server.signIn('boss'), clerk: await server.signIn('clerk'), reader: await server.signIn('reader') };
  account = await addAccount();
  template = await addTemplate(account);
});
afterAll(async () => {
  await server.stop();
  await double.stop();
});
beforeEach(async () => {
  server.clock.now = NOON;
  double.behave({ kind: 'accept' });
  double.accepted.length = 0;
  double.actions.length = 0;
  await server.db.run(`delete from job where kind = 'sms.send'`);
  await server.db.run('truncate sms_rule, sms_message, alarm, sms_cursor cascade');
  await server.sms.start();
});

describe('an account', () => {
  it('stores its secret encrypted, and never returns it', async () => {
    const id = await addAccount();
    const stored = await server.db.first<{ secret: string }>(
      sql`select access_key_secret as secret from sms_account where id = ${Number(id)}`,
    );
    expect(stored!.secret).not.toContain(KEY.secret);
    const replies = [await call('sms/getAccount', { id }), await call('sms/listAccount'), await call('sms/optionAccount')];
    expect(JSON.stringify(replies)).not.toContain(KEY.secret);
    expect(replies[0].data).toMatchObject({ accessKeySecret: true, usedThisMonth: 0 });
  });

  it('of a provider needs a key, and retains it if an edit contains none', async () => {
    const without = await call('sms/addAccount', { values: accountValues({ accessKeySecret: null }) });
    expect(without).toMatchObject({ code: '4001', data: { fields: [{ path: 'values.accessKeySecret', message: '不能为空' }] } });
    expect((await call('sms/addAccount', { values: accountValues({ accessKeyId: null }) })).code).toBe('4001');
    expect(
      (await call('sms/addAccount', { values: accountValues({ provider: 2, accessKeyId: null, accessKeySecret: null }) })).code,
    ).toBe('0');
    const id = await addAccount();
    const { accessKeySecret: _secret, ...values } = accountValues();
    expect((await call('sms/editAccount', { id, version: 1, values })).code).toBe('0');
    expect((await call('sms/getAccount', { id })).data.accessKeySecret).toBe(true);
  });

  it('is enabled only with its own permission, also by an edit', async () => {
    const id = await addAccount();
    expect((await call('sms/enableAccount', { ids: [id], enabled: false }, 'reader')).code).toBe('4003');
    expect((await call('sms/enableAccount', { ids: [id], enabled: false })).data).toEqual({ changed: 1 });
    expect((await call('sms/getAccount', { id })).data.state).toBe(0);
    expect((await call('sms/enableAccount', { ids: [id], enabled: true }, 'clerk')).code).toBe('4004');
    const rule = await addRule();
    expect((await call('sms/editRule', { id: rule, version: 1, values: ruleValues({ state: 0 }) }, 'reader')).code).toBe('4003');
  });

  it('cannot be removed while templates and rules use it', async () => {
    await addRule();
    expect((await call('sms/delAccount', { ids: [account] })).data.fields[0].message).toMatch(/^\d+ 个短信模板$/);
    expect((await call('sms/delTemplate', { ids: [template] })).data.fields[0].message).toBe('1 条短信规则');
  });
});

describe('bad input', () => {
  it.each([
    ['a phone number that is too short', { mobiles: '1380000123' }, 'mobiles'],
    ['a landline number', { mobiles: '021-65432100' }, 'mobiles'],
    ['a missing phone number for specified numbers', { mobiles: null }, 'mobiles'],
    ['a list of 21 phone numbers', { mobiles: Array.from({ length: 21 }, (_, i) => `138000012${i + 10}`).join() }, 'mobiles'],
    ['quiet hours without an end', { quietFrom: '22:00' }, 'quietTo'],
    ['quiet hours without a start', { quietTo: '07:00' }, 'quietFrom'],
    ['quiet hours of zero length', { quietFrom: '22:00', quietTo: '22:00' }, 'quietTo'],
    ['a time that does not exist', { quietFrom: '24:00', quietTo: '07:00' }, 'quietFrom'],
    ['an unknown alarm type', { types: [9999] }, 'types.0'],
    ['an empty list of alarm types', { types: [] }, 'types'],
    ['a minimum interval of zero', { minGap: 0 }, 'minGap'],
    ['a daily limit of 201', { dayCap: 201 }, 'dayCap'],
    ['a template that does not exist', { templateId: '999999' }, 'templateId'],
  ])('%s is refused at its field', async (_what, more, path) => {
    const reply = await call('sms/addRule', { values: ruleValues(more) });
    expect(reply.code).toBe('4001');
    expect(reply.data.fields.map((each: { path: string }) => each.path)).toContain(`values.${path}`);
  });

  it('an unknown variable of a template is refused', async () => {
    const values = { templateName: '错', accountId: account, kind: 1, code: 'SMS_X', content: '${plat}' };
    expect((await call('sms/addTemplate', { values })).data.fields).toEqual([
      { path: 'values.content', message: '含有未知变量' },
    ]);
  });

  it('a delay that does not apply is optional', async () => {
    const { after: _after, ...values } = ruleValues();
    const { data } = await call('sms/addRule', { values });
    expect((await call('sms/getRule', { id: data.id })).data).toMatchObject({ onlyUnhandled: false, after: 0 });
  });

  it('numbers are stored as they are sent, without their separators', async () => {
    const id = await addRule({ mobiles: ' 13800001234，13900001234; ' });
    expect((await call('sms/getRule', { id })).data.mobiles).toBe('13800001234,13900001234');
  });
});

describe('a rule', () => {
  it('texts its recipients about an alarm once, however often the alarm is updated', async () => {
    await server.db.run(sql`update driver set phone = '13700001111' where name = '王芳'`);
    await server.db.run(sql`update vehicle set owner_phone = '021-65432100' where id = ${car}`);
    await server.db.run(sql`update department set officer_tel = '13600002222' where id = ${root}`);
    await addRule({ receivers: [1, 2, 3, 4], mobiles: '13800001234,13700001111' });
    const gid = await alarm();
    await server.sms.start();
    await server.db.run(sql`update alarm set told_seq = default, times = 2 where gid = ${gid}::uuid`);
    server.clock.now += 15 * MINUTE_MS;
    await server.sms.start();
    expect((await messages()).map(({ mobile }) => mobile).toSorted()).toEqual(['13600002222', '13700001111', '13800001234']);
    expect((await messages())[0]!.content).toBe('沪A11111于2026-05-20 12:00:00发生超速报警（中），车速85，限速80，驾驶员王芳');
  });

  it('is applied to an alarm on the bus', async () => {
    await addRule();
    await alarm();
    server.bus.publish('alarms.changed', [{ raised: true } as never]);
    await vi.waitFor(async () => expect(await messages()).toHaveLength(1));
  });

  it.each([
    ['of another type', { typeId: 2 }, {}],
    ['of another level', { level: 1 }, { levels: [2, 3] }],
    ['that was too short', { brief: true }, {}],
    ['of positions that arrived late', { late: true }, {}],
    ['that began long ago', { startAt: NOON - 11 * MINUTE_MS }, {}],
    ['while the rule is disabled', {}, { state: 0 }],
    ['whose recipients have no phone number', {}, { receivers: [2], mobiles: null }],
  ])('texts no recipient about an alarm %s', async (_what, given, more) => {
    await server.db.run(sql`update vehicle set owner_phone = null where id = ${car}`);
    await addRule(more);
    await alarm(given);
    await server.sms.start();
    expect(await messages()).toEqual([]);
  });

  it('covers chosen departments with their subsidiaries, and chosen vehicles', async () => {
    await addRule({ departments: [String(east)] });
    await alarm({ vehicleId: westCar });
    await server.sms.start();
    expect(await messages()).toHaveLength(0);
    await alarm();
    await server.sms.start();
    expect(await messages()).toHaveLength(1);
    await addRule({ vehicles: [String(westCar)], mobiles: '13500001234' });
    await alarm();
    await alarm({ vehicleId: westCar });
    await server.sms.start();
    expect((await messages()).map(({ mobile }) => mobile)).toEqual(['13800001234', '13500001234']);
  });

  it('of a department never covers vehicles of another department', async () => {
    await addRule({ deptId: String(east) });
    await alarm({ vehicleId: westCar });
    await server.sms.start();
    expect(await messages()).toEqual([]);
  });

  it('applies its minimum interval, and its limit per number and day', async () => {
    await addRule({ minGap: 10, dayCap: 2 });
    for (const minutes of [0, 9, 10, 20]) {
      server.clock.now = NOON + minutes * MINUTE_MS;
      await alarm();
      await server.sms.start();
    }
    expect((await messages()).map(({ due_at }) => (due_at - NOON) / MINUTE_MS)).toEqual([0, 10]);
    server.clock.now = NOON + DAY_MS;
    await alarm();
    await server.sms.start();
    expect(await messages()).toHaveLength(3);
  });

  it.each([
    ['22:00', '07:00', '23:15', '07:00 of the next day', Date.UTC(2026, 4, 20, 23)],
    ['22:00', '07:00', '06:59', '07:00', Date.UTC(2026, 4, 19, 23)],
    ['22:00', '07:00', '07:00', 'at once', Date.UTC(2026, 4, 19, 23)],
  ])('waits in quiet hours %s-%s: at %s until %s', async (quietFrom, quietTo, clock, _until, due) => {
    await addRule({ quietFrom, quietTo });
    const [hours, minutes] = clock.split(':').map(Number) as [number, number];
    server.clock.now = NOON + ((hours - 12) * 60 + minutes) * MINUTE_MS;
    await alarm();
    await server.sms.start();
    expect((await messages()).map(({ due_at }) => due_at)).toEqual([due]);
    // a second alarm of the same night does not add a text to the morning
    server.clock.now += 1;
    await alarm();
    await server.sms.start();
    expect(await messages()).toHaveLength(1);
  });

  it('for unhandled alarms sends nothing once the alarm is handled', async () => {
    await addRule({ onlyUnhandled: true, after: 5 });
    const gid = await alarm();
    await server.sms.start();
    expect(await sendDue()).toEqual([]);
    expect((await messages())[0]).toMatchObject({ state: 0, due_at: NOON + 5 * MINUTE_MS });
    await server.db.run(sql`update alarm_case set state = 2 where gid = ${gid}::uuid`);
    server.clock.now += 5 * MINUTE_MS;
    await sendDue();
    expect((await messages())[0]!.state).toBe(4);
    expect(double.accepted).toEqual([]);
  });

  it('begins with the next alarm, and texts no past alarms', async () => {
    await server.db.run('truncate sms_cursor');
    await addRule();
    await alarm();
    await server.sms.start();
    expect(await messages()).toEqual([]);
  });
});

describe('delivery', () => {
  const queue = async (more: object = {}) => {
    await addRule(more);
    await alarm();
    await server.sms.start();
  };

  it('sends a signed request, and stores the receipt once', async () => {
    await queue();
    expect(await sendDue()).toEqual([]);
    expect(double.accepted.map(({ query }) => query)).toEqual([
      {
        PhoneNumbers: '13800001234',
        SignName: '车队卫士',
        TemplateCode: expect.stringMatching(/^SMS_/),
        TemplateParam: expect.stringContaining('"plate":"沪A11111"'),
        OutId: expect.stringMatching(/^[0-9a-f]{32}$/),
      },
    ]);
    expect(await messages()).toMatchObject([{ state: 1, biz_id: 'biz-1', sent_at: NOON }]);
    await sendDue();
    expect(double.accepted).toHaveLength(1);
    server.clock.now += MINUTE_MS;
    await receipts();
    expect((await messages())[0]!.state).toBe(1);
    double.accepted[0]!.status = 3;
    await receipts();
    expect((await messages())[0]!.state).toBe(1);
    server.clock.now += MINUTE_MS;
    await receipts();
    expect(await messages()).toMatchObject([{ state: 2, receipt_at: Date.UTC(2026, 4, 20, 4, 0, 5) }]);
    // a duplicate receipt that says otherwise changes nothing
    double.accepted[0]!.status = 2;
    server.clock.now += 60 * MINUTE_MS;
    await receipts();
    expect((await messages())[0]!.state).toBe(2);
  });

  /** Pushes receipts to an address as the provider does. */
  const push = async (url: string, receipts: unknown) =>
    await server.http.app.inject({
      method: 'POST',
      url: new URL(url).pathname,
      headers: { 'content-type': 'application/json;charset=UTF-8' },
      payload: JSON.stringify(receipts),
    });
  const pushed = (outId: string, more: object = {}) => ({
    phone_number: '13800001234',
    send_time: '2026-05-20 12:00:00',
    report_time: '2026-05-20 12:00:03',
    success: true,
    err_code: 'DELIVERED',
    err_msg: '',
    sms_size: '1',
    biz_id: 'biz-1',
    out_id: outId,
    ...more,
  });
  const accessOf = async (id: string, who: Who = 'boss') => await call('sms/getAccess', { id }, who);
  const tokenOf = (at = 0): string => double.accepted[at]!.query['OutId']!;

  it('accepts a receipt that the provider pushes to the secret address of the account, once', async () => {
    const { receiptUrl } = (await accessOf(account)).data;
    expect(receiptUrl).toMatch(/^https:\/\/fleet\.example\.com\/.+\/smsReceipt\//);
    await queue();
    await sendDue();
    const first = await push(receiptUrl, [pushed(tokenOf())]);
    expect([first.statusCode, first.json()]).toEqual([200, { code: 0, msg: 'OK' }]);
    expect(await messages()).toMatchObject([{ state: 2, receipt_at: Date.UTC(2026, 4, 20, 4, 0, 3) }]);
    // a repetition that says otherwise, and the question of the job, change nothing
    await push(receiptUrl, [pushed(tokenOf(), { success: false, err_code: 'UNKNOWN' })]);
    double.actions.length = 0;
    server.clock.now += 60 * MINUTE_MS;
    await receipts();
    expect(await messages()).toMatchObject([{ state: 2, fail_code: null }]);
    expect(double.actions).toEqual([]);
  });

  it('accepts pushed failures with their code, and ignores receipts of other messages', async () => {
    const { receiptUrl } = (await accessOf(account)).data;
    await queue();
    await sendDue();
    const reply = await push(receiptUrl, [
      pushed('no such message'),
      pushed(tokenOf(), { success: false, err_code: 'MOBILE_NOT_ON_SERVICE' }),
      pushed(tokenOf()),
    ]);
    expect(reply.statusCode).toBe(200);
    expect(await messages()).toMatchObject([{ state: 3, fail_code: 'MOBILE_NOT_ON_SERVICE' }]);
  });

  it('accepts no receipt at a wrong address, of another account, or with an invalid body', async () => {
    const { receiptUrl } = (await accessOf(account)).data as { receiptUrl: string };
    const other = (await accessOf(await addAccount())).data.receiptUrl as string;
    await queue();
    await sendDue();
    const [, id = ''] = /smsReceipt\/(\d+)\./.exec(receiptUrl)!;
    const forged = other.replace(/smsReceipt\/\d+/, `smsReceipt/${id}`);
    for (const url of [forged, receiptUrl.slice(0, -1), `${receiptUrl}.1`, receiptUrl.replace(/\.[^.]+$/, '')])
      expect([url, (await push(url, [pushed(tokenOf())])).statusCode]).toEqual([url, 404]);
    expect((await push(other, [pushed(tokenOf())])).statusCode).toBe(200);
    for (const body of [{}, [{ out_id: tokenOf() }], 'x', Array.from({ length: 501 }, () => pushed('x'))])
      expect((await push(receiptUrl, body)).statusCode).toBe(400);
    expect(await messages()).toMatchObject([{ state: 1 }]);
  });

  it('shows the receipt address and the balance of an account to users with permission to edit it', async () => {
    expect((await accessOf(account)).data).toMatchObject({ balance: { amount: '43.89', currency: 'CNY' }, balanceError: null });
    const file = await addAccount({ provider: 2, accessKeyId: null, accessKeySecret: null });
    expect((await accessOf(file)).data).toEqual({ receiptUrl: null, balance: null, balanceError: null });
    const wrong = await addAccount({ accessKeySecret: 'another' });
    expect((await accessOf(wrong)).data).toMatchObject({ balance: null, balanceError: 'SignatureDoesNotMatch signature' });
    double.behave({ kind: 'garbage' });
    expect((await accessOf(account)).data).toMatchObject({ balance: null, balanceError: 'unknown no balance in the answer' });
    double.behave({ kind: 'accept' });
    expect((await accessOf(account, 'reader')).code).toBe('4003');
    expect((await accessOf(account, 'clerk')).code).toBe('4004');
  });

  it('stores the reason of a failed receipt', async () => {
    await queue();
    await sendDue();
    Object.assign(double.accepted[0]!, { status: 2, code: 'MOBILE_NOT_ON_SERVICE' });
    server.clock.now += MINUTE_MS;
    await receipts();
    expect(await messages()).toMatchObject([{ state: 3, fail_code: 'MOBILE_NOT_ON_SERVICE' }]);
  });

  it('fails with the code of a permanent refusal, which the account shows', async () => {
    double.behave({ kind: 'refuse', code: 'isv.SMS_TEMPLATE_ILLEGAL' });
    await queue();
    expect(await sendDue()).toEqual([]);
    expect(await messages()).toMatchObject([{ state: 3, fail_code: 'isv.SMS_TEMPLATE_ILLEGAL' }]);
    expect((await call('sms/getAccount', { id: account })).data.lastError).toBe('isv.SMS_TEMPLATE_ILLEGAL refused');
  });

  it('sends again after a temporary refusal', async () => {
    double.behave({ kind: 'refuse', code: 'isv.BUSINESS_LIMIT_CONTROL' });
    await queue();
    expect(await sendDue()).toEqual(['refused']);
    expect(await messages()).toMatchObject([{ state: 0, started_at: null }]);
    double.behave({ kind: 'accept' });
    expect(await sendDue(2)).toEqual([]);
    expect((await messages())[0]!.state).toBe(1);
    expect(double.accepted).toHaveLength(1);
  });

  it('never sends twice: after a timeout it queries whether the message was accepted', async () => {
    double.behave({ kind: 'acceptSilently' });
    await queue();
    expect(await sendDue()).toEqual(['no answer']);
    expect((await messages())[0]).toMatchObject({ state: 0, started_at: NOON });
    double.behave({ kind: 'accept' });
    expect(await sendDue(2)).toEqual([]);
    expect(double.accepted).toHaveLength(1);
    expect(double.actions).toEqual(['SendSms', 'QuerySendDetails']);
    expect((await messages())[0]!.state).toBe(1);
  });

  it('sends again after a minute if the provider does not know the message', async () => {
    double.behave({ kind: 'silent' });
    await queue();
    expect(await sendDue()).toEqual(['no answer']);
    double.behave({ kind: 'accept' });
    expect(await sendDue(2)).toEqual(['the outcome of the last attempt is not known yet']);
    expect(double.accepted).toEqual([]);
    server.clock.now += MINUTE_MS;
    expect(await sendDue(3)).toEqual([]);
    expect(double.accepted).toHaveLength(1);
  });

  it('gives up after its last attempt', async () => {
    double.behave({ kind: 'garbage' });
    await queue();
    expect(await sendDue(SMS_TRIES)).toEqual([]);
    expect(await messages()).toMatchObject([{ state: 3, fail_code: 'HTTP 502', fail_reason: '服务商未响应' }]);
  });

  it('fails permanently for a wrong key', async () => {
    const wrong = await addAccount({ accessKeySecret: 'another' });
    await queue({ templateId: await addTemplate(wrong) });
    await sendDue();
    expect(await messages()).toMatchObject([{ state: 3, fail_code: 'SignatureDoesNotMatch' }]);
  });

  it('stops at the monthly cap and for a disabled account', async () => {
    const capped = await addAccount({ monthCap: 1 });
    await queue({ templateId: await addTemplate(capped, { content: '超速' }), minGap: 1 });
    await sendDue();
    server.clock.now += 2 * MINUTE_MS;
    await alarm();
    await server.sms.start();
    await sendDue();
    expect((await messages()).map(({ state, fail_reason }) => [state, fail_reason])).toEqual([
      [1, null],
      [3, '短信余额不足：本月已达账号上限'],
    ]);
    await call('sms/enableAccount', { ids: [capped], enabled: false });
    server.clock.now += 2 * MINUTE_MS;
    await alarm();
    await server.sms.start();
    await sendDue();
    expect((await messages())[2]).toMatchObject({ state: 3, fail_reason: '短信账号已停用或已删除' });
  });

  it('by the file provider writes one line per message', async () => {
    const file = await addAccount({ provider: 2, accessKeyId: null, accessKeySecret: null });
    await queue({ templateId: await addTemplate(file, { content: '${plate}超速' }) });
    await sendDue();
    const folder = join(server.dataFolder, 'sms');
    const lines = (await readFile(join(folder, (await readdir(folder))[0]!), 'utf8')).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { mobile: '13800001234', signName: '车队卫士', content: '沪A11111超速', at: new Date(NOON).toISOString() },
    ]);
    server.clock.now += MINUTE_MS;
    await receipts();
    expect((await messages())[0]!.state).toBe(2);
  });

  it('lists messages of the scope with masked numbers', async () => {
    await queue();
    const list = (await call('sms/listLog', { state: 0 })).data.list;
    expect(list).toMatchObject([{ carNo: '沪A11111', mobile: '138****1234', state: 0, kind: 1, deptId: String(east) }]);
    expect((await call('sms/listLog', {}, 'clerk')).data.list).toHaveLength(1);
    await alarm({ vehicleId: westCar });
    server.clock.now += 11 * MINUTE_MS;
    await server.sms.start();
    expect((await call('sms/listLog', {}, 'clerk')).data.list).toHaveLength(1);
  });
});

describe('a test message', () => {
  const test = (more: object = {}, who: Who = 'boss') =>
    call('sms/sendTest', { id: account, templateId: template, mobile: '13800001234', ...more }, who);

  it('is sent with example values, and its number is masked in the audit log', async () => {
    expect((await test()).code).toBe('0');
    await sendDue();
    expect(double.accepted[0]!.query['TemplateParam']).toContain('"plate":"京A12345"');
    expect(await messages()).toMatchObject([{ kind: 2, state: 1 }]);
    const logged = await server.db.query(sql`select * from audit_log where action = 'sendTestSms'`);
    expect(JSON.stringify(logged)).not.toContain('13800001234');
    expect(JSON.stringify(logged)).toContain('138****1234');
  });

  it.each([
    ['without permission', {}, 'reader', '4003'],
    ['with an account outside the scope', {}, 'clerk', '4004'],
    ['to a phone number that is too short', { mobile: '138' }, 'boss', '4001'],
    ['with a template of another account', { templateId: '999999' }, 'boss', '4004'],
  ] as const)('is refused %s', async (_what, more, who, code) => {
    expect((await test(more, who)).code).toBe(code);
    expect(await messages()).toEqual([]);
  });

  it('is refused for a disabled account, above its cap, and above the rate limit', async () => {
    const other = await addAccount({ monthCap: 1 });
    const of = { id: other, templateId: await addTemplate(other, { content: '测试' }) };
    expect((await test(of)).code).toBe('0');
    await sendDue();
    expect(await test(of)).toMatchObject({ code: '4011', msg: '短信余额不足' });
    await call('sms/enableAccount', { ids: [other], enabled: false });
    expect((await test(of)).data.fields[0].message).toBe('短信账号已停用或已删除');
    for (let i = 0; i < 4; i++) await test();
    expect((await test()).code).toBe('4029');
  });
});

describe('limits of all accounts', () => {
  const setting = async (key: string, value: string | null) => {
    await server.db.run(sql`delete from setting_value where key = ${key}`);
    if (value !== null)
      await server.db.run(sql`insert into setting_value (department_id, key, value) values (null, ${key}, ${value}::jsonb)`);
    server.bus.publish('settings.changed', { departmentId: null });
  };
  /** A quota of a department with this number of messages. */
  const quota = async (departmentId: number, smsCount: number | null, { policy = 1, validTo = null as string | null } = {}) => {
    await server.db.run(sql`delete from quota where department_id = ${departmentId}`);
    await server.db.run(sql`
      insert into quota (department_id, vehicles, users, sms_count, over_policy, valid_to)
      values (${departmentId}, 100, 100, ${smsCount}, ${policy}, ${validTo}::date)`);
  };
  /** A message for each vehicle, in their order; what became of them. */
  const outcomes = async (...vehicles: number[]) => {
    await addRule({ minGap: 1 });
    for (const vehicleId of vehicles) {
      await alarm({ vehicleId });
      await server.sms.start();
      await sendDue();
      server.clock.now += MINUTE_MS;
    }
    return (await messages()).map(({ state, fail_reason }) => (state === 1 ? 'sent' : fail_reason));
  };
  beforeEach(async () => {
    await server.db.run('delete from quota');
    for (const key of ['smsOn', 'smsMonthly']) await setting(key, null);
  });

  it('block queueing, sending and testing while short messages are off, also later for alarms of that time', async () => {
    await addRule();
    await alarm();
    await server.sms.start();
    await setting('smsOn', 'false');
    await sendDue();
    expect(await messages()).toMatchObject([{ state: 3, fail_reason: '短信总开关已关闭' }]);
    server.clock.now += 20 * MINUTE_MS;
    await alarm();
    await server.sms.start();
    const test = await call('sms/sendTest', { id: account, templateId: template, mobile: '13800001234' });
    expect(test).toMatchObject({ code: '4001', data: { fields: [{ path: 'id', message: '短信总开关已关闭' }] } });
    await setting('smsOn', 'true');
    await server.sms.start();
    expect(await messages()).toHaveLength(1);
    expect(double.accepted).toEqual([]);
  });

  it('of the platform count all accounts in this month', async () => {
    await setting('smsMonthly', '2');
    expect(await outcomes(car, westCar, car)).toEqual(['sent', 'sent', '短信余额不足：本月已达平台上限']);
    expect((await call('sms/sendTest', { id: account, templateId: template, mobile: '13800001234' })).code).toBe('4011');
    server.clock.now = Date.UTC(2026, 5, 1);
    await alarm();
    await server.sms.start();
    await sendDue();
    expect((await messages()).at(-1)).toMatchObject({ state: 1 });
  });

  it('of a department count its messages with its subsidiaries, and apply to the subsidiaries', async () => {
    await quota(east, 1);
    const overQuota = '短信余额不足：本月已达部门配额';
    expect(await outcomes(car, car, westCar)).toEqual(['sent', overQuota, 'sent']);
    await quota(root, 2);
    await quota(east, null);
    await alarm({ vehicleId: westCar });
    await server.sms.start();
    await sendDue();
    expect((await messages()).at(-1)).toMatchObject({ state: 3, fail_reason: overQuota });
  });

  it('of an expired quota allow no messages, and of a quota that only reminds allow all', async () => {
    await quota(east, 100, { validTo: '2020-01-01' });
    await quota(west, 0, { policy: 2 });
    expect(await outcomes(car, westCar)).toEqual(['短信余额不足：本月已达部门配额', 'sent']);
  });
});
