import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { redirectTarget } from '../../api/redirect.ts';
import { useSession } from '../../api/session.ts';
import { localStore } from '../../api/storage.ts';
import controls from '../../ui/theme/controls.module.css';
import { Field } from './Field.tsx';
import styles from './SignIn.module.css';
import { SignInForm } from './SignInForm.tsx';
import type { ClientType, Secret } from './sign-in.ts';
import { signIn } from './sign-in.ts';
import type { Captcha } from './use-captcha.ts';

/** Storage key of the account name; the password is never stored. */
const REMEMBERED = 'rememberedAccount';

/** Signs in to an account and returns to the requested page. */
export function AccountForm(props: {
  clientType: ClientType;
  captcha: Captcha | null;
  onRefresh: () => void;
  /** Prefills the form in demos. */
  filled: { readonly account: string; readonly password: string } | null;
}) {
  const { clientType, captcha, onRefresh, filled } = props;
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const [remembered] = useState(() => localStore.get(REMEMBERED) ?? '');
  const [account, setAccount] = useState(filled?.account ?? remembered);
  const [remember, setRemember] = useState(remembered !== '');

  async function send(secret: Secret) {
    await signIn(account, clientType, secret);
    if (remember) localStore.set(REMEMBERED, account.trim());
    else localStore.remove(REMEMBERED);
    await navigate(redirectTarget(query, useSession.getState().rights ?? []), { replace: true });
  }

  return (
    <SignInForm
      captcha={captcha}
      onRefresh={onRefresh}
      who={account}
      passwordLabel={t('login.password')}
      passwordRequired="login.passwordRequired"
      initialPassword={filled?.password ?? ''}
      sendsAtOnce={filled !== null}
      missing={() => (account.trim() === '' ? { username: 'login.accountRequired' as const } : {})}
      send={send}
      extra={
        <label className={styles['remember']}>
          <input type="checkbox" checked={remember} onChange={(event) => setRemember(event.target.checked)} />
          {t('login.remember')}
        </label>
      }
    >
      {(problemOf) => (
        <Field label={t('login.account')} problem={problemOf('username')}>
          {(field) => (
            <input
              {...field}
              className={controls['input']}
              name="username"
              maxLength={32}
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              value={account}
              onChange={(event) => setAccount(event.target.value)}
            />
          )}
        </Field>
      )}
    </SignInForm>
  );
}
