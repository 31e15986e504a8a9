import type { BodyOf } from '@fleetwarden/protocol/jt809';
import { at, type Queryable, sql } from '../platform/db/database.ts';
import { LINK_STATE, MAIN } from './traffic.ts';

type Asked = BodyOf<'linkReportRequest'>['data'];

const ID = 0x1102;
const MAX_BYTE = 255;
const LAST_SECOND = 253_402_300_799;

/** How the main link was in a time (0x1102, 2019): how often and how long it was cut. No message is lost: what was cut off is sent again. */
export async function linkReport(
  db: Queryable,
  superiorId: number,
  { platform, start, end }: Asked,
): Promise<BodyOf<'linkReport'>> {
  const [from, until] = [start, end].map((seconds) => Math.min(seconds, LAST_SECOND) * 1000) as [number, number];
  const rows = await db.query<{ at: number; state: number }>(sql`
    select at, state from link_log
    where superior_id = ${superiorId} and link = ${MAIN} and state in (${LINK_STATE.signedIn}, ${LINK_STATE.cut})
      and at between ${at(from)} and ${at(until)} order by id`);
  let cutAt: number | null = null;
  let [interruptions, ms] = [0, 0];
  for (const row of rows) {
    if (row.state === LINK_STATE.signedIn) {
      if (cutAt !== null) ms += row.at - cutAt;
      cutAt = null;
    } else if (cutAt === null) {
      cutAt = row.at;
      interruptions++;
    }
  }
  if (cutAt !== null) ms += until - cutAt;
  const figures = { lost: 0, interruptions: Math.min(interruptions, MAX_BYTE), interruptedSeconds: Math.round(ms / 1000) };
  return { type: ID, data: { platform, start, end, ...figures } };
}
