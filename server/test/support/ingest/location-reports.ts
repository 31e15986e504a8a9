import type { AlarmItem } from '@fleetwarden/domain/alarm-item';
import type { LocationReported } from '@fleetwarden/domain/location';
import { createIngest, type Ingest, type IngestOptions } from '../../../src/ingest/ingest.ts';
import { createMemoryBus } from '../../../src/platform/bus/memory-bus.ts';
import type { ServerBus, ServerEvents } from '../../../src/platform/bus/server-events.ts';
import { type Db, sql } from '../../../src/platform/db/database.ts';
import { createPartitions } from '../../../src/platform/db/partitions.ts';
import { createLog } from '../../../src/platform/observe/log.ts';
import { createMetrics } from '../../../src/platform/observe/metrics.ts';

const RETENTION_DAYS = 400;

/** A vehicle on its way, at a device time; received then, too. */
export function report(vehicleId: number, deviceAt: number, more: Partial<LocationReported> = {}): LocationReported {
  return {
    vehicleId,
    deviceAt,
    receivedAt: Date.now(),
    backfill: false,
    lng: 116.397,
    lat: 39.909,
    altitudeM: 40,
    speedKmh: 40,
    heading: 90,
    alarmBits: 0,
    statusBits: 3,
    odometerKm: null,
    recorderKmh: null,
    fuelL: null,
    ioBits: null,
    signal: null,
    satellites: null,
    extra: null,
    ...more,
  };
}

/** Starts an ingest on a migrated database. `alarmItemsOf`: decodes additional items; default none. */
export async function startIngest(
  db: Db,
  alarmItemsOf: (extra: Uint8Array) => readonly AlarmItem[] = () => [],
  more: Pick<IngestOptions, 'rulesOf' | 'findNotificationPolicy' | 'geofenceSnapshot' | 'dueMs'> = {},
): Promise<{ ingest: Ingest; bus: ServerBus }> {
  const log = createLog('silent');
  const bus = createMemoryBus<ServerEvents>((subject, error) => log.error({ err: error, subject }));
  const partitions = createPartitions(db, RETENTION_DAYS);
  const common = { db, bus, log, metrics: createMetrics(), partitions, timeZone: 'Asia/Shanghai' };
  const ingest = createIngest({ ...common, alarmItemsOf, ...more });
  await ingest.start();
  return { ingest, bus };
}

/** Accepts as one message and resolves with its fate. */
export function settle(ingest: Ingest, reports: readonly LocationReported[]): Promise<'stored' | 'refused'> {
  return new Promise((resolve) => ingest.accept(reports, { stored: () => resolve('stored'), refused: () => resolve('refused') }));
}

/** Makes vehicles; returns their ids. */
export async function vehicles(db: Db, count: number): Promise<number[]> {
  await db.run(`insert into department (name) select '车队' where not exists (select from department)`);
  const rows = await db.query<{ id: number }>(
    sql`insert into vehicle (department_id, plate) select (select min(id) from department), gen_random_uuid()::text
        from generate_series(1, ${count}::int) returning id`,
  );
  return rows.map(({ id }) => id);
}
