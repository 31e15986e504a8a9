import { CallError } from '@fleetwarden/contract/errors';
import type { identityCalls } from '@fleetwarden/contract/identity/routes';
import type { MapRecord } from '@fleetwarden/contract/live/live';
import type { ServerBus } from '../../platform/bus/server-events.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { Cleanup } from '../../platform/jobs/maintenance.ts';
import { accountById } from './account-store.ts';
import { createAddressFlood } from './address-flood.ts';
import { createIdentityCalls, type SessionList } from './calls.ts';
import { createCaptchas } from './captcha.ts';
import type { IdentitySettings } from './identity-settings.ts';
import { createInspections } from './inspection.ts';
import { ENDED_SESSIONS_KEPT_MS, FAILURES_KEPT_MS, NETWORKS_KEPT_MS, TICKETS_KEPT_MS } from './limits.ts';
import { createLogin, guardName } from './login.ts';
import { createLoginGuard, forgetFailures, forgetNetworks } from './login-guard.ts';
import { createLoginKey, type LoginKey, type LoginKeyPair, makeLoginKeyPair } from './login-key.ts';
import { createPasswordCheck, makeDecoyHash } from './password.ts';
import { createPasswordChange } from './password-change.ts';
import { createPasswordProofs } from './password-proof.ts';
import { createPrincipalOf, type PrincipalOf } from './principal-of.ts';
import { createRights } from './rights.ts';
import { createScopes, type Scopes } from './scope.ts';
import { forgetSessions } from './session-store.ts';
import { createSessions, type Sessions } from './sessions.ts';
import { forgetTickets } from './ticket-store.ts';

export { ensureBuiltInRoles } from './built-in-roles.ts';
export type { SessionList } from './calls.ts';
export { type DemoAccount, ensureDemoLogins } from './demo-login.ts';
export { ensureAdmin } from './first-account.ts';
export { defaultIdentitySettings, type IdentitySettings } from './identity-settings.ts';
export { ENDED_SESSIONS_KEPT_MS } from './limits.ts';
export { hashPassword } from './password.ts';
export { createPeople, type People } from './people.ts';
export type { PrincipalOf } from './principal-of.ts';
export { recoverAccount } from './recovery.ts';
export type { Scope, Scopes } from './scope.ts';
export { scopeOf } from './scope.ts';
export { createSessionList } from './session-list.ts';

export type Identity = {
  readonly handlers: Handlers<typeof identityCalls>;
  readonly authenticate: Sessions['authenticate'];
  readonly renew: Sessions['renew'];
  /** Opens sessions, and publishes that sessions ended. */
  readonly sessions: Pick<Sessions, 'open' | 'ended'>;
  /** Whether a session may still be used. Counts as use, like a call. */
  readonly isSessionOpen: (prefix: string) => Promise<boolean>;
  readonly key: Pick<LoginKey, 'open'>;
  readonly scopes: Scopes;
  readonly principalOf: PrincipalOf;
  /** Resolves if an encrypted password is the user's. Throws CallError tooMany, locked, wrongPassword. */
  provePassword(user: Principal, encrypted: string, peerIp: string): Promise<void>;
  /** Forgets what is long past, for the maintenance job. */
  readonly cleanups: Readonly<Record<string, Cleanup>>;
  stop(): void;
};

export type IdentityOptions = {
  readonly db: Db;
  readonly bus: ServerBus;
  /** Read for every call: must be cached in memory. */
  readonly settings: IdentitySettings;
  /** Handlers of the list of all sessions. */
  readonly sessionList: SessionList;
  /** The current position of a vehicle; undefined for an unknown one. */
  readonly vehicleRecord: (vehicleId: number) => MapRecord | undefined;
  /** Signs the address of the certificate; the same on every node. */
  readonly signingKey: Buffer;
  /** false (CAPTCHA=off): no captcha, regardless of the settings. */
  readonly captcha: boolean;
  /** The login page shows the demo's accounts. */
  readonly demo: boolean;
  /** BUSINESS_TZ, sent to the console. */
  readonly timeZone: string;
  /** Default: new ones, which take a moment to generate. */
  readonly loginSecrets?: LoginSecrets;
  readonly now?: () => number;
};

/** Secrets of the login, for one server process. */
export type LoginSecrets = { readonly keyPair: LoginKeyPair; readonly decoyHash: string };

export async function makeLoginSecrets(): Promise<LoginSecrets> {
  const [keyPair, decoyHash] = await Promise.all([makeLoginKeyPair(), makeDecoyHash()]);
  return { keyPair, decoyHash };
}

/** Accounts, roles, sessions, login, inspection and scope. Generates the login key, which takes a moment. */
export async function createIdentity(options: IdentityOptions): Promise<Identity> {
  const { db, bus, settings, timeZone, now = Date.now } = options;
  const { keyPair, decoyHash } = options.loginSecrets ?? (await makeLoginSecrets());
  const [key, checkPassword] = [createLoginKey(keyPair, now), createPasswordCheck(decoyHash)];
  const captchas = createCaptchas(now);
  const rights = createRights(db);
  const sessions = createSessions({ db, bus, settings, rights, now });
  const scopes = createScopes({ db, bus });
  const proofs = createPasswordProofs({
    settings,
    captchas: options.captcha ? captchas : null,
    checkPassword,
    guard: createLoginGuard({ db, settings, now }),
    flood: createAddressFlood(now),
  });
  const parts = { db, sessions, key, proofs, settings, now };
  return {
    handlers: createIdentityCalls({
      ...parts,
      login: createLogin({ ...parts, rights, timeZone }),
      inspections: createInspections({ ...parts, scopes, timeZone, vehicleRecord: options.vehicleRecord }),
      changePassword: createPasswordChange(parts),
      sessionList: options.sessionList,
      captchas,
      signingKey: options.signingKey,
      demo: options.demo,
    }),
    authenticate: sessions.authenticate,
    renew: sessions.renew,
    sessions,
    isSessionOpen: (prefix) =>
      sessions.renew(prefix).then(
        () => true,
        (error: unknown) => {
          if (error instanceof CallError) return false;
          throw error;
        },
      ),
    key,
    scopes,
    principalOf: createPrincipalOf({ db, settings, rights, now }),
    provePassword: async (user, encrypted, peerIp) => {
      const account = await accountById(db, user.accountId);
      if (!account) throw new CallError('notSignedIn');
      const { login_name: name, password_hash: storedHash } = account;
      await proofs.prove({ name: guardName(name), peerIp, storedHash, password: () => key.open(encrypted) }, 'wrongPassword');
    },
    cleanups: {
      sessions: (time) => forgetSessions(db, time - ENDED_SESSIONS_KEPT_MS),
      loginFailures: (time) => forgetFailures(db, time - FAILURES_KEPT_MS),
      loginNetworks: (time) => forgetNetworks(db, time - NETWORKS_KEPT_MS),
      tickets: (time) => forgetTickets(db, time - TICKETS_KEPT_MS),
    },
    stop: () => scopes.stop(),
  };
}
