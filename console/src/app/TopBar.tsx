import DownOutlined from '@ant-design/icons/DownOutlined';
import EnvironmentOutlined from '@ant-design/icons/EnvironmentOutlined';
import FullscreenExitOutlined from '@ant-design/icons/FullscreenExitOutlined';
import FullscreenOutlined from '@ant-design/icons/FullscreenOutlined';
import LogoutOutlined from '@ant-design/icons/LogoutOutlined';
import MoonOutlined from '@ant-design/icons/MoonOutlined';
import SunOutlined from '@ant-design/icons/SunOutlined';
import UserOutlined from '@ant-design/icons/UserOutlined';
import { permission } from '@fleetwarden/contract/permissions';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, NavLink } from 'react-router';
import { notify } from '../ui/feedback.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { LanguageSwitch } from '../ui/LanguageSwitch.tsx';
import { Logo } from '../ui/Logo.tsx';
import { MenuButton } from '../ui/MenuButton.tsx';
import { loadPlatform, usePlatform } from '../ui/platform.ts';
import { toggleMode, usePreferences } from '../ui/preferences.ts';
import { HOME } from '../ui/redirect.ts';
import { useSession } from '../ui/session.ts';
import { logOut } from './log-out.ts';
import styles from './Shell.module.css';

/** The specification's entries, each behind its right; more rows come with their pages. */
const ENTRIES = [
  { path: HOME, label: 'shell.monitoring', right: permission.monitoring, icon: <EnvironmentOutlined aria-hidden /> },
] as const;

export function TopBar() {
  const { t } = useTranslation();
  const { platName, logoUrl } = usePlatform();
  const rights = useSession((state) => state.rights);
  const mode = usePreferences((state) => state.mode);

  useEffect(() => void loadPlatform(), []);

  return (
    <header className={styles['bar']}>
      <Link to={HOME} className={styles['brand']} title={t('shell.home')}>
        <Logo url={logoUrl} />
        <span>{platName || t('common.product')}</span>
      </Link>
      <nav className={styles['entries']} aria-label={t('shell.navigation')}>
        {ENTRIES.filter(({ right }) => rights?.includes(right)).map(({ path, label, icon }) => (
          <NavLink key={path} to={path} aria-label={t(label)} title={t(label)}>
            {icon}
            <span>{t(label)}</span>
          </NavLink>
        ))}
      </nav>
      <LanguageSwitch />
      <IconButton
        label={t(mode === 'dark' ? 'shell.themeLight' : 'shell.themeDark')}
        icon={mode === 'dark' ? <SunOutlined /> : <MoonOutlined />}
        onClick={toggleMode}
      />
      <FullscreenButton />
      <UserMenu />
    </header>
  );
}

function FullscreenButton() {
  const { t } = useTranslation();
  const [full, setFull] = useState(() => Boolean(document.fullscreenElement));

  useEffect(() => {
    const follow = () => setFull(Boolean(document.fullscreenElement));
    document.addEventListener('fullscreenchange', follow);
    return () => document.removeEventListener('fullscreenchange', follow);
  }, []);

  function handleClick() {
    if (!document.fullscreenEnabled) return notify('warning', t('shell.fullscreenUnsupported'));
    void (full ? document.exitFullscreen() : document.documentElement.requestFullscreen());
  }

  return (
    <IconButton
      label={t(full ? 'shell.exitFullscreen' : 'shell.fullscreen')}
      icon={full ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
      onClick={handleClick}
    />
  );
}

function UserMenu() {
  const { t } = useTranslation();
  const user = useSession((state) => state.userInfo);
  return (
    <MenuButton
      label={t('shell.userMenu')}
      title={user?.account ?? ''}
      items={[
        { key: 'signOut', label: t('identity.signOut'), icon: <LogoutOutlined aria-hidden />, onSelect: () => void logOut() },
      ]}
    >
      <UserOutlined />
      <span className={styles['user']}>{user?.username}</span>
      <DownOutlined className={styles['caret']} />
    </MenuButton>
  );
}
