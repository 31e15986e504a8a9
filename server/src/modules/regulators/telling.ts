import type { PlatLinkNews } from '@fleetwarden/contract/regulators/regulator-questions';
import type { Db } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { Hub } from '../../platform/live/hub.ts';
import type { Scopes } from '../identity/index.ts';
import type { PublishSupervision } from '../monitor/index.ts';
import { WATCHES } from './duty.ts';
import { findLinkStates } from './link-store.ts';
import * as questions from './question-store.ts';
import { checkOf, taskOf, toPlatMessage } from './rows.ts';

/** Permissions to receive a question: those of its list, and of platform messages also the one to answer. */
const TOLD = { postCheck: [WATCHES], supervision: ['20801'], platformMessage: ['20804', '61001'] } as const;
const LINKS_SEEN = '61001';

/** Publishes questions of superior platforms to consoles, in their current state. Deleted questions are skipped. */
export type Telling = {
  postCheck(id: number): Promise<void>;
  supervision(id: number): Promise<void>;
  platformMessage(id: number): Promise<void>;
  /** Sends the state of the links to a superior platform. */
  link(superiorId: number): Promise<void>;
};

export function createTelling(deps: {
  readonly db: Db;
  readonly hub: Hub;
  readonly publishSupervision: PublishSupervision;
  readonly scopes: Scopes;
  readonly now: () => number;
}): Telling {
  const { db, hub, publishSupervision, scopes, now } = deps;
  /** All users with one of these permissions who see one of these departments. */
  const seeing = (codes: readonly string[], departments: readonly (number | null)[]) => ({
    who: async (user: Principal) => {
      if (!codes.some((code) => user.rights.has(code))) return false;
      const scope = await scopes.of(user.departmentId);
      return departments.some((id) => id !== null && scope.has(id));
    },
  });

  return {
    postCheck: async (id) => {
      const row = await questions.findCheck(db, id);
      if (!row) return;
      // an answer goes to all users who may have been alerted
      const called = row.replied_at === null ? row.called : null;
      const all = seeing(TOLD.postCheck, [row.department_id]);
      const audience = { who: async (user: Principal) => (!called || called.includes(user.accountId)) && all.who(user) };
      await hub.publish(audience, { type: 'postCheck', data: checkOf(row, now()) });
    },
    supervision: async (id) => {
      const row = await questions.findSupervision(db, id);
      if (!row) return;
      const audience = seeing(TOLD.supervision, [row.department_id, row.vehicle_department_id]);
      const data = taskOf(row, now());
      // named by the specification for `gpsmsg`; consoles also hear it without a map
      await Promise.all([hub.publish(audience, { type: 'warnSuperviseMessage', data }), publishSupervision(audience.who, data)]);
    },
    platformMessage: async (id) => {
      const row = await questions.findText(db, id);
      if (row)
        await hub.publish(seeing(TOLD.platformMessage, [row.department_id]), { type: 'platMessage', data: toPlatMessage(row) });
    },
    link: async (superiorId) => {
      const row = await findLinkStates(db, superiorId);
      if (!row) return;
      const data: PlatLinkNews = { id: String(superiorId), mainState: row.main_state, subState: row.sub_state };
      await hub.publish(seeing([LINKS_SEEN], [row.department_id]), { type: 'platLink', data });
    },
  };
}
