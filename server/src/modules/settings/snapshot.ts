import {
  type OpenSettingKey,
  platformSettings,
  type SecretSettingKey,
  type SettingRow,
  type SettingValue,
  settingRow,
} from '@fleetwarden/contract/settings/platform-settings';
import { settingFault } from '@fleetwarden/contract/settings/setting-fault';
import type { Queryable } from '../../platform/db/database.ts';
import { type EncryptedValue, isEncryptedValue } from '../../platform/secrets/value-cipher.ts';
import { logoUrlOf } from './logos.ts';
import { allDepartments, allLogos, allValues, type ScopeId } from './store.ts';

/** All readable settings with their effective values. */
export type Settings = { readonly [K in OpenSettingKey]: SettingValue<K> };

/** Branding of a department. platName '': not configured; logoUrl '': no logo. */
export type Brand = { readonly platName: string; readonly logoUrl: string };

/** A setting in one scope: effective value, whether it is inherited, and the value without an own one. Secrets: whether one is set. */
export type Told = { readonly value: unknown; readonly inherited: boolean; readonly fallback: unknown };

/** A cached copy of all settings. An unknown department has the platform's. */
export type Snapshot = {
  settingsOf(departmentId: ScopeId): Settings;
  /** The scope with the secret, from a department upwards. */
  secretOf(departmentId: ScopeId, key: SecretSettingKey): { readonly scope: ScopeId; readonly value: EncryptedValue } | undefined;
  /** Whether a secret is set anywhere. */
  hasSecret(key: SecretSettingKey): boolean;
  tell(scope: ScopeId, rows: readonly SettingRow[]): Readonly<Record<string, Told>>;
  /** URL of the own logo, else that of the nearest ancestor; '' if there is none. */
  logoOf(departmentId: ScopeId): string;
  /** Address of a scope's very own logo, or ''. */
  ownLogoOf(scope: ScopeId): string;
  /** Whether a department is another, or somewhere below it. */
  within(departmentId: number, above: number): boolean;
  isRoot(departmentId: number): boolean;
};

const openRows = platformSettings.filter((row) => row.kind !== 'secret');

/** A stored value that this release refuses (a limit changed) counts as not set. */
const holds = (row: SettingRow, scope: ScopeId, value: unknown): boolean =>
  (scope === null || row.departmental === true) &&
  (row.kind === 'secret' ? isEncryptedValue(value) : settingFault(row, value) === null);

export async function readSnapshot(db: Queryable): Promise<Snapshot> {
  const [valueRows, departmentRows, logoRows] = await Promise.all([allValues(db), allDepartments(db), allLogos(db)]);
  const parents = new Map(departmentRows.map(({ id, parent_id }) => [id, parent_id]));
  const logos = new Map(logoRows.map((row) => [row.department_id, logoUrlOf(row.hash, row.content_type)]));
  const values = new Map<ScopeId, Map<string, unknown>>();
  for (const { department_id: scope, key, value } of valueRows) {
    const row = settingRow(key);
    if (!row || !holds(row, scope, value)) continue;
    const own = values.get(scope) ?? new Map<string, unknown>();
    values.set(scope, own.set(key, value));
  }

  /** From a department upwards, the platform last. */
  const upwards = (departmentId: ScopeId): ScopeId[] => {
    const chain = new Set<ScopeId>();
    for (let at = departmentId; at !== null && parents.has(at) && !chain.has(at); at = parents.get(at) ?? null) chain.add(at);
    return [...chain, null];
  };
  const nearest = <T>(chain: readonly ScopeId[], find: (scope: ScopeId) => T | undefined) => {
    for (const scope of chain) {
      const value = find(scope);
      if (value !== undefined) return { scope, value };
    }
    return undefined;
  };
  const effective = (chain: readonly ScopeId[], { key, default: byDefault }: SettingRow): unknown =>
    nearest(chain, (scope) => values.get(scope)?.get(key))?.value ?? byDefault;

  const known = new Map<ScopeId, Settings>();
  return {
    settingsOf: (departmentId) => {
      const place = departmentId !== null && parents.has(departmentId) ? departmentId : null;
      let settings = known.get(place);
      if (!settings) {
        const chain = upwards(place);
        // each row of the table gives its own key a value of its own type
        settings = Object.fromEntries(openRows.map((row) => [row.key, effective(chain, row)])) as Settings;
        known.set(place, settings);
      }
      return settings;
    },
    secretOf: (departmentId, key) =>
      nearest(upwards(departmentId), (scope) => values.get(scope)?.get(key) as EncryptedValue | undefined),
    hasSecret: (key) => [...values.values()].some((own) => own.has(key)),
    tell: (scope, rows) => {
      const [own, ...above] = upwards(scope);
      const told = rows.map((row): [string, Told] => {
        const mine = own === scope ? values.get(scope)?.get(row.key) : undefined;
        const fallback = effective(above, row);
        if (row.kind !== 'secret') return [row.key, { value: mine ?? fallback, inherited: mine === undefined, fallback }];
        return [
          row.key,
          { value: isEncryptedValue(mine ?? fallback), inherited: mine === undefined, fallback: isEncryptedValue(fallback) },
        ];
      });
      return Object.fromEntries(told);
    },
    logoOf: (departmentId) => nearest(upwards(departmentId), (scope) => logos.get(scope))?.value ?? '',
    ownLogoOf: (scope) => logos.get(scope) ?? '',
    within: (departmentId, above) => upwards(departmentId).includes(above),
    isRoot: (departmentId) => parents.get(departmentId) === null,
  };
}
