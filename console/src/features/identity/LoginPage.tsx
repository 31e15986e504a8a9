import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { LanguageSwitch } from '../../ui/LanguageSwitch.tsx';
import { Logo } from '../../ui/Logo.tsx';
import { loadPlatform, usePlatform } from '../../ui/platform.ts';
import { LoginForm } from './LoginForm.tsx';
import styles from './LoginPage.module.css';
import { LoginScene } from './LoginScene.tsx';

/** /login: a quiet map on the left, the form on the right, nothing else. */
export function LoginPage() {
  const { t } = useTranslation();
  const { platName, logoUrl } = usePlatform();

  useEffect(() => void loadPlatform(), []);

  return (
    <div className={styles['page']}>
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
          <LoginForm />
        </main>
      </div>
    </div>
  );
}
