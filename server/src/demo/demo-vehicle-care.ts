import { type Queryable, sql } from '../platform/db/database.ts';

/** One of this many vehicles had another terminal before, and one has a service that ends soon. */
const EVERY = 11;

/** Vehicles that get channels: enough to look at. */
const MAX_VEHICLES = 2_000;

/** The cameras of each vehicle; the one of the driver has a microphone. */
const CHANNELS = ['前向道路', '驾驶员', '车厢', '右侧盲区'] as const;

/** Creates video channels, service periods, replaced terminals and unknown terminals. Run it after the demo's records. */
export async function enterDemoVehicleCare(tx: Queryable): Promise<void> {
  await tx.run(sql`
      update vehicle set service_from = coalesce(service_from, current_date - 300 - id % 60),
        service_to = coalesce(service_to, case when id % ${EVERY} = 0 then current_date + (id % 40 - 10) else current_date + 65 + id % 300 end)
      where deleted_at is null`);
  await tx.run(sql`
      insert into vehicle_channel (vehicle_id, logical, physical, name, kind, icon, yuntai)
      select v.id, c.place, c.place, c.name, case when c.place = 2 then 0 else 2 end, 1, false
      from (select id from vehicle where deleted_at is null order by id limit ${MAX_VEHICLES}) v cross join unnest(${[...CHANNELS]}::text[]) with ordinality c (name, place) on conflict do nothing`);
  await tx.run(sql`
      insert into terminal_history (vehicle_id, phone, terminal_no, maker, model, since, until, account_name, reason)
      select t.vehicle_id, '1009' || right(t.phone, 7), 'OLD' || right(t.phone, 5), 'FWSIM', 'FW-V1', now() - interval '900 days',
        now() - interval '400 days', '监控员', '设备老化，更换新终端'
      from terminal t join vehicle v on v.id = t.vehicle_id where v.deleted_at is null and v.id % ${EVERY} = 0`);
  await tx.run(sql`
      insert into unknown_terminal (phone, terminal_no, maker, model, plate, plate_colour, protocol_version, peer_ip, times, first_at, last_at)
      values ('10099900001', 'FWX0001', 'FWSIM', 'FW-V9', '京A90003', 2, 2019, '192.0.2.21', 12, now() - interval '2 days', now() - interval '1 hour'),
        ('10099900002', 'FWX0002', 'FWSIM', 'FW-V3', null, null, 2013, '192.0.2.22', 3, now() - interval '5 hours', now() - interval '4 hours')
      on conflict do nothing`);
}
