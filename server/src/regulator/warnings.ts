import type { Message } from '@fleetwarden/protocol/jt809';
import type { ServerBus } from '../platform/bus/server-events.ts';
import type { Db } from '../platform/db/database.ts';
import type { Superior } from './superiors.ts';
import { vehicleByPlate } from './vehicles.ts';

/** ALARM_TYPES: a superior platform warns of a vehicle. */
const WARNED = 144;
const MAX_TEXT = 500;

/**
 * Tells on the bus that a superior platform warns of a vehicle of ours (0x9402); the same warning once more is the same alarm. Nothing
 * comes of other messages, and of vehicles that are not bound to it. Rejects without a database.
 */
export async function takeWarning(
  { db, bus, superior }: { readonly db: Db; readonly bus: Pick<ServerBus, 'publish'>; readonly superior: Pick<Superior, 'id'> },
  message: Message,
): Promise<void> {
  if (message.type !== 'warning') return;
  const { plate, colour, warnType, warnType2019, warnTime, warnTime2019, text } = message.body;
  const named = message.vehicle ?? { plate: plate ?? '', colour: colour ?? 0 };
  const vehicleId = await vehicleByPlate(db, superior.id, named.plate, named.colour);
  if (vehicleId === null) return;
  bus.publish('alarm.said', {
    vehicleId,
    typeId: WARNED,
    source: warnType ?? warnType2019 ?? 0,
    at: (warnTime ?? warnTime2019 ?? 0) * 1000,
    text: text.replaceAll('\0', '').slice(0, MAX_TEXT),
  });
}
