import { useTranslation } from 'react-i18next';
import styles from './DemoList.module.css';

export type DemoEntry = { readonly key: string; readonly name: string; readonly note: string; readonly fill: () => void };

/** Demo accounts; one click fills the form. */
export function DemoList(props: { title: string; password: string; entries: readonly DemoEntry[] }) {
  const { title, password, entries } = props;
  const { t } = useTranslation();
  return (
    <section className={styles['demo']} aria-label={title}>
      <p className={styles['title']}>
        <span>{title}</span>
        <span>
          {t('login.demoPassword')} <code>{password}</code>
        </span>
      </p>
      <ul className={styles['entries']}>
        {entries.map(({ key, name, note, fill }) => (
          <li key={key}>
            <button
              type="button"
              title={t('login.demoFill')}
              aria-label={`${t('login.demoFill')} ${name} ${note}`}
              onClick={fill}
            >
              <span>{name}</span> <span>{note}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
