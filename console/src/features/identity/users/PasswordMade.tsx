import CopyOutlined from '@ant-design/icons/CopyOutlined';
import { Button, Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../../ui/copy-text.ts';
import styles from '../../../ui/ShownPassword.module.css';

const WIDTH = 420;

/** Shows a generated password, which cannot be read again. */
export function PasswordMade({ name, password, onClose }: { name: string; password: string; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal
      open
      centered
      width={WIDTH}
      title={t('user.madeTitle', { name })}
      mask={{ closable: false }}
      keyboard={false}
      closable={false}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('user.close')}
        </Button>
      }
    >
      <p className={styles['made']}>
        <output>{password}</output>
        <Button icon={<CopyOutlined />} onClick={() => void copyText(password)}>
          {t('user.copyPassword')}
        </Button>
      </p>
      <p className={styles['note']}>{t('user.madeHint')}</p>
    </Modal>
  );
}
