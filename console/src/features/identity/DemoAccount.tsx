import { useTranslation } from 'react-i18next';
import styles from './LoginForm.module.css';

/** The account of a demo, shown for everybody, filled in by one click. */
export function DemoAccount(props: { account: string; password: string; onFill: () => void }) {
  const { t } = useTranslation();
  return (
    <section className={styles['demo']} aria-label={t('identity.demoTitle')}>
      <span>{t('identity.demoTitle')}</span>
      <code>
        {props.account} / {props.password}
      </code>
      <button type="button" onClick={props.onFill}>
        {t('identity.demoFill')}
      </button>
    </section>
  );
}
