import { Button, Drawer, Form } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AntdProvider } from '../../ui/AntdProvider.tsx';
import type { Passwords } from './PasswordForm.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { useLeaveGuard } from './use-leave-guard.tsx';

const WIDTH = 480;

/** 修改密码, of one's own will. Not closed by a click beside it. */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  return (
    <AntdProvider>
      <PasswordDrawer onClose={onClose} />
    </AntdProvider>
  );
}

function PasswordDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [form] = Form.useForm<Passwords>();
  const [busy, setBusy] = useState(false);
  const [leave, question] = useLeaveGuard(() => form.isFieldsTouched(), onClose);
  return (
    <Drawer
      open
      title={t('account.changePassword')}
      size={WIDTH}
      mask={{ closable: false }}
      onClose={leave}
      footer={
        <div style={{ display: 'flex', justifyContent: 'flex-end', gap: 8 }}>
          <Button onClick={leave}>{t('account.cancel')}</Button>
          <Button type="primary" loading={busy} onClick={() => form.submit()}>
            {t('account.changePassword')}
          </Button>
        </div>
      }
    >
      <PasswordForm form={form} onBusy={setBusy} />
      {question}
    </Drawer>
  );
}
