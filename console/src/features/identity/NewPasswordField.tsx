import { passwordProblem } from '@fleetwarden/domain/password';
import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';

export const MAX_PASSWORD_CHARS = 64;

/** The server's error texts, shown before a call. */
const PROBLEMS = {
  empty: 'error.emptyPassword',
  short: 'error.shortPassword',
  classes: 'error.weakPassword',
  common: 'error.commonPassword',
} as const;

/** A form rule: the password must be one that the server takes. */
export function usePasswordRule() {
  const { t } = useTranslation();
  const validator = async (_rule: unknown, text = '') => {
    const problem = passwordProblem(text.trim() === '' ? '' : text);
    if (problem) throw new Error(t(PROBLEMS[problem]));
  };
  return { validator };
}

/** Field `password` of a form: a new password, with the rule under it. `missing`: the text if it is empty. */
export function NewPasswordField({ label, missing }: { label: string; missing?: string }) {
  const { t } = useTranslation();
  const rule = usePasswordRule();
  return (
    <Form.Item
      name="password"
      label={label}
      extra={<span style={{ color: 'var(--ink-secondary)' }}>{t('account.passwordRule')}</span>}
      required
      validateFirst
      rules={[...(missing === undefined ? [] : [{ required: true, message: missing }]), rule]}
    >
      <Input.Password maxLength={MAX_PASSWORD_CHARS} autoComplete="new-password" />
    </Form.Item>
  );
}
