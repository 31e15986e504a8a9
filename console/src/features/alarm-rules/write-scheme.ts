import type { RuleCode } from '@fleetwarden/contract/alarm-rules/kinds';
import { alarmRulesCalls } from '@fleetwarden/contract/alarm-rules/routes';
import type { Scheme } from '@fleetwarden/contract/alarm-rules/schemas';
import { call } from '../../api/call.ts';
import { changedTargets, type Filled, sentScheme, type Targets } from './scheme-values.ts';

/** The scheme as it was when it was opened, and what may be done about it. */
type Opened = {
  readonly code: RuleCode;
  /** null: a new one. */
  readonly scheme: Scheme | null;
  readonly begin: Filled;
  readonly mayEdit: boolean;
  readonly mayAssign: boolean;
};

/** Stores what of a scheme is another one: its id. Throws Refusal and NetworkError, untold. */
export async function writeScheme(
  { code, scheme, begin, mayEdit, mayAssign }: Opened,
  filled: Filled,
  known: Targets,
  chosen: Pick<Targets, 'cars' | 'depts'>,
): Promise<string> {
  const sent = sentScheme(code, filled);
  const quiet = { quiet: true } as const;
  if (scheme === null) {
    const added = { addCars: chosen.cars.map(({ carId }) => carId), addDepts: [...chosen.depts] };
    return (await call(alarmRulesCalls.saveScheme, { ...sent, ...added }, quiet)).id;
  }
  const { id, version } = scheme;
  const changed = mayAssign ? changedTargets(known, chosen) : null;
  // first, for it leaves the version as it is
  if (changed) await call(alarmRulesCalls.bindTarget, { schemeType: code, id, ...changed }, quiet);
  const edited = JSON.stringify(sentScheme(code, begin)) !== JSON.stringify(sent);
  if (mayEdit && edited) await call(alarmRulesCalls.saveScheme, { ...sent, id, version }, quiet);
  return id;
}
