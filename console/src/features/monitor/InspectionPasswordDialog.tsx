import CopyOutlined from '@ant-design/icons/CopyOutlined';
import { identityCalls } from '@fleetwarden/contract/identity/routes';
import { Button, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { copyText } from '../../ui/copy-text.ts';
import styles from '../../ui/ShownPassword.module.css';
import { AntdProvider } from '../../ui/theme/AntdProvider.tsx';
import { apart } from './windows/apart.ts';

const WIDTH = 400;

/** Confirms first, because the old password ends; then shows the new one once. */
export function InspectionPasswordDialog(props: { carId: string; plate: string; onClose: () => void }) {
  const { carId, plate, onClose } = props;
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [made, setMade] = useState<string | null>(null);

  async function make() {
    setBusy(true);
    try {
      setMade((await call(identityCalls.makeInspectPasswd, { carId })).password);
    } catch {
      // Shown by the client.
    } finally {
      setBusy(false);
    }
  }

  return (
    <AntdProvider>
      <Modal
        open
        centered
        width={WIDTH}
        title={t(made === null ? 'inspection.makeTitle' : 'inspection.madeTitle', { plate })}
        mask={{ closable: false }}
        onCancel={onClose}
        wrapProps={apart}
        footer={
          made === null
            ? [
                <Button key="cancel" onClick={onClose}>
                  {t('inspection.cancel')}
                </Button>,
                <Button key="make" type="primary" loading={busy} onClick={() => void make()}>
                  {t('inspection.make')}
                </Button>,
              ]
            : [
                <Button key="done" onClick={onClose}>
                  {t('inspection.done')}
                </Button>,
              ]
        }
      >
        {made === null ? (
          <p>{t('inspection.makeText')}</p>
        ) : (
          <>
            <p className={styles['made']}>
              <output>{made}</output>
              <Button icon={<CopyOutlined />} onClick={() => void copyText(made)}>
                {t('inspection.copyPassword')}
              </Button>
            </p>
            <p className={styles['note']}>{t('inspection.madeText')}</p>
          </>
        )}
      </Modal>
    </AntdProvider>
  );
}
