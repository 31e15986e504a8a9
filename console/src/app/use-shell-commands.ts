import type { ConsoleRoute, RoutePath } from '@fleetwarden/contract/console-routes';
import { consoleRoutes } from '@fleetwarden/contract/console-routes';
import type { Language } from '@fleetwarden/locale/names';
import { languageNames } from '@fleetwarden/locale/names';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { changeLanguage } from '../api/change-language.ts';
import { HOME } from '../api/redirect.ts';
import { useSession } from '../api/session.ts';
import { openChangePassword, openProfile } from '../features/identity/account-dialogs.ts';
import { toggleMode } from '../ui/preferences.ts';
import { isPending, mayOpen } from './access.ts';
import { toggleFullscreen } from './fullscreen.ts';
import { logOut } from './log-out.ts';
import type { Command } from './palette-commands.ts';
import { registerCommands } from './palette-commands.ts';
import { toggleSidebar } from './sidebar-state.ts';

const START: RoutePath = '/index';

/** Whether a page is available and permitted. */
function isOpen(path: RoutePath, rights: readonly string[] | null): boolean {
  const routes: readonly ConsoleRoute[] = consoleRoutes;
  const route = routes.find((row) => row.path === path);
  return route !== undefined && !isPending(path) && mayOpen(route, rights);
}

/** Registers the shell's commands; pages and dialogs register their own (commands.ts). */
export function useShellCommands(open: { palette: () => void; help: () => void }): void {
  const navigate = useNavigate();
  const { i18n } = useTranslation();
  const rights = useSession((state) => state.rights);
  const { language } = i18n;
  const { palette, help } = open;

  useEffect(() => {
    const go = (id: string, title: Command['title'], path: RoutePath): Command[] =>
      isOpen(path, rights) ? [{ id, title, unlisted: true, run: () => void navigate(path) }] : [];
    const languages = Object.entries(languageNames) as [Language, string][];
    return registerCommands([
      { id: 'palette.open', title: (t) => t('search.palette'), unlisted: true, run: palette },
      { id: 'help.open', title: (t) => t('search.shortcuts'), run: help },
      ...go('go.monitoring', (t) => t('search.goMonitoring'), HOME as RoutePath),
      ...go('go.home', (t) => t('search.goHome'), START),
      { id: 'sidebar.toggle', title: (t) => t('search.toggleSidebar'), run: toggleSidebar },
      { id: 'fullscreen.toggle', title: (t) => t('search.toggleFullscreen'), run: toggleFullscreen },
      { id: 'theme.toggle', title: (t) => t('search.toggleTheme'), run: toggleMode },
      // Specification 2.4: the current language is disabled.
      ...languages
        .filter(([code]) => code !== language)
        .map(
          ([code, name]): Command => ({
            id: `language.${code}`,
            title: (t) => t('search.useLanguage', { language: name }),
            run: () => void changeLanguage(code),
          }),
        ),
      { id: 'account.profile', title: (t) => t('bar.profile'), run: openProfile },
      { id: 'account.password', title: (t) => t('bar.changePassword'), run: openChangePassword },
      { id: 'session.end', title: (t) => t('identity.signOut'), run: () => void logOut() },
    ]);
  }, [navigate, rights, language, palette, help]);
}
