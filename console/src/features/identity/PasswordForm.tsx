import { identityCalls } from 'virtual:calls/identity';
import { passwordProblem } from '@fleetwarden/domain/password';
import type { FormInstance } from 'antd';
import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../ui/api/call.ts';
import { NetworkError, Refusal } from '../../ui/api/client.ts';
import { notify } from '../../ui/feedback.ts';
import { endSession, useSession } from '../../ui/session.ts';
import { encryptPasswords, KeyError } from './encrypt.ts';

export type Passwords = { readonly oldPassword: string; readonly password: string; readonly confirmPassword: string };

const MAX_CHARS = 64;

/** What the server would answer, said before it is asked. */
const PROBLEMS = { empty: 'error.emptyPassword', short: 'error.shortPassword', classes: 'error.weakPassword' } as const;

/**
 * Old password, new one, new one again (specification 5.3). Only their ciphers leave the browser. A change ends every session of
 * the account, this one too.
 */
export function PasswordForm({ form, onBusy }: { form: FormInstance<Passwords>; onBusy: (busy: boolean) => void }) {
  const { t } = useTranslation();
  const userInfo = useSession((state) => state.userInfo);

  const check = async (_rule: unknown, text: string) => {
    const problem = passwordProblem((text ?? '').trim() === '' ? '' : text);
    if (problem) throw new Error(t(PROBLEMS[problem]));
  };

  async function handleFinish({ oldPassword, password }: Passwords) {
    if (!userInfo) return;
    onBusy(true);
    try {
      const [vOldPasswd, vNewPasswd] = await encryptPasswords([oldPassword, password]);
      await call(identityCalls.changePasswd, { userId: userInfo.userId, vOldPasswd, vNewPasswd }, { quiet: true });
      notify('success', t('account.passwordChanged'));
      endSession();
    } catch (error) {
      if (error instanceof KeyError) notify('error', t('login.keyFailed'));
      else if (error instanceof Refusal) notify('error', error.message);
      else if (error instanceof NetworkError) notify('error', error.message, 5);
    } finally {
      onBusy(false);
    }
  }

  return (
    <Form<Passwords> form={form} layout="vertical" requiredMark={false} onFinish={(values) => void handleFinish(values)}>
      {/* Tells password managers whose password it is. */}
      <input type="text" autoComplete="username" value={userInfo?.account ?? ''} readOnly hidden />
      <Form.Item
        name="oldPassword"
        label={t('account.oldPassword')}
        rules={[{ required: true, message: t('account.oldPasswordRequired') }]}
      >
        <Input.Password maxLength={MAX_CHARS} autoComplete="current-password" />
      </Form.Item>
      <Form.Item
        name="password"
        label={t('account.newPassword')}
        extra={<span style={{ color: 'var(--ink-secondary)' }}>{t('account.passwordRule')}</span>}
        validateFirst
        rules={[{ required: true, message: t('account.newPasswordRequired') }, { validator: check }]}
      >
        <Input.Password maxLength={MAX_CHARS} autoComplete="new-password" />
      </Form.Item>
      <Form.Item
        name="confirmPassword"
        label={t('account.confirmPassword')}
        dependencies={['password']}
        validateFirst
        rules={[
          { required: true, message: t('account.confirmPasswordRequired') },
          { validator: check },
          ({ getFieldValue }) => ({
            validator: async (_rule, text) => {
              if (text !== getFieldValue('password')) throw new Error(t('account.passwordsDiffer'));
            },
          }),
        ]}
      >
        <Input.Password maxLength={MAX_CHARS} autoComplete="new-password" />
      </Form.Item>
      {/* So that Enter submits, wherever the visible button stands. */}
      <button type="submit" hidden tabIndex={-1} />
    </Form>
  );
}
