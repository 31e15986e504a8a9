import type { RuleCode } from '@fleetwarden/contract/alarm-rules/kinds';
import { RULE_BUTTON, type RuleButton, ruleRight } from '@fleetwarden/contract/alarm-rules/rights';
import { useMemo } from 'react';
import { useSession } from '../../api/session.ts';

export type RuleRights = Readonly<Record<RuleButton, boolean>>;

/** Permissions of the user on the page of a kind. */
export function useRuleRights(code: RuleCode): RuleRights {
  const rights = useSession((session) => session.rights);
  return useMemo(
    () =>
      Object.fromEntries(
        Object.keys(RULE_BUTTON).map((button) => [button, rights?.includes(ruleRight(code, button as RuleButton)) ?? false]),
      ) as RuleRights,
    [code, rights],
  );
}
