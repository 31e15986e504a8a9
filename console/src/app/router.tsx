import { createBrowserRouter } from 'react-router';
import { loginPath } from '../ui/redirect.ts';
import { useSession } from '../ui/session.ts';
import { routes } from './routes.tsx';

const PUBLIC = /^\/login(SF)?$/;

/** The router of the window. Whoever loses the session, in whatever way, is led to the login page and back. */
export function createRouter() {
  const router = createBrowserRouter(routes);
  useSession.subscribe((now, before) => {
    if (now.token || !before.token) return;
    const { pathname, search } = router.state.location;
    if (PUBLIC.test(pathname)) return;
    // Specification 2.2: client type 4 comes back to where it was, the others sign in at their own page.
    void router.navigate(before.userInfo?.clientType === 7 ? '/loginSF' : loginPath(pathname + search));
  });
  return router;
}
