import type { AttachmentKind, EvidenceState } from '@fleetwarden/contract/alarms/attachments';
import { type Queryable, type Sql, sql } from '../../platform/db/database.ts';
import { filesAndPhotos, PHOTO_OF_ALARM } from './alarm-photos.ts';

/** Files of an alarm in short. `picture` and `photo`: the first of the evidence files, and of the photos of 0x0801. */
export type SummaryRow = {
  readonly gid: string;
  readonly state: EvidenceState | null;
  readonly reason: string | null;
  readonly expected: number | null;
  readonly files: number;
  readonly file_kinds: readonly AttachmentKind[] | null;
  readonly picture: number | null;
  readonly photos: number;
  readonly photo_kinds: readonly AttachmentKind[] | null;
  readonly photo: number | null;
};

export const querySummaries = (db: Queryable, gids: readonly string[]) =>
  db.query<SummaryRow>(sql`
    select w.gid, q.*, f.*, p.* from unnest(${[...gids]}::uuid[]) w (gid),
      lateral (
        select min(state) as state, max(reason) as reason, sum(expected)::integer as expected
        from evidence_request where alarm_gid = w.gid
      ) q,
      lateral (
        select count(*)::integer as files, array_agg(distinct f.kind) as file_kinds,
          (array_agg(f.id order by f.name) filter (where f.kind = 0))[1] as picture
        from evidence_request r join evidence_file f on f.request_id = r.id
        where r.alarm_gid = w.gid and f.received_at is not null
      ) f,
      lateral (
        select count(*)::integer as photos, array_agg(distinct m.kind) as photo_kinds,
          (array_agg(m.id order by m.at, m.id) filter (where m.kind = 0))[1] as photo
        from alarm a join media m on ${PHOTO_OF_ALARM} where a.gid = w.gid
      ) p`);

/** For the history of a decision: `{evidence: ViewedFiles}` of an alarm and its decider, {} without files. `gid`: a column. */
export const viewedFiles = (gid: Sql, accountId: number): Sql => sql`coalesce((
  select jsonb_build_object('evidence', jsonb_build_object('files', count(*), 'viewed', coalesce(
    jsonb_agg(jsonb_build_object('name', f.name, 'kind', f.kind) order by f.kind, f.name) filter (where exists (
      select from evidence_view w where (w.file_id = f.file_id or w.media_id = f.media_id)
        and w.account_id = ${accountId}::integer and not w.listed)), '[]'::jsonb)))
  from ${filesAndPhotos(gid)} f having count(*) > 0), '{}'::jsonb)`;
