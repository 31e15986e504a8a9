import FullscreenExitOutlined from '@ant-design/icons/FullscreenExitOutlined';
import FullscreenOutlined from '@ant-design/icons/FullscreenOutlined';
import MoonOutlined from '@ant-design/icons/MoonOutlined';
import SkinOutlined from '@ant-design/icons/SkinOutlined';
import SunOutlined from '@ant-design/icons/SunOutlined';
import type { ComponentType } from 'react';
import { Suspense, useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { loadPlatform, usePlatform } from '../api/platform.ts';
import { HOME } from '../api/redirect.ts';
import { useSession } from '../api/session.ts';
import { useMobile } from '../hooks/use-mobile.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { LanguageSwitch } from '../ui/LanguageSwitch.tsx';
import { Logo } from '../ui/Logo.tsx';
import { lazyComponent } from '../ui/lazy-component.ts';
import { toggleMode, usePreferences } from '../ui/preferences.ts';
import { INSPECTION } from './access.ts';
import { BarEntries, BarMenu } from './BarEntries.tsx';
import { activeEntry, barEntries } from './entries.tsx';
import { toggleFullscreen, useFullscreen } from './fullscreen.ts';
import { registerCommands } from './palette-commands.ts';
import { SizeSelect } from './SizeSelect.tsx';
import type { AccountActions } from './slots.ts';
import styles from './TopBar.module.css';
import { UserMenu } from './UserMenu.tsx';

const SettingsDrawer = lazyComponent(async () => (await import('./SettingsDrawer.tsx')).SettingsDrawer);

type Props = {
  /** Tools of other features: search, bells, error log. */
  tools: readonly ComponentType[];
  account: AccountActions | null;
};

/** Entries, tools and the user menu (specification 2.3). */
export function TopBar({ tools, account }: Props) {
  const { t, i18n } = useTranslation();
  const { pathname } = useLocation();
  const { platName, logoUrl } = usePlatform();
  const rights = useSession((state) => state.rights);
  const user = useSession((state) => state.userInfo);
  const narrow = useMobile();
  const [settingsOpen, setSettingsOpen] = useState(false);

  const openSettings = useCallback(() => setSettingsOpen(true), []);

  // the server names the platform in the user's language
  // biome-ignore lint/correctness/useExhaustiveDependencies: the language decides the name
  useEffect(() => void loadPlatform(), [i18n.language]);
  useEffect(
    () => registerCommands([{ id: 'settings.open', title: (t) => t('bar.settings'), run: openSettings }]),
    [openSettings],
  );

  // Before the user is known, tools could make calls that an inspection must not make
  const withTools = user !== null && !user.inspection;
  const inspection = Boolean(user?.inspection);
  const entries = barEntries({ rights, clientType: user?.clientType, inspection });
  const active = activeEntry(entries, pathname);
  const name = platName || t('common.product');

  return (
    <header className={styles['bar']}>
      <Link to={inspection ? INSPECTION : HOME} className={styles['brand']} title={`${name} · ${t('shell.home')}`}>
        <Logo url={logoUrl} />
        <span>{name}</span>
      </Link>
      {narrow && !inspection ? <BarMenu entries={entries} active={active} /> : <BarEntries entries={entries} active={active} />}
      <div className={styles['tools']}>
        {withTools && (
          <Suspense fallback={null}>
            {tools.map((Tool, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a fixed list
              <Tool key={i} />
            ))}
          </Suspense>
        )}
        {!narrow && !inspection && <SizeSelect />}
        {(!narrow || inspection) && (
          <>
            <LanguageSwitch />
            <ThemeButton />
          </>
        )}
        {!narrow && !inspection && <IconButton label={t('bar.settings')} icon={<SkinOutlined />} onClick={openSettings} />}
        {!narrow && <FullscreenButton />}
        <UserMenu account={account} tools={narrow ? { onSettings: openSettings } : null} />
      </div>
      {settingsOpen && (
        <Suspense fallback={null}>
          <SettingsDrawer onClose={() => setSettingsOpen(false)} />
        </Suspense>
      )}
    </header>
  );
}

function ThemeButton() {
  const { t } = useTranslation();
  const dark = usePreferences(({ mode }) => mode === 'dark');
  return (
    <IconButton
      label={t(dark ? 'shell.themeLight' : 'shell.themeDark')}
      icon={dark ? <SunOutlined /> : <MoonOutlined />}
      onClick={toggleMode}
    />
  );
}

function FullscreenButton() {
  const { t } = useTranslation();
  const full = useFullscreen();
  return (
    <IconButton
      label={t(full ? 'shell.exitFullscreen' : 'shell.fullscreen')}
      icon={full ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
      onClick={toggleFullscreen}
    />
  );
}
