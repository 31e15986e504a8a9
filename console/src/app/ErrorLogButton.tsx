import BugOutlined from '@ant-design/icons/BugOutlined';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorLog } from '../api/error-log.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { lazyComponent } from '../ui/lazy-component.ts';
import styles from './ErrorLogButton.module.css';

const ErrorLog = lazyComponent(async () => (await import('./ErrorLog.tsx')).ErrorLog);
const SHOWN = 99;

/** Opens the error log; hidden while it is empty. */
export function ErrorLogButton() {
  const { t } = useTranslation();
  const count = useErrorLog(({ entries }) => entries.length);
  const [open, setOpen] = useState(false);
  if (count === 0 && !open) return null;

  const icon = (
    <>
      <BugOutlined />
      {/* the name says the number: drawn by the style, it is no second text of the button */}
      <span className={styles['count']} aria-hidden data-count={count > SHOWN ? `${SHOWN}+` : count} />
    </>
  );
  return (
    <span className={styles['root']}>
      <IconButton label={t('errorLog.open', { count })} icon={icon} onClick={() => setOpen(true)} />
      {open && (
        <Suspense fallback={null}>
          <ErrorLog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </span>
  );
}
