import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { Refusal } from '../../api/client.ts';
import { loginPath, redirectTarget } from '../../api/redirect.ts';
import { useSession } from '../../api/session.ts';
import { localStore } from '../../api/storage.ts';
import controls from '../../ui/theme/controls.module.css';
import layout from '../../ui/theme/layout.module.css';
import styles from './LoginReceivePage.module.css';
import { signInByTicket } from './sign-in.ts';

const PAGE = `${layout['centered']} ${styles['page']}`;

/**
 * /loginReceive?ticket=…: signs in with another system's ticket, which is removed from the URL and the history at once. A foreign link
 * must not replace an open session unnoticed, so the page asks first if there is one.
 */
export function LoginReceivePage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [query, setQuery] = useSearchParams();
  const [failure, setFailure] = useState<'badTicket' | string | null>(null);
  /** A ticket that waits for the user's answer. */
  const [pending, setPending] = useState<string | null>(null);
  const started = useRef(false);
  const redirect = query.get('redirect');

  const goOn = useCallback(
    (rest: URLSearchParams) => void navigate(redirectTarget(rest, useSession.getState().rights ?? []), { replace: true }),
    [navigate],
  );
  const takeTicket = useCallback(
    (ticket: string, rest: URLSearchParams) => {
      setPending(null);
      signInByTicket(ticket).then(
        () => goOn(rest),
        (error: Error) => setFailure(error instanceof Refusal ? 'badTicket' : error.message),
      );
    },
    [goOn],
  );

  useEffect(() => {
    if (started.current) return;
    started.current = true;
    const ticket = query.get('ticket') ?? '';
    const rest = new URLSearchParams(query);
    rest.delete('ticket');
    setQuery(rest, { replace: true });
    if (ticket === '') setFailure('badTicket');
    else if (useSession.getState().token !== null) setPending(ticket);
    else takeTicket(ticket, rest);
  }, [query, setQuery, takeTicket]);

  if (pending !== null)
    return (
      <main className={PAGE}>
        <h1 className={styles['title']}>{t('login.ticketQuestion', { name: localStore.get('username') ?? '' })}</h1>
        <p className={styles['hint']}>{t('login.ticketWarning')}</p>
        <div className={styles['answers']}>
          <button type="button" className={styles['other']} onClick={() => takeTicket(pending, query)}>
            {t('login.ticketSwitch')}
          </button>
          <button type="button" className={controls['primary']} onClick={() => void navigate('/', { replace: true })}>
            {t('login.ticketStay')}
          </button>
        </div>
      </main>
    );
  if (failure !== null) {
    return (
      <main className={PAGE} role="alert">
        <h1 className={styles['title']}>{failure === 'badTicket' ? t('error.badTicket') : failure}</h1>
        <p className={styles['hint']}>{t('login.ticketHint')}</p>
        <Link to={redirect ? loginPath(redirect) : '/login'}>{t('login.toLogin')}</Link>
      </main>
    );
  }
  return (
    <main className={PAGE} role="status">
      <span className={styles['spinner']} aria-hidden="true" />
      <p>{t('login.signingIn')}</p>
    </main>
  );
}
