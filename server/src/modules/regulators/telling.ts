import type { PlatLinkNews } from '@fleetwarden/contract/regulators/regulator-questions';
import type { Db } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { Hub } from '../../platform/live/hub.ts';
import type { Scopes } from '../identity/index.ts';
import { WATCHES } from './duty.ts';
import { checkOf, taskOf, textOf } from './rows.ts';
import * as store from './store.ts';

/** Who is told of a question: those who may answer it or see it. */
const TOLD = { postCheck: [WATCHES], supervision: ['20801', '20802'], platformMessage: ['20804', '61001'] } as const;
const LINKS_SEEN = '61001';

/** Tells consoles what superior platforms ask, each thing by its id and as it is now. What is gone is told to nobody. */
export type Telling = {
  postCheck(id: number): Promise<void>;
  supervision(id: number): Promise<void>;
  platformMessage(id: number): Promise<void>;
  /** How the links to a superior platform are. */
  link(superiorId: number): Promise<void>;
};

export function createTelling(deps: {
  readonly db: Db;
  readonly hub: Hub;
  readonly scopes: Scopes;
  readonly now: () => number;
}): Telling {
  const { db, hub, scopes, now } = deps;
  /** Everybody who holds one of these rights and sees one of these departments. */
  const seeing = (codes: readonly string[], departments: readonly (number | null)[]) => ({
    who: async (user: Principal) => {
      if (!codes.some((code) => user.rights.has(code))) return false;
      const scope = await scopes.of(user.departmentId);
      return departments.some((id) => id !== null && scope.has(id));
    },
  });

  return {
    postCheck: async (id) => {
      const row = await store.check(db, id);
      if (!row) return;
      // that it was answered is told to all who may have been called
      const called = row.replied_at === null ? row.called : null;
      const all = seeing(TOLD.postCheck, [row.department_id]);
      const whom = { who: async (user: Principal) => (!called || called.includes(user.accountId)) && all.who(user) };
      await hub.publish(whom, { type: 'postCheck', data: checkOf(row, now()) });
    },
    supervision: async (id) => {
      const row = await store.task(db, id);
      if (!row) return;
      const whom = seeing(TOLD.supervision, [row.department_id, row.vehicle_department_id]);
      await hub.publish(whom, { type: 'warnSuperviseMessage', data: taskOf(row, now()) });
    },
    platformMessage: async (id) => {
      const row = await store.text(db, id);
      if (row) await hub.publish(seeing(TOLD.platformMessage, [row.department_id]), { type: 'platMessage', data: textOf(row) });
    },
    link: async (superiorId) => {
      const row = await store.linkStates(db, superiorId);
      if (!row) return;
      const data: PlatLinkNews = { id: String(superiorId), mainState: row.main_state, subState: row.sub_state };
      await hub.publish(seeing([LINKS_SEEN], [row.department_id]), { type: 'platLink', data });
    },
  };
}
