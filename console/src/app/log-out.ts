import { identityCalls } from 'virtual:calls/identity';
import { wgs84ToBd09 } from '@fleetwarden/domain/coordinates';
import { call } from '../ui/api/call.ts';
import { useMapState } from '../ui/map-state.ts';
import { endSession } from '../ui/session.ts';

/** The map modes of the specification; the saved centre is in the system of mode 1. */
const MAP_TYPE = 1;

/** Tells the server, with the map's state as it is, and leaves whatever the server answers. */
export async function logOut(): Promise<void> {
  const { view } = useMapState.getState();
  const state = view && {
    level: Math.round(view.zoom),
    center: wgs84ToBd09(view.center)
      .map((degrees) => degrees.toFixed(6))
      .join('|'),
    mapType: MAP_TYPE,
  };
  await call(identityCalls.loginOut, state ?? {}, { quiet: true }).catch(() => undefined);
  endSession();
}
