import { at, type Db, sql } from '../../../src/platform/db/database.ts';
import type { FleetIds } from '../fixture/fleet-ids.ts';
import { VIEWS } from '../fixture/views.ts';
import type { AlarmFiles } from '../vehicle/files.ts';

const KINDS = { picture: { kind: 0, extension: 'jpg' }, film: { kind: 2, extension: 'mp4' } } as const;
/** States of requests: waits, requested, complete, failed, left out. */
const stateOf = ({ tries, isOver, reason, listed, received }: AlarmFiles): number =>
  tries === 0 ? 4 : !isOver ? (reason === null ? 1 : 0) : listed.length > 0 && received === listed.length ? 2 : 3;

/** Stores the requests for files of alarms, and the lists of their uploads. */
export async function storeRequests(db: Db, { cars }: FleetIds, planned: readonly AlarmFiles[]): Promise<void> {
  for (const [index, files] of planned.entries()) {
    const { car, alarm, announced, listed, tries, reason } = files;
    const row = await db.first<{ id: number }>(sql`
      insert into evidence_request (alarm_gid, vehicle_id, alarm_no, identification, expected, state, reason, tries, created_at)
      select gid, vehicle_id, ${String(index)}, ${Buffer.from(String(index))}, ${announced}, ${stateOf(files)}, ${reason}, ${tries}, received_at
      from alarm where vehicle_id = ${cars[car]!} and type_id = ${alarm.typeId} and start_at = ${at(alarm.startAt)} returning id`);
    for (const [no, kind] of listed.entries())
      await db.run(sql`
        insert into evidence_file (request_id, name, kind, size_bytes, extension)
        values (${row!.id}, ${`0${KINDS[kind].kind}_64_6401_${no}_${index}.${KINDS[kind].extension}`}, ${KINDS[kind].kind}, 1000, ${KINDS[kind].extension})`);
  }
}

/** The files that came, later than their alarms were counted. */
export async function storeReceived(db: Db, planned: readonly AlarmFiles[]): Promise<void> {
  for (const [index, { received }] of planned.entries())
    await db.run(sql`
      update evidence_file set received_at = now() where id in (
        select f.id from evidence_file f join evidence_request r on r.id = f.request_id where r.alarm_no = ${String(index)}
        order by f.id limit ${received})`);
}

/** Stores who used the video of vehicles. */
export async function storeViews(db: Db, { cars, clerk }: FleetIds, start: number): Promise<void> {
  for (const { car, kind, channel, at: after, seconds, mb, played, reason } of VIEWS)
    await db.run(sql`
      insert into video_view (vehicle_id, account_id, account_name, channel, stream_type, data_type, peer_ip, started_at, played_at, ended_at, bytes,
        reason, kind)
      values (${cars[car]!}, ${clerk}, 'clerk', ${channel}, 1, ${kind === 'listen' ? 3 : 0}, '10.0.0.9', ${at(start + after)},
        ${at(played ? start + after : null)}, ${at(start + after + seconds * 1000)}, ${mb * 1_048_576}, ${reason},
        ${kind === 'listen' ? 'live' : kind})`);
}
