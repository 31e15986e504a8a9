import { listRuleParams, type RuleParam } from '@fleetwarden/contract/alarm-rules/forms';
import { RULE_KINDS, type RuleCode } from '@fleetwarden/contract/alarm-rules/kinds';
import { findAlarmType } from '@fleetwarden/domain/alarm-types';
import { type EnumerationType, enumerationRow } from '@fleetwarden/domain/enumerations';

/** Returns the text of a key in the reader's language. */
type Say = (key: string) => string;
type Values = Readonly<Record<string, unknown>>;

/** Writes the parameters of schemes of a kind: `Limits: (Road grade: Motorway, Limit: 80 km/h); Duration: 10 s`. */
export function paramWords(code: RuleCode, say: Say): (params: Values) => string {
  const form = listRuleParams(RULE_KINDS[code].params);
  return (params) => named(form, params, say, '; ');
}

function named(params: readonly RuleParam[], values: Values, say: Say, between: string): string {
  return params
    .filter(({ name }) => !isNothing(values[name]))
    .map((param) => `${say(`warnScheme.param_${param.name}`)}: ${worded(param, values[param.name], say)}`)
    .join(between);
}

/** Absent values and empty lists are not shown. */
const isNothing = (value: unknown) => value === undefined || value === null || (Array.isArray(value) && value.length === 0);

function worded(param: RuleParam, value: unknown, say: Say): string {
  switch (param.kind) {
    case 'rows':
      return (value as Values[]).map((row) => `(${named(param.params, row, say, ', ')})`).join(', ');
    case 'group':
      return `(${named(param.params, value as Values, say, ', ')})`;
    case 'integer':
      return param.unit ? `${value} ${param.unit}` : String(value);
    case 'flag':
      return say(value ? 'warnScheme.yes' : 'warnScheme.no');
    case 'choice':
      return chosen(param.of, value, say);
    case 'choices':
      return (value as unknown[]).map((each) => chosen(param.of, each, say)).join(', ');
    case 'type':
      return typeName(value, say);
    case 'types':
      return (value as unknown[]).map((each) => typeName(each, say)).join(', ');
    // only the count: the ids mean nothing to users
    case 'vehicles':
      return String((value as unknown[]).length);
    case 'clocks':
      return (value as string[]).join(', ');
    case 'text':
    case 'clock':
    case 'day':
      return String(value);
  }
}

function chosen(of: EnumerationType, value: unknown, say: Say): string {
  const row = enumerationRow(of, value as number);
  return row?.key ? say(row.key) : String(value);
}

function typeName(value: unknown, say: Say): string {
  const type = findAlarmType(Number(value));
  return type ? say(`alarm.${type.key}`) : String(value);
}
