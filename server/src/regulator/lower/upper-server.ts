import type { ServerBus } from '../../platform/bus/server-events.ts';
import { at, sql } from '../../platform/db/database.ts';
import { createLinkListener, type LinkListener } from '../link-listener.ts';
import { LINK_STATE, type LinkState } from '../traffic.ts';
import { acceptLowerLink, type LowerLinkDeps, type Signed } from './lower-link.ts';
import { ENABLED } from './lower-login.ts';

/** The listener for main links of subordinate platforms. */
export type UpperServer = Pick<LinkListener, 'start' | 'stop'>;

export function createUpperServer(
  deps: LowerLinkDeps & { readonly bus: ServerBus; readonly host: string; readonly port: number },
): UpperServer {
  const { db, bus, log, now } = deps;
  const signed = new Map<number, Signed>();
  let ends: () => void = () => undefined;
  let writing: Promise<unknown> = Promise.resolve();

  /** Stores the state of a link, for the list of platforms. */
  const storeState = (id: number, link: 'main' | 'sub', state: LinkState, reason?: string) => {
    const column = link === 'main' ? sql`main_state` : sql`sub_state`;
    writing = writing
      .then(() =>
        db.run(sql`
          update lower_platform set ${column} = ${state}, link_since = ${at(now())}, link_reason = ${reason ?? null}::text
          where id = ${id}`),
      )
      .catch((err: unknown) => log.warn({ err, lower: id }, 'link state of a subordinate platform not stored'));
  };

  /** Closes links of deleted, disabled or changed platforms, so that they log in again. */
  const closeOutdated = async () => {
    const rows = await db.query<{ id: number; version: number }>(
      sql`select id, version from lower_platform where state = ${ENABLED}`,
    );
    const versions = new Map(rows.map(({ id, version }) => [id, version]));
    for (const { row, line } of signed.values()) if (versions.get(row.id) !== row.version) line.close('its record was changed');
  };

  const listener = createLinkListener(deps, (socket, { authenticated, refused }) =>
    acceptLowerLink(socket, deps, {
      onSignedIn: (row, line, openSub) => {
        authenticated();
        signed.get(row.id)?.line.close('another link took its place');
        const own = { row, line, sub: openSub() };
        signed.set(row.id, own);
        storeState(row.id, 'main', LINK_STATE.signedIn);
        return own;
      },
      onRefused: (row, reason) => {
        refused();
        // a stranger must not change the state of a platform that is logged in
        if (row !== null && !signed.has(row.id)) storeState(row.id, 'main', LINK_STATE.cut, reason);
      },
      onSubState: (id, state, reason) => storeState(id, 'sub', state, reason),
      onClosed: (own, reason) => {
        if (own === null || signed.get(own.row.id) !== own) return;
        signed.delete(own.row.id);
        storeState(own.row.id, 'main', LINK_STATE.cut, reason);
      },
    }),
  );

  return {
    start: async () => {
      // an earlier process may have been killed
      await db.run(sql`update lower_platform set main_state = 0, sub_state = 0`);
      ends = bus.subscribe('lowers.changed', closeOutdated);
      return listener.start();
    },
    stop: async () => {
      ends();
      await listener.stop();
      await writing;
    },
  };
}
