import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import styles from './Resource.module.css';

/** Links to the groups of a long form. All groups are on one page, so that errors are never hidden behind a tab. */
export function GroupNav({ id, groups }: { id: string; groups: readonly { readonly tab: string; readonly title: string }[] }) {
  const { t } = useTranslation();
  return (
    <nav className={styles['jump']} aria-label={t('resource.sections')}>
      {groups.map(({ tab, title }) => (
        <Button
          key={tab}
          type="text"
          size="small"
          onClick={() => document.getElementById(id + tab)?.scrollIntoView({ block: 'start' })}
        >
          {title}
        </Button>
      ))}
    </nav>
  );
}
