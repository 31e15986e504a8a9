import { baseParams, ruleForms } from 'virtual:rule-forms';
import type { RuleCode } from '@fleetwarden/contract/alarm-rules/kinds';
import type { alarmRulesCalls as table } from '@fleetwarden/contract/alarm-rules/routes';
import { alarmRulesCalls } from '@fleetwarden/contract/alarm-rules/routes';
import type { EffectRow, LogRow, Scheme, TargetRow } from '@fleetwarden/contract/alarm-rules/schemas';
import type { CallInput } from '@fleetwarden/contract/call';
import { callPaged } from '../../api/call-paged.ts';
import { loadList } from '../../api/load-list.ts';
import type { PickedVehicle } from '../../shared/vehicle-candidates.ts';
import { initialValues, toParamInput, type Values } from './params/param-values.ts';

type SchemeInput = CallInput<(typeof table)['saveScheme']>;
export type TryInput = CallInput<(typeof table)['tryScheme']>;

/** A scheme as form values: parameters of `baseParams` are at the top level. */
export type SchemeValues = Values & {
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

/** Targets of a scheme: departments with subordinates, and vehicles. `names`: of the departments. */
export type Targets = {
  readonly cars: readonly PickedVehicle[];
  readonly depts: readonly string[];
  readonly names: ReadonlyMap<string, string>;
};
export const NO_TARGETS: Targets = { cars: [], depts: [], names: new Map() };

/** Initial values of a new scheme. */
export const newScheme = (code: RuleCode, deptId: string | undefined): SchemeValues => ({
  ...initialValues(baseParams),
  ...(deptId === undefined ? {} : { deptId }),
  enabled: true,
  params: initialValues(ruleForms[code].params),
});

/** Form values of a stored scheme. Parameters that an older release did not store have their defaults. */
export function toSchemeValues(code: RuleCode, scheme: Scheme): SchemeValues {
  const base = Object.fromEntries(baseParams.map(({ name }) => [name, scheme[name as keyof Scheme]]));
  const { schemeName, deptId, enabled, validFrom, validTo, remark, params } = scheme;
  const own = { ...initialValues(ruleForms[code].params), ...params };
  return { ...base, schemeName, deptId, enabled, validFrom, validTo, remark, params: own };
}

/** A scheme in the format of the call, without targets. */
export function toSchemeInput(code: RuleCode, filled: SchemeValues): SchemeInput {
  const { schemeName = '', deptId = '', enabled = true, validFrom, validTo, remark, params = {} } = filled;
  return {
    ...toParamInput(baseParams, filled),
    schemeType: code,
    schemeName: schemeName.trim(),
    deptId,
    enabled,
    remark: remark ?? '',
    validFrom: validFrom ?? null,
    validTo: validTo ?? null,
    params: toParamInput(ruleForms[code].params, params),
  };
}

/** The part of a form that a dry run needs. */
export function toTryInput(code: RuleCode, { level, weekdays, segments, params = {} }: SchemeValues): Partial<TryInput> {
  const rules = toParamInput(ruleForms[code].params, params);
  return { schemeType: code, level, weekdays, segments, params: rules } as Partial<TryInput>;
}

/** Loads a scheme; null if it no longer exists. */
export async function loadScheme(code: RuleCode, id: string, signal: AbortSignal): Promise<Scheme | null> {
  const options = { signal, quiet: true, pageModel: { page: 1, limit: 1 } } as const;
  const { list } = await callPaged(alarmRulesCalls.warnSchemeListYL, { schemeType: code, ids: [id] }, options);
  return list[0] ?? null;
}

/** A row of details: target, change, or sent text. */
export type DetailRow = TargetRow | LogRow | EffectRow;
export const loadDetails = loadList(alarmRulesCalls.warnSchemeDetailsListYL);

/** Targets per call: the server's limit. */
const LISTED = 500;
const DEPARTMENT = 1;

/** Loads all targets of a scheme that the caller may see. */
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

/** Targets to add and to remove; null: no change. */
export function diffTargets(before: Targets, after: Pick<Targets, 'cars' | 'depts'>) {
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
