import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';

/** The query of the page's address, and its change. A page that is kept alive behind another one does not follow that one's. */
export function useOwnQuery(): ReturnType<typeof useSearchParams> {
  const { pathname } = useLocation();
  const [query, setQuery] = useSearchParams();
  const [own, setOwn] = useState({ pathname, query });
  if (pathname === own.pathname && query !== own.query) setOwn({ pathname, query });
  return [pathname === own.pathname ? query : own.query, setQuery];
}
