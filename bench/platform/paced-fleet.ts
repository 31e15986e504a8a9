import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type Db, sql } from '../../server/src/platform/db/database.ts';
import { CODE } from '../gateway/fleet.ts';
import type { PacedOptions, PacedVehicle } from '../gateway/paced.ts';
import type { Bench } from './product.ts';

/** Distribution of vehicles: percentiles around a place, with a radius in degrees; the last place is far from the others. */
const PLACES = [
  { below: 30, lng: 114.06, lat: 22.55, within: 0.12 },
  { below: 70, lng: 121.47, lat: 31.23, within: 1 },
  { below: 99, lng: 116.4, lat: 39.9, within: 1.5 },
  { below: 100, lng: 89, lat: 36, within: 8 },
] as const;
/** The place of a third of them. */
export const [CITY] = PLACES;

/** Known terminals whose vehicles are all in operation. */
export async function letIn(db: Db): Promise<void> {
  await db.run(sql`update terminal set auth_code = ${CODE}, authenticated_at = now(), protocol_version = 2013`);
  await db.run('update vehicle set run_state = 1');
}

/** The vehicles by number, with the places of PLACES. Deterministic. */
export async function placed({ db }: Pick<Bench, 'db'>, count: number): Promise<PacedVehicle[]> {
  const terminals = await db.query<{ id: number; phone: string }>(sql`
    select vehicle_id as id, phone from terminal where vehicle_id <= ${count} order by vehicle_id`);
  return terminals.map(({ id, phone }) => {
    const place = PLACES.find(({ below }) => id % 100 < below)!;
    // two sequences that fill a square evenly
    const [east, north] = [(id * 0.754877666) % 1, (id * 0.569840296) % 1];
    return { id, phone, lng: place.lng + (2 * east - 1) * place.within, lat: place.lat + (2 * north - 1) * place.within };
  });
}

/** Terminals in their own process, logged in, waiting for 'go'. */
export async function startPaced(options: PacedOptions): Promise<ChildProcess> {
  const terminals = fork(join(import.meta.dirname, '../gateway/paced-terminals.ts'));
  terminals.send(options);
  await once(terminals, 'message');
  return terminals;
}
