import { buffer } from 'node:stream/consumers';
import type { EvidenceGraph } from '@fleetwarden/contract/alarms/evidence-graph';
import { CallError } from '@fleetwarden/contract/errors';
import { at, type Queryable, sql } from '../../platform/db/database.ts';
import type { FileKey, FileStore } from '../../platform/files/file-store.ts';
import { GRAPH_MS, MAX_DATA_FILE_BYTES, MAX_GRAPH_POINTS } from './limits.ts';

/** State of a vehicle in the data file of an alarm. */
export type DataFileState = {
  readonly at: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly speedKmh: number;
  readonly pulseKmh: number;
  readonly accelerationX: number;
  readonly accelerationY: number;
  readonly accelerationZ: number;
  readonly engineRpm: number;
  readonly braking: number;
  readonly turnLight: number;
};

type Deps = {
  readonly db: Queryable;
  readonly files: Pick<FileStore, 'read'>;
  /** States of a data file; none if it is another file. */
  readonly readStates: (file: Uint8Array) => readonly DataFileState[];
};

/** What the vehicle did around an alarm. Throws CallError notFound for an unknown alarm. */
export async function loadGraph({ db, files, readStates }: Deps, gid: string): Promise<EvidenceGraph> {
  const alarm = await db.first<{ vehicle_id: number; start_at: number }>(
    sql`select vehicle_id, start_at from alarm where gid = ${gid}`,
  );
  if (!alarm) throw new CallError('notFound');
  for (const { key } of await dataFilesOf(db, gid)) {
    const file = await files.read(key, { start: 0, end: MAX_DATA_FILE_BYTES - 1 });
    const states = file ? readStates(await buffer(file.content)) : [];
    if (states.length > 0)
      return { alarmTime: alarm.start_at, source: 'dataFile', list: states.map(toPoint).sort((a, b) => a.time - b.time) };
  }
  return { alarmTime: alarm.start_at, source: 'positions', list: await positionsOf(db, alarm.vehicle_id, alarm.start_at) };
}

const toPoint = ({ at: time, latitude, longitude, ...state }: DataFileState): EvidenceGraph['list'][number] => ({
  time,
  x: longitude,
  y: latitude,
  speed: state.speedKmh,
  pulseSpeed: state.pulseKmh,
  accelerationX: state.accelerationX,
  accelerationY: state.accelerationY,
  accelerationZ: state.accelerationZ,
  engineRpm: state.engineRpm,
  braking: state.braking !== 0,
  turnSignal: state.turnLight === 1 ? 1 : state.turnLight === 2 ? 2 : 0,
});

/** Files of an alarm whose content has no known type, the smallest first. */
const dataFilesOf = (db: Queryable, gid: string) =>
  db.query<{ key: FileKey }>(sql`
    select f.file_key as key from evidence_file f join evidence_request r on r.id = f.request_id
    where r.alarm_gid = ${gid} and f.received_at is not null and f.extension = 'bin' order by f.size_bytes, f.id`);

const positionsOf = async (db: Queryable, vehicleId: number, time: number): Promise<EvidenceGraph['list']> => {
  const rows = await db.query<{ time: number; x: number; y: number; speed: number; pulse: number | null }>(sql`
    select gnss_at as time, lng as x, lat as y, speed_kmh as speed, recorder_kmh as pulse from position
    where vehicle_id = ${vehicleId} and gnss_at between ${at(time - GRAPH_MS)} and ${at(time + GRAPH_MS)}
    order by gnss_at limit ${MAX_GRAPH_POINTS}`);
  return rows.map(({ pulse, ...row }) => ({
    ...row,
    pulseSpeed: pulse,
    accelerationX: null,
    accelerationY: null,
    accelerationZ: null,
    engineRpm: null,
    braking: null,
    turnSignal: null,
  }));
};
