import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'react-router';
import { loadLoginPage, usePlatform } from '../../api/platform.ts';
import { LanguageSwitch } from '../../ui/LanguageSwitch.tsx';
import { Logo } from '../../ui/Logo.tsx';
import styles from './LoginPage.module.css';
import { LoginPanel } from './LoginPanel.tsx';
import { LoginScene } from './LoginScene.tsx';

/** /login for accounts of client type 4, /loginSF for type 7: a decorative map on the left, the form on the right. */
export function LoginPage() {
  const { t, i18n } = useTranslation();
  const clientType = useLocation().pathname === '/loginSF' ? 7 : 4;
  const deptId = useSearchParams()[0].get('deptId') ?? undefined;
  const { platName, logoUrl, footer } = usePlatform();

  // biome-ignore lint/correctness/useExhaustiveDependencies: names of the demo's roles come in the language asked for
  useEffect(() => void loadLoginPage(clientType === 7 ? '7' : '4', deptId), [clientType, deptId, i18n.language]);

  return (
    <div className={styles['page']} data-client={clientType}>
      <div className={styles['scene']}>
        <LoginScene />
      </div>
      <div className={styles['side']}>
        <header className={styles['top']}>
          <Logo url={logoUrl} size={28} />
          <span className={styles['name']}>{platName || t('common.product')}</span>
          <LanguageSwitch />
        </header>
        <main className={styles['middle']}>
          <LoginPanel key={clientType} clientType={clientType} />
        </main>
        {footer && <footer className={styles['footer']}>{footer}</footer>}
      </div>
    </div>
  );
}
