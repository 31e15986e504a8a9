import type { ParseKeys } from 'i18next';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useMatches } from 'react-router';
import { usePlatform } from '../ui/platform.ts';

/** What a route says of itself: the key of its page's name. */
export type RouteHandle = { readonly title: ParseKeys };

/** Keeps the window's title: the page's name and the platform's (specification 2.1). */
export function Root() {
  const { t } = useTranslation();
  const platform = usePlatform((state) => state.platName) || t('common.product');
  const handle = useMatches().at(-1)?.handle as RouteHandle | undefined;
  const title = handle ? `${t(handle.title)} - ${platform}` : platform;
  useEffect(() => {
    document.title = title;
  }, [title]);
  return <Outlet />;
}
