import { useEffect, useState } from 'react';
import { hasSidebar } from './menu.ts';

/** Between a page that shows sidebar and tag bar and one that does not, ms, both ways (specification 2.3, 9). */
const SIDEBAR_DELAY_MS = 300;

/**
 * The page the sidebar and the tag bar stand beside; null while they are hidden. Within their pages it is the page itself, on
 * the way out of them the last one until the delay is over.
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
