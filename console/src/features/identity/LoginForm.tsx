import { Button, Input } from 'antd';
import type { FormEvent, KeyboardEvent, ReactNode } from 'react';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { usePlatform } from '../../ui/platform.ts';
import { redirectTarget } from '../../ui/redirect.ts';
import { CaptchaField } from './CaptchaField.tsx';
import { DemoAccount } from './DemoAccount.tsx';
import styles from './LoginForm.module.css';
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

  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState?.('CapsLock') ?? false);

  return (
    <form ref={form} className={styles['form']} onSubmit={(event) => void handleSubmit(event)} noValidate aria-busy={busy}>
      <h1 className={styles['heading']}>{t('identity.heading')}</h1>
      <Field label={t('identity.account')} problem={missing.account}>
        {(field) => (
          <Input
            {...field}
            name="username"
            size="large"
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
          <Input.Password
            {...field}
            name="password"
            size="large"
            maxLength={64}
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            onKeyDown={watchCapsLock}
            onKeyUp={watchCapsLock}
            onBlur={() => setCapsLock(false)}
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
      <Button type="primary" htmlType="submit" name="submit" size="large" block loading={busy}>
        {t('identity.signIn')}
      </Button>
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

export type FieldProps = {
  readonly id: string;
  readonly status?: 'error';
  readonly 'aria-invalid'?: true;
  readonly 'aria-describedby': string;
};

/** A label, its control and, below, what is wrong with it or worth knowing. */
function Field(props: {
  label: string;
  problem: string | undefined;
  hint?: string | undefined;
  children: (field: FieldProps) => ReactNode;
}) {
  const { label, problem, hint, children } = props;
  const id = useId();
  const wrong = problem ? ({ status: 'error', 'aria-invalid': true } as const) : {};
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{label}</label>
      {children({ id, ...wrong, 'aria-describedby': `${id}-note` })}
      <span id={`${id}-note`} className={problem ? styles['problem'] : styles['hint']} role="status">
        {problem ?? hint}
      </span>
    </div>
  );
}
