import type { EnumerationType } from '@fleetwarden/domain/enumerations';
import { z } from 'zod';
import { canTry, RULE_CODES, RULE_KINDS, type RuleCode } from './kinds.ts';

/** Which alarm types a choice offers: active-safety alarms, or alarms that may be delayed. */
export type AmongTypes = 'safety' | 'delayed';

/** `initial`: value in the form of a new scheme; undefined: empty. */
type Named = { readonly name: string; readonly required: boolean; readonly initial?: unknown };
type LeafControl =
  | { readonly kind: 'integer'; readonly min: number; readonly max: number; readonly unit?: string }
  | { readonly kind: 'text'; readonly max: number }
  | { readonly kind: 'flag' | 'clock' | 'day' | 'vehicles' }
  | { readonly kind: 'choice'; readonly of: EnumerationType }
  | { readonly kind: 'choices'; readonly of: EnumerationType; readonly min: number }
  | { readonly kind: 'clocks'; readonly min: number; readonly max: number }
  | { readonly kind: 'type'; readonly among?: AmongTypes }
  | { readonly kind: 'types'; readonly among?: AmongTypes; readonly min: number };
type Control =
  | LeafControl
  | { readonly kind: 'group'; readonly params: readonly RuleLeaf[] }
  | { readonly kind: 'rows'; readonly params: readonly RuleLeaf[]; readonly min: number; readonly max: number };

/** The control of one value. */
export type RuleLeaf = Named & LeafControl;
/** The control of one parameter: a value, a group of values, or rows of them. */
export type RuleParam = Named & Control;

/** A kind of schemes as its page draws it. */
export type RuleForm = { readonly params: readonly RuleParam[]; readonly tries: boolean };

/** The parts of a JSON Schema that choose the control (z.toJSONSchema with `meta`). */
type Json = {
  readonly type?: string;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: Json;
  readonly properties?: Readonly<Record<string, Json>>;
  readonly required?: readonly string[];
  readonly unit?: string;
  readonly of?: EnumerationType;
  readonly control?: 'clock' | 'day' | 'alarmType' | 'vehicles';
  readonly among?: AmongTypes;
};

/** The parameters of an object's schema, in its order. Throws on a type without a control. */
export const listRuleParams = (schema: z.ZodObject): RuleParam[] => readParams(z.toJSONSchema(schema, { io: 'input' }) as Json);

const readParams = (json: Json): RuleParam[] => named(json, chooseControl);
/** Within groups and rows there are no further ones. */
const readLeaves = (json: Json): RuleLeaf[] => named(json, readLeaf);

function named<C>({ properties = {}, required = [] }: Json, control: (name: string, json: Json) => C): (Named & C)[] {
  return Object.entries(properties).map(([name, json]) => ({
    name,
    required: required.includes(name),
    ...(json.default === undefined || json.type === 'object' ? {} : { initial: json.default }),
    ...control(name, json),
  }));
}

function chooseControl(name: string, json: Json): Control {
  const { type, items, minItems: min = 0, maxItems: max } = json;
  if (type === 'object') return { kind: 'group', params: readLeaves(json) };
  if (items?.type === 'object' && max !== undefined) return { kind: 'rows', params: readLeaves(items), min, max };
  return readLeaf(name, json);
}

function readLeaf(name: string, json: Json): LeafControl {
  const { type, control, of, unit, minimum: min, maximum: max, maxLength } = json;
  if (control === 'alarmType') return { kind: 'type', ...pickAmong(json) };
  if (control) return { kind: control };
  if (of) return { kind: 'choice', of };
  if (type === 'array') return readRows(name, json);
  if (type === 'boolean') return { kind: 'flag' };
  if (type === 'string' && maxLength !== undefined) return { kind: 'text', max: maxLength };
  if (type === 'integer' && min !== undefined && max !== undefined)
    return { kind: 'integer', min, max, ...(unit ? { unit } : {}) };
  throw new Error(`parameter ${name} has no input: ${JSON.stringify(json)}`);
}

function readRows(name: string, json: Json): LeafControl {
  const { items = {}, minItems: min = 0, maxItems: max } = json;
  if (items.control === 'alarmType') return { kind: 'types', min, ...pickAmong(json) };
  if (items.of) return { kind: 'choices', of: items.of, min };
  if (items.control === 'clock' && max !== undefined) return { kind: 'clocks', min, max };
  throw new Error(`list ${name} has no input: ${JSON.stringify(items)}`);
}

const pickAmong = ({ among }: Json) => (among ? { among } : {});

/** The forms of all kinds. */
export function ruleForms(): Record<RuleCode, RuleForm> {
  const forms: Partial<Record<RuleCode, RuleForm>> = {};
  for (const code of RULE_CODES) forms[code] = { params: listRuleParams(RULE_KINDS[code].params), tries: canTry(code) };
  return forms as Record<RuleCode, RuleForm>;
}
