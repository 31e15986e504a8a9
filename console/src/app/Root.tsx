import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useMatches } from 'react-router';
import { usePlatform } from '../api/platform.ts';
import type { TableRoute } from './route-table.ts';

/** Route metadata: its row of the table. */
export type RouteHandle = { readonly route: TableRoute };

/** The document title: page name, then platform, on every navigation (specification 2.1). */
export function Root() {
  const { t } = useTranslation();
  const platform = usePlatform((state) => state.platName) || t('common.product');
  const handle = useMatches().at(-1)?.handle as RouteHandle | undefined;
  const title = handle ? `${t(handle.route.title)} - ${platform}` : platform;
  useEffect(() => {
    document.title = title;
  }, [title]);
  return <Outlet />;
}
