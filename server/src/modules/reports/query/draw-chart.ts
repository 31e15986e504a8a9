import { CallError } from '@fleetwarden/contract/errors';
import { chartOf } from './chart.ts';
import { settled } from './dynamic-columns.ts';
import type { Questions } from './questions.ts';
import type { SearchParts } from './search.ts';
import { withShown } from './visible-columns.ts';

/** What the chart of a report draws. */
export function createDraw({ db, facts, kept, askedBy }: SearchParts): Questions['draw'] {
  return async (opened, conditions, user, language) => {
    if (!opened.chart) throw new CallError('notFound', `chart of ${opened.id}`);
    const asked = await askedBy(opened, conditions, user);
    const report = await settled(db, opened, asked);
    const { x, series } = await chartOf(db, report, withShown(report, await report.query(asked, facts)), language, kept);
    return { x, series };
  };
}
