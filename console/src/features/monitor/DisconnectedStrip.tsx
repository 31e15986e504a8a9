import WarningOutlined from '@ant-design/icons/WarningOutlined';
import { useTranslation } from 'react-i18next';
import styles from './MonitorPage.module.css';
import { useDisconnected } from './use-disconnected.ts';

/** Notice that the map is no longer live. */
export function DisconnectedStrip() {
  const { t } = useTranslation();
  const disconnected = useDisconnected();
  return (
    <div role="status">
      {disconnected && (
        <p className={styles['strip']}>
          <WarningOutlined aria-hidden />
          {t('monitor.disconnected')}
        </p>
      )}
    </div>
  );
}
