import { use, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useSession } from '../../api/session.ts';
import { saveUserSettings } from '../../api/user-settings.ts';
import { PageLinksContext } from '../../shared/page-links.ts';
import { State } from '../../ui/States.tsx';
import controls from '../../ui/theme/controls.module.css';
import { Card } from './Card.tsx';
import styles from './Dashboard.module.css';

const MAX_LINKS = 8;
const EMPTY: readonly string[] = [];

/** Quick links chosen by the user. */
export function LinksCard() {
  const { t } = useTranslation();
  const targets = use(PageLinksContext);
  const chosen = useSession((state) => state.userInfo?.settings.quickLinks) ?? EMPTY;
  const [editing, setEditing] = useState(false);
  // pages that no longer exist, or that the user may not open, are skipped
  const shown = chosen.flatMap((path) => targets.find((target) => target.path === path) ?? []);
  const paths = shown.map(({ path }) => path);

  function handleToggle(path: string) {
    saveUserSettings({ quickLinks: paths.includes(path) ? paths.filter((one) => one !== path) : [...paths, path] });
  }

  const tools = (
    <button type="button" className={controls['textButton']} aria-pressed={editing} onClick={() => setEditing(!editing)}>
      {t(editing ? 'screens.saveLinks' : 'screens.editLinks')}
    </button>
  );
  return (
    <Card title={t('screens.links')} tools={tools} query={{ data: shown, isError: false, refetch: () => undefined }}>
      {() =>
        editing ? (
          <fieldset className={styles['choices']}>
            <legend>{t('screens.linksFull')}</legend>
            {targets.map(({ path, title }) => (
              <label key={path}>
                <input
                  type="checkbox"
                  checked={paths.includes(path)}
                  disabled={!paths.includes(path) && paths.length >= MAX_LINKS}
                  onChange={() => handleToggle(path)}
                />
                {t(title)}
              </label>
            ))}
          </fieldset>
        ) : shown.length === 0 ? (
          <State title={t('screens.noLinks')} action={{ label: t('screens.editLinks'), onClick: () => setEditing(true) }} />
        ) : (
          <nav className={styles['links']} aria-label={t('screens.links')}>
            {shown.map(({ path, title }) => (
              <Link key={path} to={path}>
                {t(title)}
              </Link>
            ))}
          </nav>
        )
      }
    </Card>
  );
}
