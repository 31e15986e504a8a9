import { baseParams, ruleForms } from 'virtual:rule-forms';
import type { RuleCode } from '@fleetwarden/contract/alarm-rules/kinds';
import type { alarmRulesCalls as table } from '@fleetwarden/contract/alarm-rules/routes';
import { alarmRulesCalls } from '@fleetwarden/contract/alarm-rules/routes';
import type { EffectRow, LogRow, Scheme, TargetRow } from '@fleetwarden/contract/alarm-rules/schemas';
import type { CallInput } from '@fleetwarden/contract/call';
import { callPaged } from '../../api/call-paged.ts';
import { loadList } from '../../api/load-list.ts';
import type { PickedVehicle } from '../../shared/vehicle-candidates.ts';
import { initialValues, sentParams, type Values } from './params/param-values.ts';

type SchemeInput = CallInput<(typeof table)['saveScheme']>;
export type TryInput = CallInput<(typeof table)['tryScheme']>;

/** A scheme as its form has it: what `baseParams` names stands beside the rest. */
export type Filled = Values & {
  readonly schemeName?: string;
  readonly deptId?: string;
  readonly enabled?: boolean;
  readonly validFrom?: string | null;
  readonly validTo?: string | null;
  readonly remark?: string;
  readonly params?: Values;
  readonly cars?: readonly PickedVehicle[];
  readonly depts?: readonly string[];
};

/** Departments (with all below them) and vehicles a scheme is for; `names` of those departments. */
export type Targets = {
  readonly cars: readonly PickedVehicle[];
  readonly depts: readonly string[];
  readonly names: ReadonlyMap<string, string>;
};
export const NO_TARGETS: Targets = { cars: [], depts: [], names: new Map() };

/** What a new scheme begins with. */
export const newScheme = (code: RuleCode, deptId: string | undefined): Filled => ({
  ...initialValues(baseParams),
  ...(deptId === undefined ? {} : { deptId }),
  enabled: true,
  params: initialValues(ruleForms[code].params),
});

/** What the form of a scheme begins with; what an older release did not know of has its default. */
export function filledOf(code: RuleCode, scheme: Scheme): Filled {
  const base = Object.fromEntries(baseParams.map(({ name }) => [name, scheme[name as keyof Scheme]]));
  const { schemeName, deptId, enabled, validFrom, validTo, remark, params } = scheme;
  const own = { ...initialValues(ruleForms[code].params), ...params };
  return { ...base, schemeName, deptId, enabled, validFrom, validTo, remark, params: own };
}

/** A scheme as it is sent; targets are not part of it. */
export function sentScheme(code: RuleCode, filled: Filled): SchemeInput {
  const { schemeName = '', deptId = '', enabled = true, validFrom, validTo, remark, params = {} } = filled;
  return {
    ...sentParams(baseParams, filled),
    schemeType: code,
    schemeName: schemeName.trim(),
    deptId,
    enabled,
    remark: remark ?? '',
    validFrom: validFrom ?? null,
    validTo: validTo ?? null,
    params: sentParams(ruleForms[code].params, params),
  };
}

/** What of a form a dry run is about. */
export function triedScheme(code: RuleCode, { level, weekdays, segments, params = {} }: Filled): Partial<TryInput> {
  const rules = sentParams(ruleForms[code].params, params);
  return { schemeType: code, level, weekdays, segments, params: rules } as Partial<TryInput>;
}

/** One scheme; null where there is none of the id any more. */
export async function loadScheme(code: RuleCode, id: string, signal: AbortSignal): Promise<Scheme | null> {
  const options = { signal, quiet: true, pageModel: { page: 1, limit: 1 } } as const;
  const { list } = await callPaged(alarmRulesCalls.warnSchemeListYL, { schemeType: code, ids: [id] }, options);
  return list[0] ?? null;
}

/** What a scheme is for, or who changed it, or what it had sent: as the call was asked. */
export type DetailRow = TargetRow | LogRow | EffectRow;
export const loadDetails = loadList(alarmRulesCalls.warnSchemeDetailsListYL);

/** Targets of one call: the server's limit. */
const LISTED = 500;
const DEPARTMENT = 1;

/** Everything a scheme is for that the caller may see. */
export async function loadTargets(code: RuleCode, id: string, signal: AbortSignal): Promise<Targets> {
  const cars: PickedVehicle[] = [];
  const depts = new Map<string, string>();
  for (let page = 1; ; page++) {
    const options = { signal, quiet: true, pageModel: { page, limit: LISTED } } as const;
    const { list, total } = await loadDetails({ schemeType: code, id, what: 'targets' }, options);
    for (const row of list) {
      if (!('targetId' in row)) continue;
      const { kind, targetId, name, color } = row;
      if (kind === DEPARTMENT) depts.set(targetId, name);
      else cars.push({ ltId: `v${targetId}`, carId: targetId, carNo: name, color });
    }
    if (list.length === 0 || cars.length + depts.size >= total) return { cars, depts: [...depts.keys()], names: depts };
  }
}

/** What comes and goes when what a scheme is for becomes something else; null: nothing. */
export function changedTargets(before: Targets, after: Pick<Targets, 'cars' | 'depts'>) {
  const carsOf = ({ cars }: Pick<Targets, 'cars'>) => cars.map(({ carId }) => carId);
  const without = (all: readonly string[], others: readonly string[]) => {
    const known = new Set(others);
    return all.filter((each) => !known.has(each));
  };
  const change = {
    addCars: without(carsOf(after), carsOf(before)),
    removeCars: without(carsOf(before), carsOf(after)),
    addDepts: without(after.depts, before.depts),
    removeDepts: without(before.depts, after.depts),
  };
  return Object.values(change).some((each) => each.length > 0) ? change : null;
}
