import CloseOutlined from '@ant-design/icons/CloseOutlined';
import type { MouseEvent } from 'react';
import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { useSession } from '../api/session.ts';
import { ContextMenu, type MenuPoint } from '../ui/ContextMenu.tsx';
import type { MenuItem } from '../ui/Menu.tsx';
import { mayOpen } from './access.ts';
import { routeOf } from './route-table.ts';
import styles from './TagsView.module.css';
import { scrollTo } from './tag-scroll.ts';
import type { Tag } from './tags.ts';
import { useTags } from './tags.ts';
import { useTagActions } from './use-tag-actions.ts';

const MIDDLE = 1;

type OpenMenu = { readonly tag: Tag; readonly at: MenuPoint };

/** Open pages as a bar of links: a cross, a middle click or Delete closes one; each has a menu. */
export function TagsView() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const rights = useSession((session) => session.rights);
  const all = useTags((state) => state.tags);
  const actions = useTagActions();
  const bar = useRef<HTMLUListElement>(null);
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  // Tags survive a reload, permissions may not.
  const tags = all.filter(({ path }) => mayOpen(routeOf(path) ?? {}, rights));

  // biome-ignore lint/correctness/useExhaustiveDependencies: another page or another number of tags moves the current one
  useLayoutEffect(() => {
    const view = bar.current;
    const current = view?.querySelector<HTMLElement>('li:has([aria-current])');
    if (view && current) view.scrollLeft = scrollTo(view, current);
  }, [pathname, tags.length]);

  function close(tag: Tag) {
    actions.close(tag);
    // The focused element was removed.
    bar.current?.querySelector<HTMLElement>('[aria-current]')?.focus({ preventScroll: true });
  }

  function openMenu(event: MouseEvent, tag: Tag) {
    event.preventDefault();
    // Keyboard events have no position.
    const { left, bottom } = event.currentTarget.getBoundingClientRect();
    const byPointer = event.clientX !== 0 || event.clientY !== 0;
    setMenu({ tag, at: byPointer ? { x: event.clientX, y: event.clientY } : { x: left, y: bottom } });
  }

  const itemsFor = (tag: Tag): MenuItem[] => [
    { key: 'refresh', label: t('tags.refresh'), onSelect: () => actions.refresh(tag) },
    { key: 'close', label: t('tags.close'), disabled: tag.affix, onSelect: () => close(tag) },
    { key: 'closeOthers', label: t('tags.closeOthers'), onSelect: () => actions.closeOthers(tag) },
    { key: 'closeAll', label: t('tags.closeAll'), onSelect: actions.closeAll },
  ];

  return (
    <nav className={styles['tags']} aria-label={t('tags.label')}>
      <ul
        ref={bar}
        onWheel={({ deltaX, deltaY, currentTarget }) => {
          if (deltaX === 0) currentTarget.scrollLeft += deltaY;
        }}
      >
        {tags.map((tag) => (
          <li key={tag.path} onContextMenu={(event) => openMenu(event, tag)}>
            <Link
              to={tag.fullPath}
              aria-current={tag.path === pathname ? 'page' : undefined}
              aria-haspopup="menu"
              onMouseDown={(event) => {
                // A wheel press would start scrolling.
                if (event.button === MIDDLE) event.preventDefault();
              }}
              onAuxClick={(event) => {
                if (event.button !== MIDDLE) return;
                event.preventDefault();
                if (!tag.affix) close(tag);
              }}
              onKeyDown={(event) => {
                if (event.key === 'Delete' && !tag.affix) close(tag);
              }}
            >
              {t(tag.title)}
            </Link>
            {!tag.affix && (
              <button type="button" aria-label={t('tags.closePage', { page: t(tag.title) })} onClick={() => close(tag)}>
                <CloseOutlined />
              </button>
            )}
          </li>
        ))}
      </ul>
      {menu && (
        <ContextMenu
          label={t('tags.menu', { page: t(menu.tag.title) })}
          at={menu.at}
          sections={[{ key: 'all', items: itemsFor(menu.tag) }]}
          onClose={() => setMenu(null)}
        />
      )}
    </nav>
  );
}
