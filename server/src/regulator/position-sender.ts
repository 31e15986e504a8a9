import { CodecError } from '@fleetwarden/protocol/codec';
import type { Content } from '@fleetwarden/protocol/jt809';
import type { Log } from '../platform/observe/log.ts';
import type { RegulatorLimits } from './limits.ts';
import type { MainLink } from './main-link.ts';
import { encodePosition, type StoredPosition } from './positions.ts';
import type { Superior } from './superiors.ts';
import type { Traffic } from './traffic.ts';
import { type BoundVehicle, toVehicleName } from './vehicles.ts';

/** Sends positions to a superior platform, and counts those that were acknowledged and those that failed. */
export type PositionSender = {
  /** Sends ordered positions: those before `liveFrom` in batches of 0x1203, others as 0x1202. False if the link is down. */
  send(vehicle: BoundVehicle, rows: readonly StoredPosition[], liveFrom: number): boolean;
  /** The link is down: unacknowledged positions failed. */
  end(): void;
};

type Share = { readonly vehicleId: number; sent: number; filled: number };

export function createPositionSender(deps: {
  readonly superior: Superior;
  readonly main: Pick<MainLink, 'send' | 'confirm'>;
  readonly traffic: Pick<Traffic, 'forwarded'>;
  readonly limits: Pick<RegulatorLimits, 'positionsOfMessage'>;
  readonly log: Log;
}): PositionSender {
  const { superior, main, traffic, limits, log } = deps;
  /** Positions that were sent and are not acknowledged. */
  const inFlight = new Set<Share>();

  /** Sends what can be encoded; false if the link is down. */
  const sendEach = (vehicle: BoundVehicle, rows: readonly StoredPosition[], liveFrom: number, share: Share): boolean => {
    try {
      for (const content of encodePositions(vehicle, rows, superior, liveFrom, limits)) {
        if (main.send(content) === null) return false;
        if (content.type === 'positions') share.filled += content.body.positions.length;
        else share.sent++;
      }
    } catch (err) {
      if (!(err instanceof CodecError)) throw err;
      // for example, a plate that is too long; it must not block other vehicles
      log.warn({ err, vehicle: vehicle.id, superior: superior.id }, 'positions for a superior platform cannot be encoded');
      traffic.forwarded(superior.id, { sent: 0, filled: 0, failed: rows.length - share.sent - share.filled, vehicleId: null });
    }
    return true;
  };

  return {
    send: (vehicle, rows, liveFrom) => {
      const share: Share = { vehicleId: vehicle.id, sent: 0, filled: 0 };
      const isUp = sendEach(vehicle, rows, liveFrom, share);
      if (share.sent + share.filled === 0) return isUp;
      inFlight.add(share);
      main.confirm(() => {
        if (inFlight.delete(share)) traffic.forwarded(superior.id, { ...share, failed: 0 });
      });
      return isUp;
    },
    end: () => {
      for (const { sent, filled } of inFlight)
        traffic.forwarded(superior.id, { sent: 0, filled: 0, failed: sent + filled, vehicleId: null });
      inFlight.clear();
    },
  };
}

/** Encodes ordered positions: recent ones as 0x1202, older ones in batches of 0x1203. */
function* encodePositions(
  vehicle: Pick<BoundVehicle, 'plate' | 'colour'>,
  rows: readonly StoredPosition[],
  superior: Pick<Superior, 'revision' | 'shifted' | 'platform'>,
  liveFrom: number,
  { positionsOfMessage: batchSize }: Pick<RegulatorLimits, 'positionsOfMessage'>,
) {
  const old = rows.filter(({ gnss_at }) => gnss_at < liveFrom);
  for (let i = 0; i < old.length; i += batchSize) {
    const positions = old.slice(i, i + batchSize).map((row) => encodePosition(row, superior));
    yield { type: 'positions', body: { positions }, vehicle: toVehicleName(vehicle) } as const satisfies Content;
  }
  for (const row of rows.slice(old.length))
    yield { type: 'position', body: encodePosition(row, superior), vehicle: toVehicleName(vehicle) } as const satisfies Content;
}
