import type { ReactNode } from 'react';
import { Activity, Suspense, use, useEffect, useState } from 'react';
import { useLocation, useMatches, useNavigationType, useOutlet } from 'react-router';
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
      <Suspense>
        <Page shown={key === shown.key}>{outlet}</Page>
      </Suspense>
    </Activity>
  ));
}

/** A page. While it is hidden it is suspended: each navigation changes the router's contexts, and would render all hidden pages. */
function Page({ shown, children }: { shown: boolean; children: ReactNode }) {
  const [never] = useState(() => new Promise<never>(() => undefined));
  if (!shown) use(never);
  return children;
}
