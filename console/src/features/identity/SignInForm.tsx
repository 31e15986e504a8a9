import type { ParseKeys } from 'i18next';
import type { FormEvent, ReactNode } from 'react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reloadCaptcha, usePlatform } from '../../api/platform.ts';
import controls from '../../ui/theme/controls.module.css';
import { CaptchaField } from './CaptchaField.tsx';
import { Countdown } from './Countdown.tsx';
import { Field } from './Field.tsx';
import { PasswordField } from './PasswordField.tsx';
import styles from './SignIn.module.css';
import type { Secret } from './sign-in.ts';
import { describeFailure } from './sign-in-failure.ts';
import type { Captcha } from './use-captcha.ts';

/** Text keys instead of texts: messages follow a language change. */
type Missing = Readonly<Record<string, ParseKeys | undefined>>;
type Problems = { readonly missing: Missing; readonly captcha?: string };
type Hold = { readonly who: string; readonly until: number | null };

/**
 * The common part of both forms: password, captcha, button and errors. Enter submits. After too many attempts the button is
 * blocked as long as the server said (for this account or vehicle only), else until the input changes.
 */
export function SignInForm(props: {
  /** null: not required. */
  captcha: Captcha | null;
  onRefresh: () => void;
  /** The account or vehicle that the server locks. */
  who: string;
  passwordLabel: string;
  passwordRequired: ParseKeys;
  initialPassword: string;
  /** Submits the prefilled form at once, unless a captcha is required. */
  sendsAtOnce?: boolean;
  /** Empty leading fields with their messages. */
  missing: () => Missing;
  send: (secret: Secret) => Promise<void>;
  extra?: ReactNode;
  children: (problemOf: (name: string) => string | undefined) => ReactNode;
}) {
  const { captcha, onRefresh, who, passwordLabel, passwordRequired, initialPassword, missing, send, extra, children } = props;
  const { sendsAtOnce = false } = props;
  const { t } = useTranslation();
  const [password, setPassword] = useState(initialPassword);
  const [answer, setAnswer] = useState('');
  const [capsLock, setCapsLock] = useState(false);
  const known = usePlatform(({ settled }) => settled);
  /** Submitted before the captcha setting was known: submitted again when it is. */
  const [early, setEarly] = useState(false);
  const [sending, setSending] = useState(false);
  const [problems, setProblems] = useState<Problems>({ missing: {} });
  const [failure, setFailure] = useState('');
  const [hold, setHold] = useState<Hold | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const busy = sending || early;
  const held = hold !== null && hold.who === who.trim();

  const [atOnce] = useState(sendsAtOnce && captcha === null);
  useEffect(() => {
    focusFirstEmpty(form.current);
    if (atOnce) form.current?.requestSubmit();
  }, [atOnce]);

  useEffect(() => {
    if (!known || !early) return;
    setEarly(false);
    form.current?.requestSubmit();
  }, [known, early]);

  function findMissing(): Missing {
    return {
      ...missing(),
      ...(password === '' ? { password: passwordRequired } : {}),
      ...(captcha && answer.trim() === '' ? { captcha: 'login.captchaRequired' as const } : {}),
    };
  }

  async function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (sending || held) return;
    if (!known) return setEarly(true);
    const gaps = findMissing();
    setProblems({ missing: gaps });
    setFailure('');
    const [first] = Object.keys(gaps);
    if (first) return focus(form.current, first);
    setSending(true);
    try {
      await send({ password, ...(captcha ? { captcha: { id: captcha.id, text: answer.trim() } } : {}) });
    } catch (error) {
      handleFailure(error);
    } finally {
      setSending(false);
    }
  }

  function handleFailure(error: unknown) {
    const failed = describeFailure(error, t);
    void reloadCaptcha(failed.kind === 'captcha');
    if (failed.kind === 'captcha') setProblems({ missing: {}, captcha: failed.text });
    else setFailure(failed.text);
    if (failed.kind === 'throttled')
      setHold({ who: who.trim(), until: failed.waitMs === null ? null : Date.now() + failed.waitMs });
    setAnswer('');
    if (captcha) onRefresh();
    focus(form.current, failed.kind === 'captcha' ? 'captcha' : 'password');
  }

  function problemOf(name: string): string | undefined {
    const key = problems.missing[name];
    return key && (t(key) as string);
  }

  function handleInput() {
    if (hold?.until === null) setHold(null);
  }

  return (
    <form ref={form} onSubmit={(event) => void handleSubmit(event)} onInput={handleInput} noValidate aria-busy={busy}>
      {children(problemOf)}
      <Field label={passwordLabel} problem={problemOf('password')} hint={capsLock ? t('login.capsLock') : undefined}>
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
      {captcha && (
        <Field label={t('login.captcha')} problem={problemOf('captcha') ?? problems.captcha}>
          {(field) => <CaptchaField {...field} captcha={captcha} value={answer} onChange={setAnswer} onRefresh={onRefresh} />}
        </Field>
      )}
      {extra}
      <button type="submit" name="submit" className={`${controls['primary']} ${styles['submit']}`} aria-disabled={busy || held}>
        {held && hold.until !== null ? (
          <Countdown until={hold.until} onOver={() => setHold(null)} />
        ) : (
          t(busy ? 'login.signingIn' : 'login.signIn')
        )}
      </button>
      <p className={styles['failure']} role="alert">
        {failure}
      </p>
    </form>
  );
}

/** Focuses the first empty field: the password with a remembered account, the captcha with a demo account. */
function focusFirstEmpty(form: HTMLFormElement | null): void {
  const empty = [...(form?.elements ?? [])].find(
    (element) => element instanceof HTMLInputElement && element.type !== 'checkbox' && element.value === '',
  );
  focus(form, empty instanceof HTMLInputElement ? empty.name : 'submit');
}

function focus(form: HTMLFormElement | null, name: string): void {
  const control = form?.elements.namedItem(name);
  if (!(control instanceof HTMLElement)) return;
  control.focus();
  // The user will probably retype it.
  if (control instanceof HTMLInputElement) control.select();
}
