import { Button, Form, Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSubmit } from '../../hooks/use-submit.ts';
import { logOut } from '../../shared/log-out.ts';
import { AntdProvider } from '../../ui/theme/AntdProvider.tsx';
import type { Passwords } from './change-password.ts';
import { changePassword } from './change-password.ts';
import { PasswordFields } from './PasswordFields.tsx';

/** Covers the console until the initial password is changed; the only other way is to log out. */
export function ForcedPasswordChange() {
  const { t } = useTranslation();
  const [form] = Form.useForm<Passwords>();
  const [busy, submit] = useSubmit(changePassword);

  return (
    <AntdProvider>
      <Modal
        open
        centered
        width={420}
        title={t('error.passwordChangeRequired')}
        closable={false}
        keyboard={false}
        mask={{ closable: false }}
        // The console behind cannot be used yet, so it is hidden.
        styles={{ mask: { background: 'var(--paper)' } }}
        footer={[
          <Button key="out" onClick={() => void logOut()}>
            {t('identity.signOut')}
          </Button>,
          <Button key="change" type="primary" loading={busy} onClick={() => form.submit()}>
            {t('account.changePassword')}
          </Button>,
        ]}
      >
        <p style={{ marginBottom: 16, color: 'var(--ink-secondary)' }}>{t('account.forcedHint')}</p>
        <Form<Passwords> form={form} layout="vertical" requiredMark={false} onFinish={submit}>
          <PasswordFields />
          {/* So that Enter submits: the visible button stands outside. */}
          <button type="submit" hidden tabIndex={-1} />
        </Form>
      </Modal>
    </AntdProvider>
  );
}
