import { createBrowserRouter } from 'react-router';
import { leavePage } from '../api/page-signal.ts';
import { loginPath } from '../api/redirect.ts';
import { isInspection, useSession } from '../api/session.ts';
import { routeOf } from './route-table.ts';
import { routes } from './routes.tsx';
import { clearTags } from './tags.ts';

/** Pages on the way to a session: losing one leaves them as they are. */
const ENTRANCE = /^\/(login(SF|Receive)?|auth-redirect)$/;

/**
 * The router of the window. Whoever loses the session, in whatever way, leaves no tags and is led where specification 2.2 says:
 * client type 4 to the login page and back to where it was, others to /loginSF, inspection to /login. Leaving a page gives up
 * what it was still reading. Whoever may no longer open the page they are on is led where the guard says.
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
    // A role was taken away or given: the page that is shown is asked for its right again.
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
