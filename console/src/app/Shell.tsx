import IconContext from '@ant-design/icons/es/components/Context';
import MenuUnfoldOutlined from '@ant-design/icons/MenuUnfoldOutlined';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { UIEvent } from 'react';
import { Suspense, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useSession } from '../api/session.ts';
import { useMobile } from '../hooks/use-mobile.ts';
import { PageLinksContext } from '../shared/page-links.ts';
import { VehicleVideoContext } from '../shared/vehicle-video.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { lazyComponent } from '../ui/lazy-component.ts';
import { usePreferences } from '../ui/preferences.ts';
import { icons } from '../ui/theme/icons.ts';
import { Breadcrumbs } from './Breadcrumbs.tsx';
import { LiveProvider } from './LiveProvider.tsx';
import { type MenuUser, menuPages } from './menu.ts';
import styles from './Shell.module.css';
import { Sidebar } from './Sidebar.tsx';
import { openOver, useSidebar } from './sidebar-state.ts';
import { type ShellSlots, slots } from './slots.ts';
import { TopBar } from './TopBar.tsx';
import { useSidebarPath } from './use-sidebar-path.ts';

/** For features that do not play video. */
const VehicleVideo = lazyComponent(async () => (await import('../features/video/VehicleVideo.tsx')).VehicleVideo);

/** The client has shown errors, and a refusal is final: no retries. */
const makeQueries = () => new QueryClient({ defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false } } });

/** The frame around every page of a signed-in user, with shared providers. */
export function Shell() {
  const [queries] = useState(makeQueries);
  const prefix = useSession(({ token }) => token?.split('.')[0] ?? '');
  // Specification 2.10: an inspection has no sockets
  const sockets = useSession(({ userInfo }) => userInfo !== null && !userInfo.inspection);
  return (
    <IconContext value={icons}>
      <QueryClientProvider client={queries}>
        <LiveProvider key={prefix} prefix={prefix} sockets={sockets}>
          <ShellFrame {...slots} />
        </LiveProvider>
      </QueryClientProvider>
    </IconContext>
  );
}

/** Top bar, sidebar, tag bar, breadcrumbs and the page. */
export function ShellFrame({ barTools, account, TagBar, Page, overlays }: ShellSlots) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const page = useRef<HTMLElement>(null);
  const { tagsView, fixedHeader } = usePreferences(({ settings }) => settings);
  const sidebarPath = useSidebarPath(pathname);
  const user = useMenuUser();
  const links = useMemo(() => menuPages(user), [user]);

  // The header scrolls away; the sidebar stays (Shell.module.css)
  function handleScroll({ currentTarget }: UIEvent<HTMLElement>) {
    currentTarget.style.setProperty('--scrolled', `${currentTarget.scrollTop}px`);
  }

  return (
    <div className={styles['shell']} data-header={fixedHeader ? 'fixed' : 'scrolling'} onScroll={handleScroll}>
      <button type="button" className={styles['skip']} onClick={() => page.current?.focus()}>
        {t('bar.skipToPage')}
      </button>
      <div className={styles['top']}>
        <TopBar tools={barTools} account={account} />
      </div>
      <div className={styles['body']}>
        {sidebarPath !== null && (
          <div className={styles['side']}>
            <Sidebar path={sidebarPath} user={user} />
          </div>
        )}
        <div className={styles['content']}>
          {sidebarPath !== null && (
            <>
              {tagsView && TagBar && <TagBar />}
              <div className={styles['trail']}>
                <SidebarOpener />
                <Breadcrumbs path={sidebarPath} user={user} />
              </div>
            </>
          )}
          <main ref={page} className={styles['page']} tabIndex={-1}>
            <PageLinksContext value={links}>
              <VehicleVideoContext value={VehicleVideo}>
                <Suspense fallback={null}>
                  <Page />
                </Suspense>
              </VehicleVideoContext>
            </PageLinksContext>
          </main>
        </div>
      </div>
      <Suspense fallback={null}>
        {overlays.map((Overlay, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a fixed list
          <Overlay key={i} />
        ))}
      </Suspense>
    </div>
  );
}

function useMenuUser(): MenuUser {
  const rights = useSession((state) => state.rights);
  const clientType = useSession(({ userInfo }) => userInfo?.clientType);
  return useMemo(() => ({ rights, clientType }), [rights, clientType]);
}

/** Opens the sidebar in narrow windows. */
function SidebarOpener() {
  const { t } = useTranslation();
  const mobile = useMobile();
  const over = useSidebar((state) => state.over);
  if (!mobile) return null;
  return <IconButton label={t('bar.openSidebar')} icon={<MenuUnfoldOutlined />} expanded={over} onClick={openOver} />;
}
