import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.ts';
import { MAX_PASSWORD_CHARS, NewPasswordField, usePasswordRule } from './NewPasswordField.tsx';

/** Old password, new one, and its repetition (specification 5.3): fields of a form of `Passwords`. */
export function PasswordFields() {
  const { t } = useTranslation();
  const account = useSession((state) => state.userInfo?.account ?? '');
  const rule = usePasswordRule();

  return (
    <>
      {/* Tells password managers whose password it is. */}
      <input type="text" autoComplete="username" value={account} readOnly hidden />
      <Form.Item
        name="oldPassword"
        label={t('account.oldPassword')}
        rules={[{ required: true, message: t('account.oldPasswordRequired') }]}
      >
        <Input.Password maxLength={MAX_PASSWORD_CHARS} autoComplete="current-password" />
      </Form.Item>
      <NewPasswordField label={t('account.newPassword')} missing={t('account.newPasswordRequired')} />
      <Form.Item
        name="confirmPassword"
        label={t('account.confirmPassword')}
        dependencies={['password']}
        validateFirst
        rules={[
          { required: true, message: t('account.confirmPasswordRequired') },
          rule,
          ({ getFieldValue }) => ({
            validator: async (_rule, text) => {
              if (text !== getFieldValue('password')) throw new Error(t('account.passwordsDiffer'));
            },
          }),
        ]}
      >
        <Input.Password maxLength={MAX_PASSWORD_CHARS} autoComplete="new-password" />
      </Form.Item>
    </>
  );
}
