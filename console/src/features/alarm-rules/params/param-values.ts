import type { RuleLeaf, RuleParam } from '@fleetwarden/contract/alarm-rules/forms';
import { type RuleProblem, rules } from '@fleetwarden/domain/form-rules';

export type Values = Readonly<Record<string, unknown>>;

/** Props that antd's Form.Item passes to its control. */
export type ParamControl = {
  readonly id?: string;
  readonly value?: unknown;
  readonly onChange?: (value: unknown) => void;
  readonly disabled?: boolean;
};

/** Why a value is refused, and its place. */
export type ParamFault = { readonly path: readonly (string | number)[] } & (
  | { readonly key: 'field.required' | 'field.invalid' }
  | { readonly key: 'field.tooFew' | 'rule.min'; readonly params: { readonly min: number } }
  | { readonly key: 'rule.max' | 'field.tooMany' | 'field.tooLong'; readonly params: { readonly max: number } }
  | { readonly key: 'rule.integer'; readonly params: { readonly min: number; readonly max: number } }
  | { readonly key: RuleProblem['key'] }
);

/** Whether rows are identified by their alarm type. */
export const aboutTypes = (params: readonly RuleLeaf[]): boolean => params[0]?.kind === 'type';

/** The default of a parameter in a new scheme or row. */
function defaultValue(param: RuleParam): unknown {
  switch (param.kind) {
    case 'group':
      return initialValues(param.params);
    case 'rows':
      return param.initial ?? (param.min > 0 && !aboutTypes(param.params) ? [initialValues(param.params)] : []);
    case 'choices':
    case 'clocks':
    case 'types':
    case 'vehicles':
      return param.initial ?? [];
    default:
      return param.initial;
  }
}

export const initialValues = (params: readonly RuleParam[]): Values =>
  Object.fromEntries(
    params.map((param) => [param.name, defaultValue(param)] as const).filter(([, value]) => value !== undefined),
  );

const isNothing = (value: unknown) => value === undefined || value === null || value === '';

/** Faults of a parameter; the server checks the same, and more. */
export function findFaults(param: RuleParam, value: unknown): readonly ParamFault[] {
  switch (param.kind) {
    case 'integer':
      return numberFaults(param, value);
    case 'text':
      if (isNothing(value) || String(value).trim() === '') return param.required ? MISSING : [];
      return [...String(value)].length > param.max ? [{ path: [], key: 'field.tooLong', params: { max: param.max } }] : [];
    case 'clock':
      return isNothing(value) ? MISSING : clockFaults(value, []);
    case 'choice':
    case 'day':
    case 'type':
      return isNothing(value) ? MISSING : [];
    case 'choices':
    case 'types':
      return listFaults(value, param.min);
    case 'clocks':
      return [...listFaults(value, param.min, param.max), ...listOf(value).flatMap((each, at) => clockFaults(each, [at]))];
    case 'group':
      return within(param.params, (value ?? {}) as Values, []);
    case 'rows':
      return [
        ...listFaults(value, param.min, param.max),
        ...listOf(value).flatMap((row, at) => within(param.params, row as Values, [at])),
      ];
    default:
      return [];
  }
}

const MISSING: readonly ParamFault[] = [{ path: [], key: 'field.required' }];
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function numberFaults({ min, max }: Extract<RuleParam, { kind: 'integer' }>, value: unknown): readonly ParamFault[] {
  if (isNothing(value)) return MISSING;
  const number = Number(value);
  if (!Number.isInteger(number)) return [{ path: [], key: 'rule.integer', params: { min, max } }];
  if (number < min) return [{ path: [], key: 'rule.min', params: { min } }];
  return number > max ? [{ path: [], key: 'rule.max', params: { max } }] : [];
}

function clockFaults(value: unknown, path: ParamFault['path']): readonly ParamFault[] {
  const problem = rules.clock.check(String(value));
  return problem ? [{ path, key: problem.key }] : [];
}

function listFaults(value: unknown, min: number, max = Number.POSITIVE_INFINITY): readonly ParamFault[] {
  const { length } = listOf(value);
  if (length < min) return [{ path: [], key: 'field.tooFew', params: { min } }];
  return length > max ? [{ path: [], key: 'field.tooMany', params: { max } }] : [];
}

const within = (params: readonly RuleParam[], values: Values, path: ParamFault['path']): ParamFault[] =>
  params.flatMap((param) =>
    findFaults(param, values[param.name]).map((fault) => ({ ...fault, path: [...path, param.name, ...fault.path] })),
  );

/** Values in the format of the call, without empty optional texts. */
export const toParamInput = (params: readonly RuleParam[], values: Values): Values =>
  Object.fromEntries(
    params.flatMap(({ name, kind }) => {
      const value = values[name];
      return isNothing(value) || (kind === 'text' && String(value).trim() === '') ? [] : [[name, value]];
    }),
  );
