import type { ReactNode } from 'react';
import { Activity, memo, useEffect, useState } from 'react';
import type { Location } from 'react-router';
import { useLocation, useMatches, useNavigationType, useOutlet, useRoutes } from 'react-router';
import type { KeepAlivePage } from './keep-alive-pages.ts';
import { keepPages } from './keep-alive-pages.ts';
import type { RouteHandle } from './Root.tsx';
import { closeTags, useTags, visit } from './tags.ts';
import type { Closing } from './use-tag-actions.ts';

/**
 * Renders the current page, and keeps earlier pages hidden while their tag is open: state and elements stay, effects stop and
 * restart. Each shown page gets its tag here.
 */
export function KeepAliveOutlet() {
  const outlet = useOutlet();
  const location = useLocation();
  const handle = useMatches().at(-1)?.handle as RouteHandle | undefined;
  const { tags, drawn } = useTags();
  const { pathname, search, hash } = location;

  // Going back in the history closes no tags again.
  const closes = useNavigationType() === 'POP' ? undefined : (location.state as Closing)?.closes;

  useEffect(() => visit(pathname + search + hash), [pathname, search, hash]);
  useEffect(() => {
    if (closes) closeTags(closes);
  }, [closes]);

  const shown: KeepAlivePage = {
    path: pathname,
    key: `${pathname}#${drawn[pathname] ?? 0}`,
    keep: handle?.route.keepAlive === true && !handle.route.noCache,
  };
  const [alivePages, setAlivePages] = useState<readonly KeepAlivePage[]>([]);
  const pages = keepPages(alivePages, shown, (path) => tags.some((tag) => tag.path === path));
  if (pages !== alivePages) setAlivePages(pages);

  // A stable order of elements: moving an element would reset its scroll position.
  const drawnPages = [...pages].sort((a, b) => (a.key < b.key ? -1 : 1));
  return drawnPages.map(({ key }) => (
    <Activity key={key} mode={key === shown.key ? 'visible' : 'hidden'}>
      <Page shown={key === shown.key} location={location}>
        {outlet}
      </Page>
    </Activity>
  ));
}

/** A page with its last URL. Hidden pages do not re-render for other URLs or stored tags. */
const Page = memo(function Page(props: { shown: boolean; location: Location; children: ReactNode }) {
  const { shown, location, children } = props;
  const [last, setLast] = useState({ location, children });
  if (shown && (last.location !== location || last.children !== children)) setLast({ location, children });
  return useRoutes([{ path: '*', element: last.children }], last.location);
});
