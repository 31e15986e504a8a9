import { EVIDENCE_STATE } from '@fleetwarden/contract/alarms/attachments';
import { type Sql, sql } from '../../../platform/db/database.ts';
import { SAFETY_TYPES } from '../model/measures.ts';

/** Files of a request `q`: a terminal may announce more of them with its upload than with its alarm. */
export const EXPECTED_FILES: Sql = sql`greatest(q.expected, n.listed)`;
/** A file `e` that came. Its content may have been deleted since: figures of its day stay. */
export const HAS_COME: Sql = sql`(e.received_at is not null or e.removed_at is not null)`;
/** Joins a request `q` to its counts of files `n`. */
export const COUNT_FILES: Sql = sql`cross join lateral (
  select count(*)::integer as listed, count(*) filter (where ${HAS_COME})::integer as received,
    count(*) filter (where ${HAS_COME} and e.kind = 0)::integer as images, count(*) filter (where ${HAS_COME} and e.kind = 2)::integer as videos
  from evidence_file e where e.request_id = q.id) n`;
/** Requests that rules left out expect nothing. */
export const IS_REQUESTED: Sql = sql`q.state <> ${EVIDENCE_STATE.skipped}::smallint`;

/** Joins an alarm to its files `ev`. Only terminals' active-safety alarms have files. */
export const joinEvidence = (alarm: Sql): Sql => sql`cross join lateral (
  select coalesce(sum(${EXPECTED_FILES}) filter (where ${IS_REQUESTED}), 0)::integer as expected, coalesce(sum(n.received), 0)::integer as received,
    coalesce(sum(n.images), 0)::integer as images, coalesce(sum(n.videos), 0)::integer as videos
  from evidence_request q ${COUNT_FILES}
  where ${alarm}.type_id = any(${[...SAFETY_TYPES]}::smallint[]) and q.alarm_gid = ${alarm}.gid) ev`;
