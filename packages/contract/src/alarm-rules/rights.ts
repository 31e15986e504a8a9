import type { PermissionCode } from '../call.ts';
import type { RuleCode } from './kinds.ts';

/** Buttons of a kind's page, behind its code. */
export const RULE_BUTTON = {
  view: '01',
  add: '02',
  edit: '03',
  remove: '04',
  export: '06',
  enable: '07',
  assign: '08',
  tryOut: '10',
} as const;
export type RuleButton = keyof typeof RULE_BUTTON;

export const ruleRight = (code: RuleCode, button: RuleButton): PermissionCode =>
  `${code}${RULE_BUTTON[button]}` as PermissionCode;
