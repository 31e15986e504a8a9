import { useTranslation } from 'react-i18next';
import { LoadFailed, State } from '../../../ui/States.tsx';
import controls from '../../../ui/theme/controls.module.css';
import styles from './Recorded.module.css';
import type { Recordings } from './use-recordings.ts';

/** What the lists of server and terminal say besides their rows: loading, failures, or that there is nothing. */
export function ListStates({ recordings }: { recordings: Recordings }) {
  const { t } = useTranslation();
  const { list, server, terminal, refresh } = recordings;
  const isLoading = server.isLoading || terminal.isLoading;
  return (
    <>
      {terminal.isLoading && (
        <p className={styles['note']} role="status">
          {t('recordedVideo.received', { count: terminal.received })}
        </p>
      )}
      {terminal.failure !== null && (
        <p className={controls['fault']} role="alert">
          {terminal.failure}
          <button type="button" onClick={refresh}>
            {t('common.retry')}
          </button>
        </p>
      )}
      {server.failure !== null && <LoadFailed reason={server.failure} onRetry={refresh} />}
      {!isLoading && list.length === 0 && server.failure === null && terminal.failure === null && (
        <State title={t('recordedVideo.none')} />
      )}
    </>
  );
}
