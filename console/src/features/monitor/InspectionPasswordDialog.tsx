import { identityCalls } from '@fleetwarden/contract/identity/routes';
import { Button, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useSubmit } from '../../hooks/use-submit.ts';
import { OneTimePassword } from '../../ui/OneTimePassword.tsx';
import { AntdProvider } from '../../ui/theme/AntdProvider.tsx';
import { apart } from './windows/apart.ts';

const WIDTH = 400;

/** Confirms first, because the old password ends; then shows the new one once. */
export function InspectionPasswordDialog(props: { carId: string; plate: string; onClose: () => void }) {
  const { carId, plate, onClose } = props;
  const { t } = useTranslation();
  const [made, setMade] = useState<string | null>(null);
  const [busy, make] = useSubmit(async () => setMade((await call(identityCalls.makeInspectPasswd, { carId })).password));

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
                <Button key="make" type="primary" loading={busy} onClick={() => make(undefined)}>
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
          <OneTimePassword password={made} copyLabel={t('inspection.copyPassword')} note={t('inspection.madeText')} />
        )}
      </Modal>
    </AntdProvider>
  );
}
