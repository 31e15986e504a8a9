import { createBrowserRouter } from 'react-router';
import { leavePage } from '../api/page-signal.ts';
import { loginPath } from '../api/redirect.ts';
import { isInspection, useSession } from '../api/session.ts';
import { routeOf } from './route-table.ts';
import { routes } from './routes.tsx';
import { clearTags } from './tags.ts';

/** Pages before a session: losing a session does not leave them. */
const ENTRANCE = /^\/(login(SF|Receive)?|auth-redirect)$/;

/**
 * Creates the router. A lost session clears the tags and redirects by specification 2.2: client type 4 to the login page and
 * back, others to /loginSF, inspection to /login. Leaving a page aborts its reads. Lost permissions are checked by the guard.
 */
export function createRouter() {
  const router = createBrowserRouter(routes);

  let { pathname: shown } = router.state.location;
  router.subscribe(({ location: { pathname } }) => {
    if (pathname === shown) return;
    shown = pathname;
    leavePage();
  });

  useSession.subscribe((now, before) => {
    // The user's permissions changed: check the current page again.
    if (now.rights && before.rights && now.rights.join() !== before.rights.join()) void router.revalidate();
    if (now.token || !before.token) return;
    clearTags();
    const { pathname, search } = router.state.location;
    if (ENTRANCE.test(pathname)) return;
    const login = isInspection(before) ? '/login' : before.userInfo?.clientType === 7 ? '/loginSF' : loginPath(cameFrom());
    void router.navigate(login);

    function cameFrom(): string {
      const route = routeOf(pathname);
      return route?.open && !route.bare ? '/' : pathname + search;
    }
  });
  return router;
}
