import type { Message } from '@fleetwarden/protocol/jt809';
import type { ServerBus } from '../platform/bus/server-events.ts';
import type { Db } from '../platform/db/database.ts';
import type { Superior } from './superiors.ts';
import { findVehicleByPlate } from './vehicles.ts';

/** ALARM_TYPES: warning of a superior platform. */
const WARNED = 144;
const MAX_TEXT = 500;

/**
 * Publishes the warning of a superior platform about a vehicle (0x9402). A repeated warning is the same alarm. Ignores other messages
 * and vehicles that are not bound to the platform. Rejects without a database.
 */
export async function publishWarning(
  { db, bus, superior }: { readonly db: Db; readonly bus: Pick<ServerBus, 'publish'>; readonly superior: Pick<Superior, 'id'> },
  message: Message,
): Promise<void> {
  if (message.type !== 'warning') return;
  const { plate, colour, warnType, warnType2019, warnTime, warnTime2019, text } = message.body;
  const named = message.vehicle ?? { plate: plate ?? '', colour: colour ?? 0 };
  const vehicleId = await findVehicleByPlate(db, superior.id, named.plate, named.colour);
  if (vehicleId === null) return;
  bus.publish('alarm.reported', {
    vehicleId,
    typeId: WARNED,
    source: warnType ?? warnType2019 ?? 0,
    at: (warnTime ?? warnTime2019 ?? 0) * 1000,
    text: text.replaceAll('\0', '').slice(0, MAX_TEXT),
  });
}
