import { CallError, type FieldFault } from '@fleetwarden/contract/errors';
import { findParameterProblem } from '@fleetwarden/contract/terminal-settings/parameter-fields';
import { maySetGroup, mayViewGroup } from '@fleetwarden/contract/terminal-settings/parameter-groups';
import { findParameter, hideSecretParameters } from '@fleetwarden/contract/terminal-settings/parameter-table';
import type { Principal } from '../../platform/http/principal.ts';
import { pick, type Values } from './compare-values.ts';

type Rights = Principal['rights'];

/** Throws CallError forbidden if one of these parameters may not be set by the user. */
export function requireSettable(rights: Rights, ids: readonly string[]): void {
  const refused = ids.find((id) => !maySet(rights, id));
  if (refused !== undefined)
    throw new CallError('forbidden', `parameter ${refused}`, [{ path: `values.${refused}`, key: 'terminalSettings.noRight' }]);
}

/** Whether the user may set a parameter; unknown ones can never be set. */
export function maySet(rights: Rights, id: string): boolean {
  const row = findParameter(id);
  return row !== undefined && maySetGroup(rights, row.group);
}

/** Whether the user may see a value. Unknown parameters belong to no page: those of all parameters show them. */
export function mayView(rights: Rights, id: string): boolean {
  const row = findParameter(id);
  return mayViewGroup(rights, row?.group ?? 'vehicle', row?.secret);
}

/** The values that the user may see. */
export const visible = (rights: Rights, values: Values): Record<string, unknown> =>
  pick(
    values,
    Object.keys(values).filter((id) => mayView(rights, id)),
  );

/** Throws CallError validation for unknown parameters and values outside their limits. */
export function requireValid(values: Values, { template = false } = {}): void {
  const faults = Object.entries(values).flatMap(([id, value]) => findFault(id, value, template) ?? []);
  if (faults.length > 0) throw new CallError('validation', faults[0]!.path, faults);
}

function findFault(id: string, value: unknown, template: boolean): FieldFault | null {
  const row = findParameter(id);
  const path = `values.${id}`;
  if (!row) return { path, key: 'terminalSettings.unknownParameter' };
  if (template && row.ofVehicle) return { path, key: 'terminalSettings.ofVehicle' };
  const problem = findParameterProblem(row.field, value);
  return problem && { ...problem, path: problem.path ? `${path}.${problem.path}` : path };
}

/** Values for the audit log, without secrets. */
export const audited = (values: Values): Record<string, unknown> => hideSecretParameters(values, '***');

/** Whether a wrong value of one of these loses the terminal. */
export const isDangerous = (values: Values): boolean => Object.keys(values).some((id) => findParameter(id)?.danger);
