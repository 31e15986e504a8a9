import { useLocation, useNavigate } from 'react-router';
import { isInspection, useSession } from '../api/session.ts';
import { homeOf } from './access.ts';
import type { Tag } from './tags.ts';
import { closeTags, useTags } from './tags.ts';

/** Actions of a tag, and their targets. */
export type TagActions = {
  readonly refresh: (tag: Tag) => void;
  readonly close: (tag: Tag) => void;
  readonly closeOthers: (tag: Tag) => void;
  readonly closeAll: () => void;
};

/** Navigation state: tags to close on arrival, because the current page may refuse to leave. */
export type Closing = { readonly closes?: readonly string[] } | null;

/** Actions of the tag bar; closing the current page opens the last remaining tag, else home (specification 2.4). */
export function useTagActions(): TagActions {
  const navigate = useNavigate();
  const { pathname } = useLocation();

  function close(closed: (tag: Tag) => boolean, to?: Tag): void {
    const { tags } = useTags.getState();
    const closes = tags.filter((tag) => !tag.affix && closed(tag)).map(({ path }) => path);
    const remaining = tags.filter(({ path }) => !closes.includes(path));
    const stays = to ? to.path === pathname : remaining.some(({ path }) => path === pathname);
    const target = (to ?? remaining.at(-1))?.fullPath ?? homeOf(isInspection(useSession.getState()));
    if (stays) closeTags(closes);
    else void navigate(target, { state: { closes } satisfies Closing });
  }

  return {
    refresh: ({ fullPath }) => void navigate(`/redirect${fullPath}`, { replace: true }),
    close: ({ path }) => close((tag) => tag.path === path),
    closeOthers: (tag) => close(({ path }) => path !== tag.path, tag),
    closeAll: () => close(() => true),
  };
}
