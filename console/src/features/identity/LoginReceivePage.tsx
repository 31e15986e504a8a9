import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { Refusal } from '../../api/client.ts';
import { loginPath, redirectTarget } from '../../api/redirect.ts';
import { useSession } from '../../api/session.ts';
import styles from './LoginReceivePage.module.css';
import { signInByTicket } from './sign-in.ts';

/** /loginReceive?ticket=…: signs in with another system's ticket, which is removed from the URL and the history at once. */
export function LoginReceivePage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [query, setQuery] = useSearchParams();
  const [failure, setFailure] = useState<'badTicket' | string | null>(null);
  const started = useRef(false);
  const redirect = query.get('redirect');

  useEffect(() => {
    if (started.current) return;
    started.current = true;
    const ticket = query.get('ticket') ?? '';
    const rest = new URLSearchParams(query);
    rest.delete('ticket');
    setQuery(rest, { replace: true });
    if (ticket === '') return setFailure('badTicket');
    signInByTicket(ticket).then(
      () => void navigate(redirectTarget(rest, useSession.getState().rights ?? []), { replace: true }),
      (error: Error) => setFailure(error instanceof Refusal ? 'badTicket' : error.message),
    );
  }, [query, setQuery, navigate]);

  if (failure !== null) {
    return (
      <main className={styles['page']} role="alert">
        <h1 className={styles['title']}>{failure === 'badTicket' ? t('error.badTicket') : failure}</h1>
        <p className={styles['hint']}>{t('login.ticketHint')}</p>
        <Link to={redirect ? loginPath(redirect) : '/login'}>{t('login.toLogin')}</Link>
      </main>
    );
  }
  return (
    <main className={styles['page']} role="status">
      <span className={styles['spinner']} aria-hidden="true" />
      <p>{t('login.signingIn')}</p>
    </main>
  );
}
