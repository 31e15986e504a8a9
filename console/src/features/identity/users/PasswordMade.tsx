import { Button, Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { OneTimePassword } from '../../../ui/OneTimePassword.tsx';

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
      <OneTimePassword password={password} copyLabel={t('user.copyPassword')} note={t('user.madeHint')} />
    </Modal>
  );
}
