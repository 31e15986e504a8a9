import { identityCalls } from 'virtual:calls/identity';
import { call } from '../ui/api/call.ts';
import { savedView } from '../ui/map-state.ts';
import { endSession } from '../ui/session.ts';

/** Tells the server, with the map's state as it is, and leaves whatever the server answers. */
export async function logOut(): Promise<void> {
  await call(identityCalls.loginOut, savedView(), { quiet: true }).catch(() => undefined);
  endSession();
}
