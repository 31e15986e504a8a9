import type { RepairAction } from '@fleetwarden/contract/repairs/repair-moves';
import { HOUR_MS } from '@fleetwarden/domain/durations';
import type { Expiry } from '../modules/expiry/index.ts';
import type { Fleet } from '../modules/fleet/index.ts';
import type { Installs } from '../modules/installations/index.ts';
import type { Repair } from '../modules/repairs/index.ts';
import type { Queryable } from '../platform/db/database.ts';
import type { Actor } from '../platform/resources/resource.ts';
import { departmentIds, enter, type Values } from './entry.ts';

const ENABLED = 1;

/** EXPIRY_KIND of the initial rules: licence, qualification, inspection, compulsory insurance, service. */
const RULED = [11, 12, 3, 4, 1];

/** A transition of a repair: `agoH`, hours before now. */
type Step = readonly [action: RepairAction, agoH: number, values?: Values];

/** `planH`: hours from the making of the demo. `kind`, `fault` and `source` as REPAIR_KIND, REPAIR_FAULT and REPAIR_SOURCE. */
const REPAIRS: readonly (Values & { readonly planH: number; readonly steps: readonly Step[] })[] = [
  {
    kind: 2,
    fault: 3,
    description: '2 号摄像头无画面，重启终端无效',
    source: 1,
    reporter: '监控员',
    planH: 20,
    steps: [['dispatch', 3, { worker: '李志强', workerTel: '10080010004' }]],
  },
  {
    kind: 1,
    fault: 1,
    description: '终端持续离线，怀疑电源接触不良',
    source: 2,
    reporter: '安全员',
    planH: -5,
    steps: [],
  },
  {
    kind: 3,
    fault: 4,
    description: '疲劳驾驶误报频繁，需重新标定摄像头角度',
    source: 3,
    reporter: '王建国',
    planH: 4,
    steps: [
      ['dispatch', 26, { worker: '周俊杰' }],
      ['start', 2],
    ],
  },
  {
    kind: 1,
    fault: 2,
    description: '车辆行驶中长时间不定位',
    source: 1,
    reporter: '监控员',
    planH: -30,
    steps: [
      ['dispatch', 40, { worker: '张伟' }],
      ['start', 31],
      ['finish', 28, { result: 2, parts: '北斗天线 BD-A12 → BD-A15，180 元', cost: 230 }],
    ],
  },
  {
    kind: 4,
    fault: 1,
    description: '物联网卡欠费停机，终端无法上线',
    source: 2,
    reporter: '吴晓燕',
    planH: -90,
    steps: [
      ['dispatch', 100, { worker: '李志强' }],
      ['start', 92],
      ['finish', 91, { result: 1, cost: 0 }],
      ['accept', 88, { score: 5 }],
    ],
  },
  {
    kind: 5,
    fault: 6,
    description: '油量传感器读数跳动',
    source: 3,
    reporter: '刘春生',
    planH: -70,
    steps: [['cancel', 76]],
  },
];

/** Terminals that are to be fitted, as INSTALL_KIND, `planH` hours from now. */
const INSTALLS = [
  { carNo: '京AK9001', fleet: '北京城配车队', kind: 1, planH: 24, place: '大兴车场 2 号检修位', installer: '李志强' },
  { carNo: '沪BT9002', fleet: '上海冷链车队', kind: 1, planH: 30, place: '嘉定冷链中心', installer: '张伟' },
  { carNo: '粤AW9003', fleet: '广州班线车队', kind: 2, planH: 48, place: '白云客运站维修间', installer: '周俊杰' },
  { carNo: '川AP9004', fleet: '成都班线车队', kind: 1, planH: 72, place: '青白江停车场', installer: '王宇' },
] as const;

export type DemoMaintenance = {
  readonly fleet: Pick<Fleet, 'vehicles'>;
  readonly rules: Expiry['rules'];
  readonly repairs: Pick<Repair, 'store' | 'move'>;
  readonly installs: Installs['store'];
  readonly below: (departmentId: number) => Promise<ReadonlySet<number>>;
  /** Epoch ms. */
  readonly now: number;
};

/** Enters rules of reminders, repairs on their way and installations that are planned; after the vehicles. */
export async function enterDemoMaintenance(tx: Queryable, by: Actor, options: DemoMaintenance): Promise<void> {
  const { rules, installs, now } = options;
  await enter(
    tx,
    rules,
    RULED.map((kind) => ({ kind, leadDays: '30,15,7', repeatDays: 7, state: ENABLED })),
    by,
  );
  await enterRepairs(tx, by, options);
  const idOf = await departmentIds(tx, by.departmentId);
  const planned = INSTALLS.map(({ fleet, planH, ...row }, at) => ({
    ...row,
    plateColor: 2,
    deptId: idOf.get(fleet) ?? by.departmentId,
    planAt: now + planH * HOUR_MS,
    terminalModel: 'FW-V9',
    terminalNo: `FWNEW000${at}`,
    phone: `1000980000${at}`,
    maker: 'FWSIM',
    installerTel: `1008002000${at}`,
    company: '示范北斗运营服务',
    features: [0, 1, 2],
  }));
  await enter(tx, installs, planned, by);
}

/** One repair per vehicle, for the first vehicles. */
async function enterRepairs(tx: Queryable, by: Actor, { fleet, repairs, below, now }: DemoMaintenance): Promise<void> {
  const scope = await below(by.departmentId);
  const first = { limit: REPAIRS.length, offset: 0 };
  const { rows } = await fleet.vehicles.reader.list(tx, { sort: 'createdAt', order: 'asc' }, scope, first);
  const wanted = REPAIRS.slice(0, rows.length);
  const ids = await enter(
    tx,
    repairs.store,
    wanted.map(({ planH, steps: _steps, ...row }, at) => ({
      ...row,
      vehicleId: rows[at]!.id,
      planAt: now + planH * HOUR_MS,
    })),
    by,
  );
  for (const [at, { steps }] of wanted.entries())
    for (const [action, agoH, values = {}] of steps)
      await repairs.move(tx, ids[at]!, { action, values }, by, now - agoH * HOUR_MS);
}
