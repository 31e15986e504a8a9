import DownOutlined from '@ant-design/icons/DownOutlined';
import MenuFoldOutlined from '@ant-design/icons/MenuFoldOutlined';
import MenuUnfoldOutlined from '@ant-design/icons/MenuUnfoldOutlined';
import type { ReactNode } from 'react';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { usePlatform } from '../api/platform.ts';
import { HOME } from '../api/redirect.ts';
import { useMobile } from '../hooks/use-mobile.ts';
import { Logo } from '../ui/Logo.tsx';
import { usePreferences } from '../ui/preferences.ts';
import { isFold, type MenuFold, type MenuPage, type MenuUser, markedPath, menuTree } from './menu.ts';
import { MenuIcon } from './menu-icons.tsx';
import styles from './Sidebar.module.css';
import { closeOver, toggleSidebar, useSidebar } from './sidebar-state.ts';

type Props = { path: string; user: MenuUser };

/**
 * The pages of the current group. In wide windows beside the page, with names or icons only; in narrow ones a closing overlay.
 */
export function Sidebar({ path, user }: Props) {
  const mobile = useMobile();
  const over = useSidebar((state) => state.over);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another page or another width closes it
  useEffect(closeOver, [path, mobile]);

  if (!mobile) return <Menu path={path} user={user} over={false} />;
  return over ? <OverPage path={path} user={user} /> : null;
}

function OverPage(props: Props) {
  const { t } = useTranslation();
  const root = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const element = root.current;
    const before = document.activeElement;
    (element?.querySelector<HTMLElement>('[aria-current]') ?? element?.querySelector<HTMLElement>('nav a, nav button'))?.focus();
    const handleKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') closeOver();
    };
    const handleFocusOut = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget instanceof Node && !element?.contains(relatedTarget)) closeOver();
    };
    document.addEventListener('keydown', handleKey);
    element?.addEventListener('focusout', handleFocusOut);
    return () => {
      document.removeEventListener('keydown', handleKey);
      element?.removeEventListener('focusout', handleFocusOut);
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);

  return (
    <div ref={root}>
      <button type="button" className={styles['backdrop']} aria-label={t('common.close')} tabIndex={-1} onClick={closeOver} />
      <Menu {...props} over />
    </div>
  );
}

function Menu({ path, user, over }: Props & { over: boolean }) {
  const { t } = useTranslation();
  const id = useId();
  const root = useRef<HTMLElement>(null);
  const opened = useSidebar((state) => state.opened);
  const withLogo = usePreferences(({ settings }) => settings.sidebarLogo);
  const collapsed = !over && !opened;
  const marked = markedPath(path);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is marked
  useEffect(() => {
    root.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [marked]);

  const page = (entry: MenuPage, icon: boolean) => (
    <PageLink key={entry.path} page={entry} marked={marked} icon={icon} collapsed={collapsed} />
  );

  return (
    <nav
      ref={root}
      id={id}
      className={styles['sidebar']}
      aria-label={t('bar.sidebar')}
      data-collapsed={collapsed || undefined}
      data-over={over || undefined}
    >
      {withLogo && <Brand collapsed={collapsed} />}
      <div className={styles['groups']}>
        {menuTree(path, user).map((section) => (
          <section key={section.path} aria-label={t(section.title)}>
            {!collapsed && (
              <h2 className={styles['heading']}>
                <MenuIcon path={section.path} />
                {t(section.title)}
              </h2>
            )}
            <ul>
              {section.entries.map((entry) =>
                isFold(entry) ? (
                  <Fold key={entry.path} fold={entry} marked={marked} collapsed={collapsed}>
                    {page}
                  </Fold>
                ) : (
                  page(entry, true)
                ),
              )}
            </ul>
          </section>
        ))}
      </div>
      {!over && (
        <button
          type="button"
          className={styles['toggle']}
          aria-expanded={opened}
          aria-controls={id}
          aria-label={t(opened ? 'bar.collapse' : 'bar.expand')}
          title={collapsed ? t('bar.expand') : undefined}
          onClick={toggleSidebar}
        >
          {opened ? <MenuFoldOutlined aria-hidden /> : <MenuUnfoldOutlined aria-hidden />}
          {opened && <span>{t('bar.collapse')}</span>}
        </button>
      )}
    </nav>
  );
}

function Brand({ collapsed }: { collapsed: boolean }) {
  const { t } = useTranslation();
  const { platName, logoUrl } = usePlatform();
  const name = platName || t('common.product');
  return (
    <Link to={HOME} className={styles['brand']} aria-label={name} title={name}>
      <Logo url={logoUrl} />
      {!collapsed && <span>{name}</span>}
    </Link>
  );
}

function PageLink(props: { page: MenuPage; marked: string; icon: boolean; collapsed: boolean }) {
  const { page, marked, icon, collapsed } = props;
  const { t } = useTranslation();
  const name = t(page.title);
  return (
    <li>
      <Link
        to={page.path}
        className={styles['item']}
        aria-current={page.path === marked ? 'page' : undefined}
        aria-label={name}
        title={name}
        onClick={closeOver}
      >
        {icon && <MenuIcon path={page.path} />}
        {!collapsed && <span className={styles['name']}>{name}</span>}
      </Link>
    </li>
  );
}

type FoldProps = {
  fold: MenuFold;
  marked: string;
  collapsed: boolean;
  children: (page: MenuPage, icon: boolean) => ReactNode;
};

/** A nested group, open around the current page until the user toggles it. */
function Fold({ fold, marked, collapsed, children }: FoldProps) {
  const { t } = useTranslation();
  const id = useId();
  const holds = fold.pages.some(({ path }) => path === marked);
  const [toggled, setToggled] = useState<{ at: string; open: boolean } | null>(null);
  // A toggle on another page holds until the user navigates into the group
  const open = !collapsed && (toggled && (!holds || toggled.at === marked) ? toggled.open : holds);
  const name = t(fold.title);

  function handleClick() {
    setToggled({ at: marked, open: !open });
    if (collapsed) toggleSidebar();
  }

  return (
    <li>
      <button
        type="button"
        className={styles['item']}
        data-holds={holds || undefined}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-label={name}
        title={name}
        onClick={handleClick}
      >
        <MenuIcon path={fold.path} />
        {!collapsed && (
          <>
            <span className={styles['name']}>{name}</span>
            <DownOutlined className={styles['caret']} aria-hidden />
          </>
        )}
      </button>
      {open && (
        <ul id={id} className={styles['folded']}>
          {fold.pages.map((page) => children(page, false))}
        </ul>
      )}
    </li>
  );
}
