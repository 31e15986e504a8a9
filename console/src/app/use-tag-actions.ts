import { useLocation, useNavigate } from 'react-router';
import { isInspection, useSession } from '../ui/session.ts';
import { homeOf } from './access.ts';
import type { Tag } from './tags.ts';
import { closeAll, closeOthers, closeTag } from './tags.ts';

/** What can be done with a tag, and where each leads. */
export type TagActions = {
  readonly refresh: (tag: Tag) => void;
  readonly close: (tag: Tag) => void;
  readonly closeOthers: (tag: Tag) => void;
  readonly closeAll: () => void;
};

/** The tag bar's actions; closing the page that is shown leads to the last remaining tag, else home (specification 2.4). */
export function useTagActions(): TagActions {
  const navigate = useNavigate();
  const { pathname } = useLocation();

  function leaveFor(remaining: readonly Tag[]): void {
    if (remaining.some(({ path }) => path === pathname)) return;
    const to = remaining.at(-1)?.fullPath ?? homeOf(isInspection(useSession.getState()));
    // Home itself was closed: it comes back, but not as it was.
    void navigate(to === pathname ? `/redirect${to}` : to);
  }

  return {
    refresh: ({ fullPath }) => void navigate(`/redirect${fullPath}`, { replace: true }),
    close: ({ path }) => leaveFor(closeTag(path)),
    closeOthers: (tag) => {
      closeOthers(tag.path);
      if (tag.path !== pathname) void navigate(tag.fullPath);
    },
    closeAll: () => leaveFor(closeAll()),
  };
}
