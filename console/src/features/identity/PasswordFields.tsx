import { passwordProblem } from '@fleetwarden/domain/password';
import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.ts';

const MAX_CHARS = 64;

/** The server's error texts, shown before a call. */
const PROBLEMS = {
  empty: 'error.emptyPassword',
  short: 'error.shortPassword',
  classes: 'error.weakPassword',
  common: 'error.commonPassword',
} as const;

/** Old password, new one, and its repetition (specification 5.3): fields of a form of `Passwords`. */
export function PasswordFields() {
  const { t } = useTranslation();
  const account = useSession((state) => state.userInfo?.account ?? '');

  const check = async (_rule: unknown, text: string) => {
    const problem = passwordProblem((text ?? '').trim() === '' ? '' : text);
    if (problem) throw new Error(t(PROBLEMS[problem]));
  };

  return (
    <>
      {/* Tells password managers whose password it is. */}
      <input type="text" autoComplete="username" value={account} readOnly hidden />
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
    </>
  );
}
