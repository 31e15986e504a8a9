import AuditOutlined from '@ant-design/icons/AuditOutlined';
import DashboardOutlined from '@ant-design/icons/DashboardOutlined';
import DownOutlined from '@ant-design/icons/DownOutlined';
import FullscreenExitOutlined from '@ant-design/icons/FullscreenExitOutlined';
import FullscreenOutlined from '@ant-design/icons/FullscreenOutlined';
import IdcardOutlined from '@ant-design/icons/IdcardOutlined';
import LaptopOutlined from '@ant-design/icons/LaptopOutlined';
import LockOutlined from '@ant-design/icons/LockOutlined';
import LogoutOutlined from '@ant-design/icons/LogoutOutlined';
import MoonOutlined from '@ant-design/icons/MoonOutlined';
import QuestionCircleOutlined from '@ant-design/icons/QuestionCircleOutlined';
import SafetyOutlined from '@ant-design/icons/SafetyOutlined';
import ScheduleOutlined from '@ant-design/icons/ScheduleOutlined';
import SkinOutlined from '@ant-design/icons/SkinOutlined';
import SunOutlined from '@ant-design/icons/SunOutlined';
import { permission } from '@fleetwarden/contract/permissions';
import { useTranslation } from 'react-i18next';
import { useMay, useSession } from '../api/session.ts';
import { useLanguageSection } from '../ui/LanguageSwitch.tsx';
import type { MenuItem, MenuSection } from '../ui/Menu.tsx';
import { MenuButton } from '../ui/MenuButton.tsx';
import { toggleMode, usePreferences } from '../ui/preferences.ts';
import { isPending } from './access.ts';
import { openCertificate } from './certificate.ts';
import { toggleFullscreen, useFullscreen } from './fullscreen.ts';
import { logOut } from './log-out.ts';
import { useSizeSection } from './SizeSelect.tsx';
import type { AccountActions } from './slots.ts';
import styles from './TopBar.module.css';

const DASHBOARD = '/index';

type Props = {
  account: AccountActions | null;
  /** Narrow windows: the tools that left the bar. */
  tools: { readonly onSettings: () => void } | null;
};

/** The user menu (specification 2.3). An inspection can only log out. */
export function UserMenu({ account, tools }: Props) {
  const { t } = useTranslation();
  const user = useSession((state) => state.userInfo);
  const certificate = useMay(permission.certificate);
  const watches = useMay(permission.answerPostCheck);
  const supervised = useMay(permission.viewSupervision);
  const toolSections = useToolSections(tools?.onSettings);
  const name = user?.username ?? '';

  const places: MenuItem[] = [
    ...(isPending(DASHBOARD)
      ? []
      : [{ key: 'dashboard', label: t('bar.dashboard'), icon: <DashboardOutlined />, to: DASHBOARD }]),
    ...(user?.helpUrl ? [{ key: 'help', label: t('bar.help'), icon: <QuestionCircleOutlined />, href: user.helpUrl }] : []),
    ...(certificate
      ? [
          {
            key: 'certificate',
            label: t('bar.certificate'),
            icon: <SafetyOutlined />,
            onSelect: () => void openCertificate(),
          },
        ]
      : []),
  ];
  const own: MenuItem[] = account
    ? [
        { key: 'profile', label: t('bar.profile'), icon: <IdcardOutlined />, onSelect: account.openProfile },
        { key: 'password', label: t('bar.changePassword'), icon: <LockOutlined />, onSelect: account.openChangePassword },
        { key: 'sessions', label: t('bar.ownSessions'), icon: <LaptopOutlined />, onSelect: account.openOwnSessions },
        ...(supervised
          ? [
              {
                key: 'supervisions',
                label: t('regulators.supervisions'),
                icon: <AuditOutlined />,
                onSelect: account.openSupervisions,
              },
            ]
          : []),
        ...(watches
          ? [{ key: 'duty', label: t('regulators.duty'), icon: <ScheduleOutlined />, onSelect: account.openDuty }]
          : []),
      ]
    : [];
  const leave: MenuItem = {
    key: 'signOut',
    label: t('identity.signOut'),
    icon: <LogoutOutlined />,
    onSelect: () => void logOut(),
  };
  const sections: MenuSection[] = user?.inspection
    ? [{ key: 'leave', items: [leave] }]
    : [
        { key: 'places', items: places },
        { key: 'own', items: own },
        ...(tools ? toolSections : []),
        { key: 'leave', items: [leave] },
      ];

  return (
    <MenuButton
      label={t('shell.userMenu')}
      name={`${t('shell.userMenu')} ${name}`}
      title={user?.account ?? ''}
      sections={sections}
    >
      <span className={styles['avatar']} data-initial={[...name][0]?.toUpperCase()} aria-hidden />
      <span className={styles['user']}>{name}</span>
      <DownOutlined className={styles['caret']} />
    </MenuButton>
  );
}

function useToolSections(onSettings: (() => void) | undefined): MenuSection[] {
  const { t } = useTranslation();
  const dark = usePreferences(({ mode }) => mode === 'dark');
  const full = useFullscreen();
  const size = useSizeSection();
  const language = useLanguageSection();
  const items: MenuItem[] = [
    {
      key: 'theme',
      label: t(dark ? 'shell.themeLight' : 'shell.themeDark'),
      icon: dark ? <SunOutlined /> : <MoonOutlined />,
      onSelect: toggleMode,
    },
    ...(onSettings ? [{ key: 'settings', label: t('bar.settings'), icon: <SkinOutlined />, onSelect: onSettings }] : []),
    {
      key: 'fullscreen',
      label: t(full ? 'shell.exitFullscreen' : 'shell.fullscreen'),
      icon: full ? <FullscreenExitOutlined /> : <FullscreenOutlined />,
      onSelect: toggleFullscreen,
    },
  ];
  return [{ key: 'tools', items }, size, language];
}
