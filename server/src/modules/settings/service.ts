import { CallError, type FieldFault } from '@fleetwarden/contract/errors';
import { platformSettings, settingRow } from '@fleetwarden/contract/settings/platform-settings';
import { type SettingFault, settingFault } from '@fleetwarden/contract/settings/setting-fault';
import type { ServerBus } from '../../platform/bus/server-events.ts';
import type { Db } from '../../platform/db/database.ts';
import { isListedAddress } from '../../platform/http/address-list.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { ValueCipher } from '../../platform/secrets/value-cipher.ts';
import { readLogo } from './logos.ts';
import type { Snapshot, Told } from './snapshot.ts';
import * as store from './store.ts';

type Values = Readonly<Record<string, unknown>>;
type User = Pick<Principal, 'accountId' | 'departmentId'>;

/** The change of a save, without secrets, for the audit log. `object` names the scope. */
export type Change = { readonly object: string; readonly before: Values; readonly after: Values };

export type ScopeSettings = {
  readonly deptId: string | null;
  readonly version: number;
  readonly values: Readonly<Record<string, Told>>;
  readonly logoUrl: string;
};

export type SettingsService = {
  /** Throws CallError notFound for a department outside the user's scope. */
  read(user: User, deptId: string | undefined): Promise<ScopeSettings>;
  /** Throws CallError validation (each refused key), staleVersion, forbidden, notFound. */
  save(
    user: User,
    data: { readonly deptId?: string | undefined; readonly version: number; readonly values: Values },
    peerIp: string,
  ): Promise<Change & { readonly version: number }>;
  /** '' removes the logo. Throws CallError tooLarge, badImage, forbidden, notFound. */
  saveLogo(user: User, deptId: string | undefined, base64: string): Promise<Change & { readonly logoUrl: string }>;
};

export type ServiceDeps = {
  readonly db: Db;
  readonly bus: ServerBus;
  readonly cipher: ValueCipher;
  /** As it was read some seconds ago at most. */
  readonly snapshot: () => Promise<Snapshot>;
  /** As it is now. */
  readonly fresh: () => Promise<Snapshot>;
};

/** The audit log shows this in place of a secret. */
const HIDDEN = '******';
const MAX_ID = 2 ** 31 - 1;

const departmentRows = platformSettings.filter((row) => 'departmental' in row);
const objectOf = (scope: store.ScopeId) => (scope === null ? 'platform' : `department ${scope}`);

/** Settings of platform and departments: access checks and optimistic locking. */
export function createSettingsService({ db, bus, cipher, snapshot, fresh }: ServiceDeps): SettingsService {
  const departmentFor = (seen: Snapshot, user: User, deptId: string): number => {
    const id = Number(deptId);
    // a number the database cannot hold is no department either
    if (id > MAX_ID || !seen.within(id, user.departmentId)) throw new CallError('notFound', `department ${deptId}`);
    return id;
  };
  /** The scope to write: only users of a root department may change the platform's. */
  const writable = async (user: User, deptId: string | undefined): Promise<store.ScopeId> => {
    const seen = await snapshot();
    if (deptId !== undefined) return departmentFor(seen, user, deptId);
    if (!seen.isRoot(user.departmentId)) throw new CallError('forbidden', 'the platform’s settings');
    return null;
  };
  const changed = (departmentId: store.ScopeId) => bus.publish('settings.changed', { departmentId });

  return {
    read: async (user, deptId) => {
      const seen = await snapshot();
      const scope =
        deptId !== undefined ? departmentFor(seen, user, deptId) : seen.isRoot(user.departmentId) ? null : user.departmentId;
      // read before the values, so a concurrent save makes the version stale
      const version = await store.versionOf(db, scope);
      const now = await fresh();
      return {
        deptId: scope === null ? null : String(scope),
        version,
        values: now.tell(scope, scope === null ? platformSettings : departmentRows),
        logoUrl: now.ownLogoOf(scope),
      };
    },
    save: async (user, { deptId, version: seen, values }, peerIp) => {
      const scope = await writable(user, deptId);
      const fields = Object.entries(values).flatMap(([key, value]) => [
        ...faultsOf(key, value, scope),
        ...locksOut(key, value, peerIp),
      ]);
      if (fields.length > 0) throw new CallError('validation', 'settings refused', fields);
      const result = await db.transaction(async (tx) => {
        const version = await store.nextVersion(tx, scope, seen, user.accountId);
        if (version === undefined) throw new CallError('staleVersion', `settings of ${objectOf(scope)}, version ${seen}`);
        const before = new Map((await store.valuesOf(tx, scope)).map(({ key, value }) => [key, value]));
        for (const [key, value] of Object.entries(values)) {
          if (value === null) await store.dropValue(tx, scope, key);
          else await store.putValue(tx, scope, key, stored(key, value, scope), user.accountId);
        }
        const shown = (key: string, value: unknown) =>
          settingRow(key)?.kind === 'secret' && value != null ? HIDDEN : (value ?? null);
        const keys = Object.keys(values);
        return {
          version,
          before: Object.fromEntries(keys.map((key) => [key, shown(key, before.get(key))])),
          after: Object.fromEntries(keys.map((key) => [key, shown(key, values[key])])),
        };
      });
      changed(scope);
      return { object: objectOf(scope), ...result };
    },
    saveLogo: async (user, deptId, base64) => {
      const scope = await writable(user, deptId);
      const before = (await snapshot()).ownLogoOf(scope);
      if (base64 === '') await store.dropLogo(db, scope);
      else await store.putLogo(db, scope, readLogo(base64), user.accountId);
      changed(scope);
      const logoUrl = (await snapshot()).ownLogoOf(scope);
      return { object: objectOf(scope), before: { logoUrl: before }, after: { logoUrl }, logoUrl };
    },
  };

  function stored(key: string, value: unknown, scope: store.ScopeId): unknown {
    return settingRow(key)?.kind === 'secret' ? cipher.encrypt(String(value), placeOf(scope, key)) : value;
  }
}

/** Context string of an encrypted secret. */
export const placeOf = (scope: store.ScopeId, key: string): string => `${scope ?? 'platform'}.${key}`;

/** A list of addresses without the user's own would end the work of all. */
const locksOut = (key: string, value: unknown, peerIp: string): FieldFault[] =>
  key === 'ipList' && Array.isArray(value) && !isListedAddress(value.map(String), peerIp)
    ? [{ path: key, key: 'settings.faultOwnAddress', params: { address: peerIp } }]
    : [];

function faultsOf(key: string, value: unknown, scope: store.ScopeId): FieldFault[] {
  const refuse = (name: string, params: SettingFault['params'] = {}) => [
    { path: key.slice(0, 100), key: `settings.${name}`, params },
  ];
  const row = settingRow(key);
  if (!row) return refuse('faultUnknown');
  if (scope !== null && !row.departmental) return refuse('faultPlatformOnly');
  const fault = value === null ? null : settingFault(row, value);
  return fault ? refuse(fault.name, fault.params) : [];
}
