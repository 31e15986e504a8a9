import { dayKey } from '@fleetwarden/domain/business-day';
import { DAY_MS } from '@fleetwarden/domain/durations';
import { type Db, sql } from '../../src/platform/db/database.ts';
import type { Reply } from './test-calls.ts';
import type { TestServer } from './test-server.ts';

/** For tests: a sound record of every resource that can be added, with what is required and nothing else. */
type Values = Readonly<Record<string, unknown>>;
/** Ids of records of the same department to link to. */
type Linked = {
  readonly vehicleId: string;
  readonly roleId: string;
  readonly smsAccountId?: string | undefined;
  readonly smsTemplateId?: string | undefined;
  readonly courseId?: string | undefined;
};
type Sample = (n: number, deptId: string, linked: Linked) => Values;

/** An unused identity number of 1990 with its check digit (GB 11643). */
function idNumber(n: number): string {
  const digits = `11010119900101${String(n).padStart(3, '0')}`;
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
  const sum = weights.reduce((all, weight, at) => all + weight * Number(digits[at]), 0);
  return digits + '10X98765432'[sum % 11];
}

const digits = (n: number, length: number) => String(n).padStart(length, '0');
const people = { contact: '王芳', tel: '13800001234' };
const soon = () => dayKey(Date.now() + 5 * DAY_MS, 'Asia/Shanghai');

const role: Sample = (n, deptId) => ({ roleName: `角色${n}`, deptId, enabled: true, codes: ['2'] });
const user: Sample = (n, deptId, { roleId }) => ({
  loginName: `sample${n}`,
  userName: '王芳',
  deptId,
  roles: [roleId],
  mobile: '13800001234',
});

export const SAMPLES: Readonly<Record<string, Sample>> = {
  agent: (n, deptId) => ({ agentName: `代理${n}`, agentCode: `A${n}`, deptId, level: 1, state: 1, ...people }),
  area: (n, deptId) => ({
    areaName: `区域${n}`,
    areaNo: n,
    deptId,
    useFor: 1,
    geo: { shape: 4, lng: 121.47, lat: 31.23, radius: 500 },
  }),
  department: (n, parentId) => ({ deptName: `部门${n}`, parentId, deptType: 3 }),
  driver: (n, deptId) => ({
    driverName: '王芳',
    deptId,
    mobile: '13800001234',
    idCard: idNumber(n),
    state: 1,
    licenceNo: '110105194912310021',
    licenceClass: 'A1',
    licenceTo: '2035-01-01',
    qualNo: 'Q12345678',
    qualType: [1],
    qualTo: '2035-12-31',
  }),
  eduCourse: (n, deptId) => ({ courseTitle: `课程${n}`, deptId, kind: 1, subject: 1, minutes: 45, pass: 80, state: 1 }),
  eduPlan: (n, deptId, { courseId }) => ({
    planTitle: `计划${n}`,
    deptId,
    category: 2,
    startOn: soon(),
    endOn: soon(),
    hours: 1,
    passScore: 0,
    remindDays: 3,
    courses: [courseId],
    departments: [deptId],
  }),
  eduQuestion: (n, _deptId, { courseId }) => ({ stem: `题目${n}`, courseId, kind: 3, answer: 'A', score: 5 }),
  eduTrigger: (n, deptId, { courseId }) => ({
    triggerName: `触发${n}`,
    deptId,
    types: [2],
    times: 3,
    days: 7,
    courseId,
    dueDays: 7,
    state: 1,
  }),
  expiryRule: (n, deptId) => ({ kind: 1 + (n % 15), deptId, leadDays: '7', repeatDays: 0, state: 1 }),
  forward: (n, deptId) => ({
    platName: `转发${n}`,
    kind: 1,
    deptId,
    host: '10.0.0.1',
    port: 9000,
    state: 0,
    format: 1,
    content: [1],
    filter: 3,
    coord: 1,
  }),
  install: (n, deptId) => ({
    carNo: `京E${digits(n, 5)}`,
    plateColor: 2,
    deptId,
    kind: 1,
    installer: '王芳',
    installerTel: '13800001234',
    phone: `1370000${digits(n, 4)}`,
    terminalNo: `I${digits(n, 6)}`,
    terminalModel: 'FW-1',
  }),
  lowerPlatform: (n, deptId) => ({
    platName: `下级${n}`,
    standard: 1,
    deptId,
    state: 1,
    accessCode: String(n),
    userId: '1',
    password: 'secret1',
    m1: '1',
    ia1: '2',
    ic1: '3',
  }),
  notice: (n, deptId) => ({ noticeTitle: `公告${n}`, deptId, scope: 1, kind: 1, level: 1, noticeContent: '停机' }),
  operator: (n, deptId) => ({ operatorName: `运营${n}`, kind: 1, deptId, state: 1, ...people }),
  repair: (n, _deptId, { vehicleId }) => ({ vehicleId, kind: 1, fault: 1, description: `故障${n}`, source: 1 }),
  riskArea: (n, deptId) => ({
    areaName: `风险${n}`,
    deptId,
    riskLevel: 1,
    validFrom: Date.now(),
    ground: 1,
    geo: { shape: 4, lng: 121.47, lat: 31.23, radius: 500 },
  }),
  role,
  roleSF: role,
  smsAccount: (n, deptId) => ({ accountName: `短信${n}`, provider: 2, deptId, signName: '车队卫士', monthCap: 0, state: 1 }),
  smsRule: (n, deptId, { smsTemplateId }) => ({
    ruleName: `规则${n}`,
    deptId,
    types: [1],
    templateId: smsTemplateId,
    state: 1,
    receivers: [1],
    minGap: 10,
    dayCap: 20,
    after: 0,
  }),
  smsTemplate: (n, _deptId, { smsAccountId }) => ({
    templateName: `模板${n}`,
    accountId: smsAccountId,
    kind: 1,
    code: `SMS_${n}`,
    content: '请减速',
  }),
  superior: (n, deptId) => ({
    platName: `上级${n}`,
    standard: 1,
    deptId,
    linkState: 0,
    ip: '10.0.0.1',
    port: 9000,
    userId: '1',
    password: 'secret1',
    accessCode: '1',
    localIp: '10.0.0.2',
    localPort: 20_000 + n,
    heartbeat: 60,
    reconnect: 10,
    encrypt: 0,
    m1: '1',
    ia1: '2',
    ic1: '3',
    coord: 1,
  }),
  terminalModel: (n, deptId) => ({ maker: 'ABCDE', model: `T-${n}`, deptId, utcOffset: 0 }),
  user,
  userSF: user,
  vehicle: (n, deptId) => ({
    carNo: `京F${digits(n, 5)}`,
    plateColor: 2,
    deptId,
    vehicleType: 21,
    industryType: 5,
    runState: 1,
    phone: `1360000${digits(n, 4)}`,
    inspectDue: soon(),
  }),
};

type Ask = (path: string, data: object) => Promise<Reply['body']>;
type View = { readonly of: string; readonly find: (ask: Ask, id: string, values: Values, db: Db) => Promise<string> };
/** How to create a record of a view: the base resource, and its id there. */
export const VIEWS: Readonly<Record<string, View>> = {
  deletedVehicle: {
    of: 'vehicle',
    find: async (ask, id) => {
      await ask('car/delCar', { ids: [id], reason: '转让' });
      return id;
    },
  },
  device: { of: 'vehicle', find: async (ask, _id, { carNo }) => (await ask('device/listDevice', { carNo })).data.list[0].id },
  eduTask: {
    of: 'driver',
    // plans and triggers make them
    find: async (_ask, id, _values, db) => {
      const row = await db.first<{ id: number }>(sql`
        insert into edu_task (department_id, driver_id, title, category, start_on, end_on, required_min, pass_score)
        select department_id, id, '课程', 2, current_date, current_date, 45, 0 from driver where id = ${Number(id)} returning id`);
      return String(row!.id);
    },
  },
  expiry: {
    of: 'vehicle',
    find: async (ask, _id, { carNo }) => (await ask('expiry/listExpiry', { object: carNo })).data.list[0].id,
  },
  fleetVehicle: { of: 'vehicle', find: async (_ask, id) => id },
  riskEvent: {
    of: 'vehicle',
    // the platform alone makes one
    find: async (_ask, id, _values, db) => {
      const row = await db.first<{ id: number }>(sql`
        insert into risk_event (vehicle_id, area_id, area_name, risk_level, day, enter_at, stay_at, alarm_seq)
        values (${Number(id)}, 1, '疫区', 1, current_date, now(), now(), 1) returning id`);
      return String(row!.id);
    },
  },
  smsLog: {
    of: 'vehicle',
    // the platform alone sends one
    find: async (_ask, id, _values, db) => {
      const row = await db.first<{ id: number }>(sql`
        insert into sms_message (department_id, vehicle_id, template_name, kind, mobile, content, params, segments, due_at)
        select department_id, id, '模板', 1, '13800001234', '请减速', '{}', 1, now() from vehicle where id = ${Number(id)} returning id`);
      return String(row!.id);
    },
  },
  superiorLink: { of: 'superior', find: async (_ask, id) => id },
};

/** Calls as a user with a token, in Chinese. */
export const askAs =
  (server: Pick<TestServer, 'call'>, token: string): Ask =>
  async (path, data) =>
    (await server.call('POST', path, data, { authorization: token, cookie: 'language=zh' })).body;
