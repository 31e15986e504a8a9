import type { CommonMessage } from '@fleetwarden/contract/live/live';
import type { Principal } from '../http/principal.ts';
import type { Connection } from './connection.ts';

/** Recipients: the sessions of an account, those whose scope includes a department, or those that `who` selects. */
export type Audience =
  | { readonly accountId: number }
  | { readonly departmentId: number }
  | { readonly who: (principal: Principal) => boolean | Promise<boolean> };

export type Hub = {
  /** Adds a commonmsg socket until it closes. `sees`: whether a department is in its user's scope. */
  join(connection: Connection, sees: Sees): void;
  /** Sends to every open console of the audience. A console that is too slow is closed and reconnects. */
  publish(audience: Audience, message: CommonMessage): Promise<void>;
};

/** Types that make consoles reload: a socket that opens gets those of the last seconds, because its page loaded before. */
const REPEATED: ReadonlySet<string> = new Set(['configChanged', 'deptChanged', 'task']);
const REPEAT_MS = 15_000;

/** The answer to a heartbeat carries data, because consoles treat a text without data as an error. */
const HEARTBEAT_ANSWER = JSON.stringify({ type: 'heartbeat', data: {} } satisfies CommonMessage);

type Sees = (departmentId: number) => boolean | Promise<boolean>;

export function createHub(repeatMs = REPEAT_MS): Hub {
  const members = new Map<Connection, Sees>();
  const recent: { readonly at: number; readonly audience: Audience; readonly text: string }[] = [];
  const dropOld = () => {
    while (recent[0] && recent[0].at < performance.now() - repeatMs) recent.shift();
  };
  return {
    join: (connection, sees) => {
      members.set(connection, sees);
      connection.onHeartbeat(() => connection.send(HEARTBEAT_ANSWER));
      void connection.closed.then(() => members.delete(connection));
      dropOld();
      void repeat([...recent], connection, sees);
    },
    publish: async (audience, message) => {
      const text = JSON.stringify(message);
      dropOld();
      if (REPEATED.has(message.type)) recent.push({ at: performance.now(), audience, text });
      await Promise.all(
        [...members].map(async ([connection, sees]) => {
          if (await belongs(connection, sees, audience)) connection.send(text);
        }),
      );
    },
  };
}

/** Sends messages in their order. One whose audience cannot be determined is left out. */
async function repeat(
  messages: readonly { readonly audience: Audience; readonly text: string }[],
  connection: Connection,
  sees: Sees,
): Promise<void> {
  for (const { audience, text } of messages)
    if (await Promise.resolve(belongs(connection, sees, audience)).catch(() => false)) connection.send(text);
}

function belongs({ principal }: Connection, sees: Sees, audience: Audience): boolean | Promise<boolean> {
  if ('accountId' in audience) return principal.accountId === audience.accountId;
  return 'departmentId' in audience ? sees(audience.departmentId) : audience.who(principal);
}
