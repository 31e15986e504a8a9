import { DAY_MS } from '@fleetwarden/domain/durations';
import { CodecError } from '@fleetwarden/protocol/codec';
import { decodeBody, timeOfDigits } from '@fleetwarden/protocol/jt808';
import { at, sql } from '../../platform/db/database.ts';
import type { GatewayDeps } from '../deps.ts';
import { RESULT } from '../session.ts';
import type { MessageHandler } from './message-handler.ts';

/** 0x1005: stores counted passengers, then answers. The same span again replaces its counts. A vehicle has a limit per 24 hours. */
export function createPassengerFlowHandler({ db, limits }: Pick<GatewayDeps, 'db' | 'limits'>): MessageHandler {
  return async ({ session, header, body, serial, receivedAt }) => {
    const message = decodeBody({ ...header, version: session.version }, body);
    if (message.type !== 'passengerFlow') return session.answer(serial, header.id, RESULT.unsupported);
    const { startTime, endTime, boarded, alighted } = message.body;
    const [start, end] = [timeOfDigits(startTime), timeOfDigits(endTime)];
    if (start === null || end === null || end < start) throw new CodecError(`passengers from ${startTime} to ${endTime}`);
    // live sessions have a vehicle
    const vehicleId = session.entry!.vehicleId!;
    const stored = await db.run(sql`
      insert into passenger_flow (vehicle_id, start_at, end_at, on_count, off_count, received_at)
      select id, ${at(start)}, ${at(end)}, ${boarded}, ${alighted}, ${at(receivedAt)} from vehicle
      where id = ${vehicleId} and ${limits.passengerFlowsPerDay} > (
        select count(*) from passenger_flow where vehicle_id = ${vehicleId} and received_at > ${at(receivedAt - DAY_MS)})
      on conflict (vehicle_id, start_at, end_at) do update
        set on_count = excluded.on_count, off_count = excluded.off_count, received_at = excluded.received_at`);
    session.answer(serial, header.id, stored > 0 ? RESULT.ok : RESULT.failed);
  };
}
