import type { RuleCode } from '@fleetwarden/contract/alarm-rules/kinds';
import { alarmRulesCalls } from '@fleetwarden/contract/alarm-rules/routes';
import type { Scheme } from '@fleetwarden/contract/alarm-rules/schemas';
import { call } from '../../api/call.ts';
import { diffTargets, type SchemeValues, type Targets, toSchemeInput } from './scheme-values.ts';

/** An opened scheme, and the user's permissions on it. */
type OpenedScheme = {
  readonly code: RuleCode;
  /** null: a new scheme. */
  readonly scheme: Scheme | null;
  readonly begin: SchemeValues;
  readonly mayEdit: boolean;
  readonly mayAssign: boolean;
};

/** Stores the changes of a scheme and returns its ID. Throws Refusal and NetworkError without showing them. */
export async function writeScheme(
  { code, scheme, begin, mayEdit, mayAssign }: OpenedScheme,
  filled: SchemeValues,
  known: Targets,
  chosen: Pick<Targets, 'cars' | 'depts'>,
): Promise<string> {
  const sent = toSchemeInput(code, filled);
  const quiet = { quiet: true } as const;
  if (scheme === null) {
    const added = { addCars: chosen.cars.map(({ carId }) => carId), addDepts: [...chosen.depts] };
    return (await call(alarmRulesCalls.saveScheme, { ...sent, ...added }, quiet)).id;
  }
  const { id, version } = scheme;
  const changed = mayAssign ? diffTargets(known, chosen) : null;
  // first, because it does not change the version
  if (changed) await call(alarmRulesCalls.bindTarget, { schemeType: code, id, ...changed }, quiet);
  const edited = JSON.stringify(toSchemeInput(code, begin)) !== JSON.stringify(sent);
  if (mayEdit && edited) await call(alarmRulesCalls.saveScheme, { ...sent, id, version }, quiet);
  return id;
}
