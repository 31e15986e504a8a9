import WarningOutlined from '@ant-design/icons/WarningOutlined';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../ui/live-context.ts';
import { useNow } from '../../ui/use-now.ts';
import styles from './MonitorPage.module.css';

/** Screen catalogue 3.1: a cut shorter than this is not worth a word. */
const PATIENCE_MS = 10_000;

/** Says that what the map shows is no longer live. */
export function DisconnectedStrip() {
  const { t } = useTranslation();
  const { state } = useLive();
  const now = useNow();
  const since = state?.downSince ?? null;
  return (
    <div role="status">
      {since !== null && now - since > PATIENCE_MS && (
        <p className={styles['strip']}>
          <WarningOutlined aria-hidden />
          {t('monitor.disconnected')}
        </p>
      )}
    </div>
  );
}
