import {
  addPairs,
  bindCompanies,
  FORWARD_VEHICLES,
  OPERATOR_VEHICLES,
  type Platforms,
  SUPERIOR_VEHICLES,
} from '../modules/platforms/index.ts';
import type { Quotas } from '../modules/quotas/index.ts';
import { type Queryable, sql } from '../platform/db/database.ts';
import type { Actor, ResourceStore } from '../platform/resources/resource.ts';
import { departmentIds, enter, type Values } from './entry.ts';
import { COMPANIES } from './fleets.ts';

const [NORTH, EAST, SOUTH, CENTRAL, WEST] = COMPANIES;

const AGENTS: readonly Values[] = [
  {
    agentName: '华东联运代理',
    agentCode: 'HD01',
    level: 1,
    state: 1,
    contact: '周敏',
    tel: '10080000001',
    validFrom: '2025-01-01',
    validTo: '2027-12-31',
    settle: 2,
    rate: 12.5,
  },
  {
    agentName: '粤港物流代理',
    agentCode: 'HN01',
    level: 1,
    state: 1,
    contact: '黄伟强',
    tel: '10080000005',
    validFrom: '2025-07-01',
    validTo: '2028-06-30',
    settle: 1,
    rate: 10,
  },
  { agentName: '江浙服务代理', agentCode: 'HD0101', level: 2, state: 1, contact: '陈立新', tel: '10080000002', settle: 1 },
];

const OPERATORS: readonly Values[] = [
  {
    operatorName: '示范北斗运营服务',
    kind: 1,
    code: 'BD_DEMO',
    recordNo: 'BDYY-0001',
    state: 1,
    contact: '刘洋',
    tel: '10080000003',
  },
  {
    operatorName: '示范卫星位置服务',
    kind: 1,
    code: 'BD_DEMO2',
    recordNo: 'BDYY-0002',
    state: 0,
    contact: '罗春生',
    tel: '10080000006',
  },
  { operatorName: '示范移动通信', kind: 2, code: 'SIM_DEMO', state: 1, contact: '何静', tel: '10080000004' },
];

/** Hosts of a domain that leads nowhere (RFC 2606). */
const SUPERIORS: readonly Values[] = [
  {
    platName: '省级道路运输监管平台',
    standard: 1,
    platType: 2,
    ip: 'province.example',
    port: 9809,
    userId: '31001',
    accessCode: '310001',
    localPort: 9810,
    supplement: true,
    supplementHours: 24,
  },
  {
    platName: '市级重点车辆监管平台',
    standard: 0,
    platType: 3,
    ip: 'city.example',
    port: 9809,
    userId: '31002',
    accessCode: '310002',
    localPort: 9811,
    encrypt: 1,
    encryptKey: '20260101',
  },
  {
    // a platform without complete settings, for the monitoring page
    platName: '危险货物运输监测平台',
    standard: 1,
    platType: 2,
    ip: 'hazmat.example',
    port: 9809,
    userId: '31003',
    accessCode: '310003',
    localPort: 9812,
    versionFlag: null,
    sendStatic: false,
  },
].map((own) => ({
  linkState: 0,
  localIp: '192.0.2.10',
  versionFlag: '1.0.0',
  password: 'demo_809',
  heartbeat: 60,
  reconnect: 10,
  encrypt: 0,
  m1: '10000000',
  ia1: '20000000',
  ic1: '30000000',
  coord: 1,
  sendPosition: true,
  realInterval: 30,
  alarmTypes: [1, 2],
  sendSafety: false,
  sendDriver: true,
  sendWaybill: false,
  sendVideo: false,
  sendStatic: true,
  supplement: false,
  industries: [],
  autoCheckReply: false,
  ...own,
}));

const FORWARDS: readonly Values[] = [
  { platName: '集团数据中心', kind: 1, host: 'data.example', port: 8808, format: 1, filter: 3 },
  {
    platName: '货主可视平台',
    kind: 3,
    host: 'shipper.example',
    port: 8443,
    url: 'https://shipper.example/push',
    format: 2,
    filter: 3,
  },
  { platName: '保险风控平台', kind: 4, host: 'insurance.example', port: 8883, topic: 'fleet/position', format: 2, filter: 3 },
].map((own) => ({ state: 0, content: [0, 1], departments: [], coord: 1, minInterval: 30, retry: 3, bufferHours: 24, ...own }));

/** Usage of the companies' quotas, and whether a quota is enforced. */
const QUOTAS = [
  { company: NORTH, vehicles: 0.6, overPolicy: 1 },
  { company: EAST, vehicles: 0.86, overPolicy: 1 },
  { company: SOUTH, vehicles: 0.72, overPolicy: 1 },
  { company: WEST, vehicles: 1, overPolicy: 2 },
] as const;
const TOTAL = { vehicles: 100_000, users: 1_000 } as const;
const USERS = 20;

type Options = {
  readonly platforms: Platforms;
  readonly quotas: Quotas;
  /** Ids of a department and everything below it. */
  readonly below: (departmentId: number) => Promise<ReadonlySet<number>>;
};

/** Enters the demo's agents, operators, platforms with their vehicles, and quotas. */
export async function enterDemoPlatforms(tx: Queryable, by: Actor, { platforms, quotas, below }: Options): Promise<void> {
  const rootDepartmentId = by.departmentId;
  const idOf = await departmentIds(tx, rootDepartmentId);
  const add = (store: ResourceStore, rows: readonly Values[]) => enter(tx, store, rows, by);
  const scope = await below(rootDepartmentId);
  const bind = async (pairs: typeof SUPERIOR_VEHICLES, id: number, company: string) => {
    const departmentId = idOf.get(company);
    if (departmentId === undefined) return;
    await addPairs(tx, pairs, id, { vehicleIds: [], departmentIds: [...(await below(departmentId))] }, scope);
  };

  const [topAgent, service] = await add(platforms.agents, AGENTS.slice(0, 2));
  await add(
    platforms.agents,
    AGENTS.slice(2).map((row) => ({ ...row, parentId: topAgent })),
  );
  const [east, south] = [idOf.get(EAST), idOf.get(SOUTH)];
  if (east !== undefined) await bindCompanies(tx, topAgent!, [east], scope);
  if (south !== undefined) await bindCompanies(tx, service!, [south], scope);
  const [beidou, , mobile] = await add(platforms.operators, OPERATORS);
  const [province, city] = await add(platforms.superiors, SUPERIORS);
  const [centre, , insurer] = await add(platforms.forwards, FORWARDS);
  await bind(OPERATOR_VEHICLES, beidou!, NORTH);
  await bind(OPERATOR_VEHICLES, mobile!, EAST);
  await bind(SUPERIOR_VEHICLES, province!, NORTH);
  await bind(SUPERIOR_VEHICLES, city!, SOUTH);
  await bind(FORWARD_VEHICLES, centre!, CENTRAL);
  await bind(FORWARD_VEHICLES, insurer!, WEST);
  await enterQuotas(tx, { platforms, quotas, below, rootDepartmentId, idOf, by });
}

async function enterQuotas(
  tx: Queryable,
  options: Options & {
    readonly rootDepartmentId: number;
    readonly idOf: ReadonlyMap<string, number>;
    readonly by: Actor;
  },
): Promise<void> {
  const { quotas, below, rootDepartmentId, idOf, by } = options;
  const save = (departmentId: number, vehicles: number, users: number, overPolicy: 1 | 2) =>
    quotas.save(tx, { departmentId, version: 0, limits: { ...UNLIMITED, vehicles, users, overPolicy } }, by);
  const wanted = [];
  for (const { company, vehicles, overPolicy } of QUOTAS) {
    const departmentId = idOf.get(company ?? '');
    if (departmentId === undefined) continue;
    const row = await tx.first<{ count: number }>(sql`
      select count(*) as count from vehicle where deleted_at is null and department_id = any(${[...(await below(departmentId))]})`);
    wanted.push({ departmentId, limit: Math.max(1, Math.floor(row!.count / vehicles)), overPolicy });
  }
  // a demo with more vehicles than a quota can count has none
  if (wanted.reduce((sum, { limit }) => sum + limit, 0) > TOTAL.vehicles) return;
  await save(rootDepartmentId, TOTAL.vehicles, TOTAL.users, 1);
  for (const { departmentId, limit, overPolicy } of wanted) await save(departmentId, limit, USERS, overPolicy);
}

const UNLIMITED = {
  videoStreams: null,
  videoTrafficGB: null,
  smsCount: null,
  storageGB: null,
  forwards: null,
  validTo: null,
} as const;
