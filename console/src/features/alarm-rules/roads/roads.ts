import type { RuleCode } from '@fleetwarden/contract/alarm-rules/kinds';

/** Kinds with roads (130113) or warning points (130111). */
export type RoadCode = Extract<RuleCode, '130111' | '130113'>;

export const isOfRoads = (code: RuleCode): code is RoadCode => code === '130111' || code === '130113';
