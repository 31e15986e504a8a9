import type { FormEvent } from 'react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import controls from '../../ui/controls.module.css';
import { usePlatform } from '../../ui/platform.ts';
import { redirectTarget } from '../../ui/redirect.ts';
import { CaptchaField } from './CaptchaField.tsx';
import { DemoAccount } from './DemoAccount.tsx';
import { Field } from './Field.tsx';
import styles from './LoginForm.module.css';
import { PasswordField } from './PasswordField.tsx';
import { KeyError, signIn } from './sign-in.ts';
import { useCaptcha } from './use-captcha.ts';

const REMEMBERED = 'rememberedAccount';

type Missing = { readonly account?: string; readonly password?: string; readonly captcha?: string };

/** Account, password, captcha. Enter submits; what went wrong stands under the fields until the next attempt. */
export function LoginForm() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const { captcha: asked, demo, loaded } = usePlatform();
  const [captcha, refreshCaptcha] = useCaptcha(loaded && asked);
  const [account, setAccount] = useState(() => localStorage.getItem(REMEMBERED) ?? '');
  const [password, setPassword] = useState('');
  const [answer, setAnswer] = useState('');
  const [remember, setRemember] = useState(account !== '');
  const [capsLock, setCapsLock] = useState(false);
  const [busy, setBusy] = useState(false);
  const [missing, setMissing] = useState<Missing>({});
  const [failure, setFailure] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);

  // Not autofocus: with the account remembered the cursor belongs into the password.
  const firstField = useRef(account === '' ? 'username' : 'password');
  useEffect(() => focusField(form.current, firstField.current), []);

  function findMissing(): Missing {
    return {
      ...(account.trim() === '' ? { account: t('identity.accountRequired') } : {}),
      ...(password === '' ? { password: t('identity.passwordRequired') } : {}),
      ...(asked && answer.trim() === '' ? { captcha: t('identity.captchaRequired') } : {}),
    };
  }

  async function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const gaps = findMissing();
    setMissing(gaps);
    setFailure(null);
    const [first] = Object.keys(gaps);
    if (first) return focusField(form.current, first === 'account' ? 'username' : first);
    setBusy(true);
    try {
      await signIn({ account, password, ...(asked ? { captcha: { id: captcha.id, text: answer.trim() } } : {}) });
      if (remember) localStorage.setItem(REMEMBERED, account.trim());
      else localStorage.removeItem(REMEMBERED);
      await navigate(redirectTarget(query), { replace: true });
    } catch (error) {
      setFailure(error instanceof KeyError ? t('identity.keyFailed') : (error as Error).message);
      setAnswer('');
      if (asked) refreshCaptcha();
      focusField(form.current, 'password');
    } finally {
      setBusy(false);
    }
  }

  function fillDemo(given: { account: string; password: string }) {
    setAccount(given.account);
    setPassword(given.password);
    setMissing({});
    focusField(form.current, asked ? 'captcha' : 'submit');
  }

  return (
    <form ref={form} className={styles['form']} onSubmit={(event) => void handleSubmit(event)} noValidate aria-busy={busy}>
      <h1 className={styles['heading']}>{t('identity.heading')}</h1>
      <Field label={t('identity.account')} problem={missing.account}>
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
      <Field label={t('identity.password')} problem={missing.password} hint={capsLock ? t('identity.capsLock') : undefined}>
        {(field) => (
          <PasswordField
            {...field}
            value={password}
            onChange={setPassword}
            onKey={(event) => setCapsLock(event.getModifierState('CapsLock'))}
            onLeave={() => setCapsLock(false)}
          />
        )}
      </Field>
      {asked && (
        <Field label={t('identity.captcha')} problem={missing.captcha}>
          {(field) => (
            <CaptchaField {...field} captcha={captcha} value={answer} onChange={setAnswer} onRefresh={refreshCaptcha} />
          )}
        </Field>
      )}
      <label className={styles['remember']}>
        <input type="checkbox" checked={remember} onChange={(event) => setRemember(event.target.checked)} />
        {t('identity.remember')}
      </label>
      <button type="submit" name="submit" className={controls['primary']} aria-disabled={busy}>
        {t(busy ? 'identity.signingIn' : 'identity.signIn')}
      </button>
      <p className={styles['failure']} role="alert">
        {failure}
      </p>
      {demo && <DemoAccount account={demo.account} password={demo.password} onFill={() => fillDemo(demo)} />}
    </form>
  );
}

function focusField(form: HTMLFormElement | null, name: string): void {
  (form?.elements.namedItem(name) as HTMLElement | null)?.focus();
}
