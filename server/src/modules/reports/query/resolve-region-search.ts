import { type Db, sql } from '../../../platform/db/database.ts';
import { ofAsked } from '../facts/vehicle-columns.ts';
import type { Asked, ReportDefinition, SearchRegion } from '../model/definition.ts';

/** What was asked, with what was found where the report looks for visitors of a part of the map. Throws CallError. */
export async function withSought(
  { db, searchRegion }: { readonly db: Db; readonly searchRegion: SearchRegion },
  { seeks }: Pick<ReportDefinition, 'seeks'>,
  asked: Asked,
  accountId: number,
): Promise<Asked> {
  const region = seeks?.(asked) ?? null;
  if (region === null) return asked;
  const rows = await db.query<{ id: number }>(
    sql`select v.id from vehicle v where ${ofAsked(asked).reduce((all, each) => sql`${all} and ${each}`)} order by v.id`,
  );
  const { from: start, to: end } = asked.times;
  return {
    ...asked,
    stays: await searchRegion(
      accountId,
      rows.map(({ id }) => id),
      region,
      { start, end },
    ),
  };
}
