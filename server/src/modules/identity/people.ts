import type { roleCalls, roleSFCalls, userCalls, userSFCalls } from '@fleetwarden/contract/identity/people/routes';
import { role, roleSF } from '@fleetwarden/contract/identity/role-resource';
import { user, userSF } from '@fleetwarden/contract/identity/user-resource';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { ResourceStore } from '../../platform/resources/resource.ts';
import type { Resources } from '../../platform/resources/resources.ts';
import { createAdministratorGuard } from './administrators.ts';
import type { LoginKey } from './login-key.ts';
import { createRoleCalls } from './role-calls.ts';
import { roleHooks } from './roles.ts';
import type { Scope } from './scope.ts';
import type { Sessions } from './sessions.ts';
import { createUserCalls } from './user-calls.ts';
import { userHooks } from './users.ts';

export type PeopleOptions = {
  readonly resources: Resources;
  readonly sessions: Pick<Sessions, 'ended'>;
  /** Opens passwords that were typed for others. */
  readonly key: Pick<LoginKey, 'open'>;
  readonly below: (departmentId: number) => Promise<Scope>;
  /** BUSINESS_TZ: the days by which quotas end. */
  readonly timeZone: string;
  readonly now?: () => number;
};

/** Users and roles of one console. */
type Keepers = { readonly users: ResourceStore; readonly roles: ResourceStore };
/** The accounts of both consoles, client types 4 and 7. */
export type People = {
  readonly own: Keepers;
  readonly sf: Keepers;
  readonly handlers: {
    readonly user: Handlers<typeof userCalls>;
    readonly userSF: Handlers<typeof userSFCalls>;
    readonly role: Handlers<typeof roleCalls>;
    readonly roleSF: Handlers<typeof roleSFCalls>;
  };
};

/** Users and roles of both consoles: their records and what is done with them. */
export function createPeople({ resources, sessions, key, below, timeZone, now = Date.now }: PeopleOptions): People {
  const administrators = createAdministratorGuard();
  const parts = { sessions, administrators, key, below, timeZone, now };
  const keep = (userRow: typeof user | typeof userSF, roleRow: typeof role | typeof roleSF): Keepers => ({
    users: resources.keep(userRow, userHooks(parts)),
    roles: resources.keep(roleRow, roleHooks(parts)),
  });
  const [own, sf] = [keep(user, role), keep(userSF, roleSF)];
  return {
    own,
    sf,
    handlers: {
      user: createUserCalls({ ...parts, store: own.users }),
      userSF: createUserCalls({ ...parts, store: sf.users }),
      role: createRoleCalls({ ...parts, ...own }),
      roleSF: createRoleCalls({ ...parts, ...sf }),
    },
  };
}
