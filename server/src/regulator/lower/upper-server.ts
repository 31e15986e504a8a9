import type { ServerBus } from '../../platform/bus/server-events.ts';
import { at, sql } from '../../platform/db/database.ts';
import { createLinkListener, type LinkListener } from '../link-listener.ts';
import { LINK_STATE, type LinkState } from '../traffic.ts';
import { acceptLowerLink, type LowerLinkDeps, type Signed } from './lower-link.ts';
import { ENABLED } from './lower-login.ts';

/** The listener platforms below ours open their main links to. */
export type UpperServer = LinkListener;

export function createUpperServer(
  deps: LowerLinkDeps & { readonly bus: ServerBus; readonly host: string; readonly port: number },
): UpperServer {
  const { db, bus, log, now } = deps;
  const signed = new Map<number, Signed>();
  let ends: () => void = () => undefined;
  let writing: Promise<unknown> = Promise.resolve();

  /** How a link of a platform is, for whoever looks at the list. */
  const tell = (id: number, link: 'main' | 'sub', state: LinkState, reason?: string) => {
    const column = link === 'main' ? sql`main_state` : sql`sub_state`;
    writing = writing
      .then(() =>
        db.run(sql`
          update lower_platform set ${column} = ${state}, link_since = ${at(now())}, link_reason = ${reason ?? null}::text
          where id = ${id}`),
      )
      .catch((err: unknown) => log.warn({ err, lower: id }, 'not written down how a link of a lower platform is'));
  };

  /** Closes links of platforms that are gone, switched off or changed: they sign in by what holds now. */
  const match = async () => {
    const rows = await db.query<{ id: number; version: number }>(
      sql`select id, version from lower_platform where state = ${ENABLED}`,
    );
    const versions = new Map(rows.map(({ id, version }) => [id, version]));
    for (const { row, line } of signed.values()) if (versions.get(row.id) !== row.version) line.close('its record was changed');
  };

  const listener = createLinkListener(deps, (socket, { known, refused }) =>
    acceptLowerLink(socket, deps, {
      onSignedIn: (row, line, openSub) => {
        known();
        signed.get(row.id)?.line.close('another link took its place');
        const own = { row, line, sub: openSub() };
        signed.set(row.id, own);
        tell(row.id, 'main', LINK_STATE.signedIn);
        return own;
      },
      onRefused: refused,
      onSubState: (id, state, reason) => tell(id, 'sub', state, reason),
      onClosed: (own, reason) => {
        if (own === null || signed.get(own.row.id) !== own) return;
        signed.delete(own.row.id);
        tell(own.row.id, 'main', LINK_STATE.cut, reason);
      },
    }),
  );

  return {
    start: async () => {
      // of a process that was killed
      await db.run(sql`update lower_platform set main_state = 0, sub_state = 0`);
      ends = bus.subscribe('lowers.changed', match);
      return listener.start();
    },
    stop: async () => {
      ends();
      await listener.stop();
      await writing;
    },
  };
}
