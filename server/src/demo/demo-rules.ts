import { RULE_KINDS, type RuleCode } from '@fleetwarden/contract/alarm-rules/kinds';
import { addTargets, insertScheme } from '../modules/alarm-rules/index.ts';
import type { Queryable } from '../platform/db/database.ts';
import type { Actor } from '../platform/resources/resource.ts';

const EVERY_DAY: (1 | 2 | 3 | 4 | 5 | 6 | 7)[] = [1, 2, 3, 4, 5, 6, 7];

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
    params: { content: '凌晨2时至5时禁止行驶，请就近停车休息', industry: [] },
  },
  { kind: '130102', name: '集团限速100', level: 2, params: { rows: [{ limit: 100 }] } },
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
