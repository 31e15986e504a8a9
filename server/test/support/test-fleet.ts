import type { VehicleLive } from '@fleetwarden/domain/vehicle-live';
import { sql } from '../../src/platform/db/database.ts';
import type { TestServer } from './test-server.ts';

/** For tests: a vehicle with a terminal and a driver. Consoles know of it after `fleetChanged`. */
export async function addVehicle(
  { db }: Pick<TestServer, 'db'>,
  vehicle: { plate: string; departmentId: number; phone?: string; driver?: string; vehicleType?: number; model?: string },
): Promise<number> {
  const { plate, departmentId, phone = null, driver = null, vehicleType = 21, model = null } = vehicle;
  const driverId = driver
    ? (await db.first<{ id: number }>(sql`
        insert into driver (department_id, name, phone) values (${departmentId}, ${driver}, '13800138000') returning id`))!.id
    : null;
  const { id } = (await db.first<{ id: number }>(sql`
    insert into vehicle (plate, department_id, driver_id, vehicle_type, plate_colour)
    values (${plate}, ${departmentId}, ${driverId}, ${vehicleType}, 2) returning id`))!;
  if (phone)
    await db.run(
      sql`insert into terminal (phone, vehicle_id, terminal_no, protocol_version, model) values (${phone}, ${id}, 'T1', 2019, ${model})`,
    );
  return id;
}

/** A live picture as ingest publishes it. */
export const live = (vehicleId: number, values: Partial<VehicleLive> = {}): VehicleLive => ({
  vehicleId,
  online: true,
  gnssAt: 1_790_000_000_000,
  receivedAt: 1_790_000_001_000,
  lng: 113.2644,
  lat: 23.1291,
  altitudeM: 21,
  speedKmh: 60,
  recorderKmh: null,
  heading: 90,
  alarmBits: 0,
  statusBits: 3,
  odometerKm: 12_345.6,
  fuelL: 80,
  signal: 25,
  satellites: 14,
  dayKm: 12.34,
  status: 2,
  statusSince: 1_790_000_000_000,
  stale: false,
  ...values,
});
