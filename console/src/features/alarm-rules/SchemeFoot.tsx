import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import styles from './Rules.module.css';

/** Buttons to save or discard, and whether there are unsaved changes. */
export function SchemeFoot(props: { dirty: boolean; isNew: boolean; busy: boolean; onDiscard: () => void; onSave: () => void }) {
  const { dirty, isNew, busy, onDiscard, onSave } = props;
  const { t } = useTranslation();
  return (
    <footer className={styles['foot']}>
      {dirty && <span role="status">{t('warnScheme.unsaved')}</span>}
      {dirty && !isNew && (
        <Button disabled={busy} onClick={onDiscard}>
          {t('form.discard')}
        </Button>
      )}
      <Button type="primary" loading={busy} disabled={!dirty && !isNew} onClick={onSave}>
        {t('form.save')}
      </Button>
    </footer>
  );
}
