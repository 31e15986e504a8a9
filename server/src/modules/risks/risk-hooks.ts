import { DIVISION, meantRisk } from '@fleetwarden/contract/risks/risk-area-resource';
import { json, sql } from '../../platform/db/database.ts';
import type { Change, Refusal } from '../../platform/resources/change.ts';
import type { Hooks } from '../../platform/resources/resource.ts';
import type { OutlineOf } from '../lookups/index.ts';

/** Checks beyond the fields: a division needs a known outline, which is stored with it. `told` is called after changes, to reload rules. */
export const riskHooks = (outlineOf: OutlineOf, told: () => void): Hooks => ({
  prepare: meantRisk,
  computed: {
    state: sql`(case when t.valid_to <= now() then 3 when t.valid_from > now() then 1 else 2 end)`,
    events: sql`(select count(*)::integer from risk_event e where e.area_id = t.id)`,
  },
  check: async (_tx, changes) => {
    const refusals: Refusal[] = [];
    for (const [at, change] of changes.entries()) {
      const code = findDivisionCode(change);
      if (code !== null && (await outlineOf(code)) === null)
        refusals.push({ at, faults: [{ path: 'adminCode', key: 'riskArea.noOutline' }] });
    }
    return refusals;
  },
  applied: async (tx, changes) => {
    for (const change of changes) {
      if (change.after === null) continue;
      const code = findDivisionCode(change);
      const outline = code === null ? null : await outlineOf(code);
      await tx.run(sql`
        update risk_area set outline = ${outline === null ? null : json(outline)}::jsonb where id = ${change.id}`);
    }
  },
  committed: told,
});

/** The division of an area after a change; null if it has a drawing or was removed. */
const findDivisionCode = ({ after }: Change): string | null =>
  after?.['ground'] === DIVISION && typeof after['adminCode'] === 'string' ? after['adminCode'] : null;
