import { findAlarmType } from '@fleetwarden/domain/alarm-types';
import { describe, expect, it } from 'vitest';
import { allPermissions } from '../permission-tree.ts';
import { RULE_CODES, RULE_KINDS, type RuleCode } from './kinds.ts';
import { RULE_BUTTON, type RuleButton, ruleRight } from './rights.ts';

/** The required parameters of each kind, and the defaults that complete them (screen catalogue 6.1). */
const REQUIRED_PARAMS: Readonly<Record<RuleCode, readonly [given: object, defaults: object]>> = {
  '130101': [
    { types: [{ typeId: 100, level: 3 }] },
    { types: [{ typeId: 100, level: 3, enabled: true, popup: true, minTimes: 1, mergeGap: 60, key: false, reportTo809: false }] },
  ],
  '130102': [
    { rows: [{ limit: 80 }] },
    { nightFactor: 80, tolerance: 0, duration: 10, preDiff: 5, levels: { second: 20, third: 50 }, speedSource: 1, repeat: 300 },
  ],
  '130103': [
    { types: [1], dealType: 5, vNotes: '自动处理' },
    { wait: 5, onlyEnded: true, skipKey: true, levels: [], maxDuration: 0, maxSpeed: 0 },
  ],
  '130104': [
    { content: '请停车休息' },
    {
      banStart: '02:00',
      banEnd: '05:00',
      adviseMinutes: 30,
      minSpeed: 5,
      moving: 3,
      repeat: 15,
      channels: [8],
      industry: [1, 2, 3],
    },
  ],
  '130105': [
    { types: [1], content: '{车牌}' },
    { delay: 0, minGap: 300, maxPerDay: 10, ttsSafe: true, channels: [8] },
  ],
  '130108': [{ types: [{ typeId: 1 }] }, { types: [{ typeId: 1, raiseDelay: 0, endDelay: 10, minTimes: 1 }] }],
  '130109': [
    { subTypes: [77], dealType: 6, vNotes: '自动' },
    { needFile: false, waitFile: 10, wait: 10, excludeLevel3: true },
  ],
  '130110': [
    { content: '安全行车', scheduleType: 2, times: ['08:00'], from: '2026-05-01', to: '2026-05-31' },
    { weekdays: [1, 2, 3, 4, 5, 6, 7], condition: 1, queueOffline: false },
  ],
  '130111': [{}, { kinds: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] }],
  '130112': [
    {},
    {
      dayMax: 240,
      nightMax: 120,
      minRest: 20,
      dailyMax: 480,
      weekMax: 2640,
      preMinutes: 30,
      resetOnDriverChange: true,
      repeat: 30,
    },
  ],
  '130113': [
    {},
    {
      useRoadLimit: true,
      matchDist: 30,
      tolerance: 0,
      duration: 10,
      preDiff: 5,
      motorway: { passenger: 100 },
      national: { freight: 80 },
      provincial: { freight: 70 },
      county: { dangerous: 40 },
      city: { passenger: 50 },
    },
  ],
};

/** Values out of range, or values that contradict each other. */
const REFUSED: readonly (readonly [RuleCode, object])[] = [
  ['130101', { types: [{ typeId: 65, level: 2 }] }],
  ['130101', { types: [{ typeId: 1, level: 4 }] }],
  ['130101', { types: [{ typeId: 1, level: 1, minTimes: 100 }] }],
  ['130101', { types: [{ typeId: 1, level: 1, mergeGap: 3601 }] }],
  ['130102', { rows: [] }],
  ['130102', { rows: [{ limit: 161 }] }],
  ['130102', { rows: [{ limit: 80 }], duration: 0 }],
  ['130102', { rows: [{ limit: 80 }], tolerance: 31 }],
  ['130102', { rows: [{ limit: 80, start: '24:00' }] }],
  ['130102', { rows: [{ limit: 80 }], levels: { second: 50, third: 50 } }],
  ['130103', { types: [1], dealType: 2, vNotes: 'x' }],
  ['130103', { types: [1], dealType: 5 }],
  ['130103', { types: [1], dealType: 1, vNotes: 'x' }],
  ['130109', { subTypes: [77], dealType: 1, vNotes: 'x' }],
  ['130103', { types: [1], dealType: 5, vNotes: 'x', wait: 1441 }],
  [
    '130103',
    {
      types: [1],
      dealType: 5,
      vNotes: 'x',
      segments: [
        { start: '08:00', end: '10:00' },
        { start: '09:00', end: '11:00' },
      ],
    },
  ],
  ['130104', { content: 'x'.repeat(251) }],
  ['130104', { content: 'x', repeat: 4 }],
  ['130105', { types: [1], content: 'x', minGap: 59 }],
  ['130105', { types: [1], content: 'x', channels: [] }],
  ['130105', { types: [1], content: 'x', maxPerDay: 51 }],
  ['130108', { types: [{ typeId: 0 }] }],
  ['130108', { types: [{ typeId: 29 }] }],
  ['130108', { types: [{ typeId: 30 }] }],
  ['130108', { types: [{ typeId: 1, raiseDelay: 601 }] }],
  ['130108', { types: [{ typeId: 1, minTimes: 21 }] }],
  ['130110', { content: 'x', scheduleType: 2, times: [], from: '2026-05-01', to: '2026-05-31' }],
  ['130110', { content: 'x', scheduleType: 2, times: ['08:00'], from: '2026-05-01' }],
  ['130111', { kinds: [11] }],
  ['130112', { dayMax: 29 }],
  ['130112', { minRest: 121 }],
  ['130113', { matchDist: 9 }],
  ['130113', { unheardOf: 1 }],
];

describe('kinds of alarm rules', () => {
  it('match the pages of the catalogue, and their permissions exist', () => {
    expect(RULE_CODES).toEqual(Object.keys(REQUIRED_PARAMS));
    for (const code of RULE_CODES)
      for (const button of Object.keys(RULE_BUTTON) as RuleButton[]) expect(allPermissions).toContain(ruleRight(code, button));
  });

  it.each(RULE_CODES)('%s has the defaults of the catalogue, and its output is valid input', (code) => {
    const [given, defaults] = REQUIRED_PARAMS[code];
    const stored = RULE_KINDS[code].params.parse(given);
    expect(stored).toMatchObject(defaults);
    expect(RULE_KINDS[code].params.parse(stored)).toEqual(stored);
  });

  it.each(REFUSED)('%s refuses %j', (code, given) => expect(RULE_KINDS[code].params.safeParse(given).success).toBe(false));

  it('raise only known alarm types with a rule as source', () => {
    for (const { raises } of Object.values(RULE_KINDS))
      for (const id of raises) expect(findAlarmType(id)?.source.kind).toBe('rule');
  });
});
