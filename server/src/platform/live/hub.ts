import type { CommonMessage } from '@fleetwarden/contract/live/live';
import type { Principal } from '../http/principal.ts';
import type { Connection } from './connection.ts';

/** Who is told: everybody of an account, everybody whose scope holds a department, or everybody of whom `who` says so. */
export type Audience =
  | { readonly accountId: number }
  | { readonly departmentId: number }
  | { readonly who: (principal: Principal) => boolean | Promise<boolean> };

export type Hub = {
  /** Takes a commonmsg socket in until it closes. `sees` says whether a department is in its user's scope. */
  join(connection: Connection, sees: Sees): void;
  /** Tells every open console of the audience. None is left out: a console too slow to take it is closed, and asks anew. */
  publish(audience: Audience, message: CommonMessage): Promise<void>;
};

/** What a heartbeat is answered with: a message like any other, because a text without data means a fault to consoles. */
const HEARTBEAT_ANSWER = JSON.stringify({ type: 'heartbeat', data: {} } satisfies CommonMessage);

type Sees = (departmentId: number) => boolean | Promise<boolean>;

export function createHub(): Hub {
  const members = new Map<Connection, Sees>();
  return {
    join: (connection, sees) => {
      members.set(connection, sees);
      connection.onHeartbeat(() => connection.send(HEARTBEAT_ANSWER));
      void connection.closed.then(() => members.delete(connection));
    },
    publish: async (audience, message) => {
      const text = JSON.stringify(message);
      await Promise.all(
        [...members].map(async ([connection, sees]) => {
          if (await belongs(connection, sees, audience)) connection.send(text);
        }),
      );
    },
  };
}

function belongs({ principal }: Connection, sees: Sees, audience: Audience): boolean | Promise<boolean> {
  if ('accountId' in audience) return principal.accountId === audience.accountId;
  return 'departmentId' in audience ? sees(audience.departmentId) : audience.who(principal);
}
