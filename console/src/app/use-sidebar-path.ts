import { useEffect, useState } from 'react';
import { hasSidebar } from './menu.ts';

/** Delay of showing and hiding sidebar and tag bar, ms (specification 2.3, 9). */
const SIDEBAR_DELAY_MS = 300;

/**
 * The page beside which sidebar and tag bar are shown; null while hidden. After leaving their pages, the last page until the
 * delay is over.
 */
export function useSidebarPath(path: string): string | null {
  const wanted = hasSidebar(path);
  const [shown, setShown] = useState(wanted ? path : null);

  useEffect(() => {
    if (wanted === (shown !== null)) return;
    const timer = setTimeout(() => setShown(wanted ? path : null), SIDEBAR_DELAY_MS);
    return () => clearTimeout(timer);
  }, [wanted, shown, path]);

  if (wanted && shown !== null && shown !== path) setShown(path);
  return wanted && shown !== null ? path : shown;
}
