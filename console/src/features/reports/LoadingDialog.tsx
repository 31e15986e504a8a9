import { Button, Modal, Spin } from 'antd';
import { useTranslation } from 'react-i18next';
import { useDelayed } from '../../hooks/use-delayed.ts';
import styles from './LoadingDialog.module.css';

/** Faster replies show no dialog, ms. */
const DELAY_MS = 200;
/** px */
const WIDTH = 320;

/** A dialog over the page while a query runs, with a button to cancel it. */
export function LoadingDialog({ running, onCancel }: { running: boolean; onCancel: () => void }) {
  const { t } = useTranslation();
  const late = useDelayed(running, DELAY_MS);
  return (
    <Modal
      open={late}
      closable={false}
      centered
      mask={{ closable: false }}
      width={WIDTH}
      title={t('reports.loading')}
      footer={null}
      destroyOnHidden
      modalRender={(dialog) => <div aria-live="assertive">{dialog}</div>}
      onCancel={onCancel}
    >
      <div className={styles['loading']}>
        <Spin />
        <Button onClick={onCancel}>{t('form.cancel')}</Button>
      </div>
    </Modal>
  );
}
