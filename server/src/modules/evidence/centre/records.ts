import { at, type Queryable, type Sql, sql } from '../../../platform/db/database.ts';
import { filesAndPhotos } from '../alarm-photos.ts';

/** What is known of evidence besides its alarm and its files. Times epoch ms. */
export type RecordRow = {
  readonly gid: string;
  /** On duty when the alarm began; null: unknown. */
  readonly driver: string | null;
  readonly driver_id: number | null;
  readonly level: 1 | 2 | 3;
  readonly pictures: number;
  readonly sounds: number;
  readonly films: number;
  readonly locked: boolean;
  readonly lock_reason: string;
  readonly locked_by: string;
  readonly locked_at: number | null;
  /** '' no legal hold. */
  readonly hold_reason: string;
  readonly note: string;
  readonly added_by: string;
  /** Its retention is counted from here. */
  readonly kept_from: number;
  readonly viewers: number;
};

const countOf = (kind: 0 | 1 | 2) =>
  sql`(select count(*)::integer from evidence_request r join evidence_file f on f.request_id = r.id
    where r.alarm_gid = e.alarm_gid and f.received_at is not null and f.kind = ${kind}::smallint)`;

export const recordsOf = (db: Queryable, gids: readonly string[]) =>
  db.query<RecordRow>(sql`
    select e.alarm_gid as gid, d.name as driver, e.driver_id, e.level, e.locked, e.lock_reason, e.locked_by, e.locked_at, e.note, e.added_by,
      ${countOf(0)} as pictures, ${countOf(1)} as sounds, ${countOf(2)} as films,
      coalesce((select h.reason from evidence_hold h where h.released_at is null
        and (h.vehicle_id = e.vehicle_id or h.driver_id = e.driver_id) order by h.held_at limit 1), '') as hold_reason,
      coalesce((select min(r.created_at) from evidence_request r where r.alarm_gid = e.alarm_gid), e.entered_at) as kept_from,
      (select count(distinct coalesce(w.account_id::text, w.account_name))::integer from ${viewsIn(sql`e.alarm_gid`)}) as viewers
    from evidence_record e left join driver d on d.id = e.driver_id
    where e.alarm_gid = any(${[...gids]}::uuid[])`);

/** Views `w` of the files `f` of an alarm that were opened. */
const viewsIn = (gid: Sql): Sql => sql`${filesAndPhotos(gid)} f
  join evidence_view w on (w.file_id = f.file_id or w.media_id = f.media_id) and not w.listed`;

const gidsOf = async (rows: Promise<{ gid: string }[]>): Promise<string[]> => (await rows).map(({ gid }) => gid);

/** Alarms enter the evidence; resolves with those that were not there. */
export async function enter(tx: Queryable, gids: readonly string[], username: string): Promise<string[]> {
  const entered = await gidsOf(tx.query(sql`select enter_evidence(${[...gids]}::uuid[], ${username}) as gid`));
  await tx.run(sql`select refresh_evidence(${entered}::uuid[])`);
  return entered;
}

export type Lock = { readonly locked: boolean; readonly reason: string; readonly username: string; readonly now: number };

/** Resolves with those that changed. A lock with another reason is a change. */
export const lock = (db: Queryable, gids: readonly string[], { locked, reason, username, now }: Lock) =>
  gidsOf(
    db.query(sql`
      update evidence_record set locked = ${locked}, lock_reason = ${locked ? reason : ''}, locked_by = ${locked ? username : ''},
        locked_at = ${at(locked ? now : null)}
      where alarm_gid = any(${[...gids]}::uuid[]) and (locked, lock_reason) is distinct from (${locked}::boolean, ${locked ? reason : ''}::text)
      returning alarm_gid as gid`),
  );

export const note = (db: Queryable, gids: readonly string[], text: string) =>
  gidsOf(
    db.query(sql`
      update evidence_record set note = ${text} where alarm_gid = any(${[...gids]}::uuid[]) and note <> ${text}
      returning alarm_gid as gid`),
  );

/** Deletes evidence with its files, but not the counts of them. Resolves with nothing deleted and those that must stay, if there are such. */
export async function remove(
  tx: Queryable,
  gids: readonly string[],
  now: number,
): Promise<{ readonly removed: string[]; readonly kept: string[] }> {
  const records = await tx.query<{ gid: string; kept: boolean }>(sql`
    select e.alarm_gid as gid, evidence_is_kept(e.alarm_gid, e.vehicle_id, e.start_at) as kept from evidence_record e
    where e.alarm_gid = any(${[...gids]}::uuid[]) order by e.alarm_gid for update`);
  const kept = records.flatMap((row) => (row.kept ? [row.gid] : []));
  if (kept.length > 0) return { removed: [], kept };
  const found = records.map(({ gid }) => gid);
  await tx.run(sql`
    select remove_evidence_files(array(select id from evidence_request where alarm_gid = any(${found}::uuid[])), ${at(now)}::timestamptz)`);
  await tx.run(sql`
    update evidence_request set state = 3, reason = 'deleted', due_at = null, ended_at = ${at(now)}
    where alarm_gid = any(${found}::uuid[])`);
  await tx.run(sql`delete from evidence_record where alarm_gid = any(${found}::uuid[])`);
  return { removed: found, kept };
}

export type ViewRow = {
  readonly at: number;
  readonly username: string;
  readonly ip: string;
  readonly exported: boolean;
  readonly kind: 0 | 1 | 2 | 3 | 4;
  readonly name: string;
};

export async function viewsOf(
  db: Queryable,
  gid: string,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ readonly rows: ViewRow[]; readonly total: number }> {
  const from = sql`from ${viewsIn(sql`${gid}::uuid`)}`;
  const [rows, total] = await Promise.all([
    db.query<ViewRow>(sql`
      select w.viewed_at as at, w.account_name as username, w.peer_ip as ip, w.exported, f.kind, f.name ${from}
      order by w.viewed_at desc, w.id desc limit ${limit} offset ${offset}`),
    db.first<{ total: number }>(sql`select count(*)::integer as total ${from}`),
  ]);
  return { rows, total: total!.total };
}

/** Logs that the files of alarms are part of a package. */
export const logExport = (db: Queryable, gids: readonly string[], accountId: number, account: string, now: number) =>
  db.run(sql`
    insert into evidence_view (file_id, media_id, account_id, account_name, peer_ip, viewed_at, exported)
    select distinct f.file_id, f.media_id, ${accountId}::integer, ${account}, '', ${at(now)}::timestamptz, true
    from unnest(${[...gids]}::uuid[]) g (gid), lateral ${filesAndPhotos(sql`g.gid`)} f`);
