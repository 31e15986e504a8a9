import { Outlet, useMatches } from 'react-router';
import { useSession } from '../api/session.ts';
import type { RouteHandle } from './Root.tsx';
import { Shell } from './Shell.tsx';

/** The shell around a page. Open pages render without it until the user signs in. */
export function Frame() {
  const signedIn = useSession(({ rights }) => rights !== null);
  const handle = useMatches().at(-1)?.handle as RouteHandle | undefined;
  return handle?.route.open && !signedIn ? <Outlet /> : <Shell />;
}
