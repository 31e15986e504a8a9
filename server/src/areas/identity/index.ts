import type { identityCalls } from '@fleetwarden/contract/identity';
import type { ServerBus } from '../../events.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { createIdentityCalls } from './calls.ts';
import { createCaptchas } from './captcha.ts';
import { createLoginKey } from './login-key.ts';
import { createPasswordCheck } from './password.ts';
import { createScopes, type Scopes } from './scope.ts';
import { createLoginService } from './service.ts';
import { createSessions, type Sessions } from './sessions.ts';
import { forgetSessions } from './store.ts';
import { createThrottle } from './throttle.ts';
import type { IdentitySettings } from './user-info.ts';

export { ensureAdmin } from './first-account.ts';
export { hashPassword } from './password.ts';
export type { Scope, Scopes } from './scope.ts';

/** An ended session still answers 9001 for this long, instead of "unknown". */
const ENDED_SESSIONS_KEPT_MS = 30 * 86_400_000;

export type Identity = {
  readonly handlers: Handlers<typeof identityCalls>;
  readonly authenticate: Sessions['authenticate'];
  readonly renew: Sessions['renew'];
  readonly scopes: Scopes;
  /** Forgets sessions that ended long before `now` (epoch ms); returns how many. */
  forgetSessions(now: number): Promise<number>;
  stop(): void;
};

export type IdentityOptions = {
  readonly db: Db;
  readonly bus: ServerBus;
  readonly settings: IdentitySettings;
  /** CAPTCHA=off: none is asked. */
  readonly captcha: boolean;
  /** The login page shows the demo account. */
  readonly demo: boolean;
  readonly now?: () => number;
};

/** Accounts, sessions, login and scope. Makes the login key, which takes a moment. */
export async function createIdentity(options: IdentityOptions): Promise<Identity> {
  const { db, bus, settings, now = Date.now } = options;
  const [key, checkPassword] = await Promise.all([createLoginKey(now), createPasswordCheck()]);
  const captchas = createCaptchas(now);
  const sessions = createSessions({ db, bus, now });
  const scopes = createScopes({ db, bus });
  const service = createLoginService({
    db,
    settings,
    sessions,
    key,
    captchas: options.captcha ? captchas : null,
    checkPassword,
    throttle: createThrottle(now),
    now,
  });
  return {
    handlers: createIdentityCalls({
      db,
      settings,
      service,
      sessions,
      key,
      captchas,
      captchaAsked: options.captcha,
      demo: options.demo,
    }),
    authenticate: sessions.authenticate,
    renew: sessions.renew,
    scopes,
    forgetSessions: (time) => forgetSessions(db, time - ENDED_SESSIONS_KEPT_MS),
    stop: () => scopes.stop(),
  };
}
