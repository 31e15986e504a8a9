import { RULE_KINDS, type RuleCode } from '@fleetwarden/contract/alarm-rules/kinds';
import { addTargets, insertScheme } from '../modules/alarm-rules/index.ts';
import type { Queryable } from '../platform/db/database.ts';
import type { Actor } from '../platform/resources/resource.ts';

const EVERY_DAY: (1 | 2 | 3 | 4 | 5 | 6 | 7)[] = [1, 2, 3, 4, 5, 6, 7];

/** Rows of ALARM_TYPES. */
const SOS = 0;
const OVERSPEED = 1;
const FATIGUE = 2;
export const LANE_DEPARTURE = 67;

type DemoScheme = {
  readonly kind: RuleCode;
  readonly name: string;
  readonly level: 1 | 2 | 3;
  readonly params: object;
};

/** Schemes of the whole group, as its safety department would begin with. */
const SCHEMES: readonly DemoScheme[] = [
  // vehicles that drive at night here carry goods
  {
    kind: '130104',
    name: '凌晨2时至5时禁行',
    level: 2,
    params: { content: '凌晨2时至5时禁止行驶，请就近停车休息', industry: [], repeat: 120 },
  },
  { kind: '130102', name: '集团限速100', level: 2, params: { rows: [{ limit: 100 }] } },
  {
    kind: '130101',
    name: '紧急报警立即弹窗',
    level: 3,
    params: { types: [{ typeId: SOS, level: 3, key: true, sla: 5 }] },
  },
  {
    kind: '130103',
    name: '轻微超速自动归档',
    level: 1,
    params: { types: [OVERSPEED], levels: [1], maxDuration: 60, wait: 30, dealType: 6, vNotes: '短时超速，自动归档' },
  },
  {
    kind: '130105',
    name: '疲劳驾驶自动提醒',
    level: 2,
    params: { types: [FATIGUE], content: '您已疲劳驾驶，请尽快停车休息', minGap: 3600, maxPerDay: 3 },
  },
  { kind: '130108', name: '超速持续10秒再报警', level: 1, params: { types: [{ typeId: OVERSPEED, raiseDelay: 10 }] } },
  {
    kind: '130109',
    name: '车道偏离自动归档',
    level: 1,
    params: { subTypes: [LANE_DEPARTURE], levels: [2], maxSpeed: 80, wait: 60, dealType: 6, vNotes: '车道偏离提示，自动归档' },
  },
  {
    kind: '130110',
    name: '出车前安全提醒',
    level: 1,
    params: {
      content: '出车前请检查轮胎、制动和灯光，系好安全带',
      scheduleType: 2,
      from: '2026-01-01',
      to: '2035-12-31',
      condition: 2,
      times: ['06:00'],
      weekdays: EVERY_DAY,
    },
  },
  { kind: '130111', name: '急弯陡坡提示', level: 1, params: {} },
  // trucks with two drivers are on the road all day
  {
    kind: '130112',
    name: '连续驾驶4小时',
    level: 2,
    params: { nightMax: 240, dailyMax: 1_440, weekMax: 10_080, repeat: 120 },
  },
  { kind: '130113', name: '道路等级限速', level: 1, params: { tolerance: 10 } },
];

/** Enters the rules a demo's vehicles are judged by, for all of its vehicles. */
export async function enterDemoRules(tx: Queryable, by: Actor, timeZone: string): Promise<void> {
  // without its first account the demo has no author for rules
  if (by.accountId === null) return;
  for (const { kind, name, level, params } of SCHEMES) {
    const values = {
      departmentId: by.departmentId,
      schemeName: name,
      enabled: true,
      validFrom: null,
      validTo: null,
      level,
      remark: '',
      weekdays: EVERY_DAY,
      segments: [],
      actions: { popup: true, sound: true },
      priority: 50,
      params: RULE_KINDS[kind].params.parse(params),
    };
    const { id } = await insertScheme(tx, kind, values, { accountId: by.accountId, timeZone });
    await addTargets(tx, id, { vehicleIds: [], departmentIds: [by.departmentId] });
  }
}
