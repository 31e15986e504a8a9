import { identityCalls } from '@fleetwarden/contract/identity/routes';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { call } from '../../api/call.ts';
import { loginPath } from '../../api/redirect.ts';
import { startSession, useSession } from '../../api/session.ts';
import { State } from '../../ui/States.tsx';

/**
 * A page whose route opens without a session: it signs in with the `ticket` of its address (`user/exchangeTicket`), before any other
 * call, or offers to sign in. A ticket does not replace an open session.
 */
export function SignedOut({ path, ticket }: { path: string; ticket: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const [failure, setFailure] = useState('');
  useEffect(() => {
    if (!ticket || useSession.getState().token !== null) return;
    call(identityCalls.loginProxy, { ticket }, { quiet: true }).then(
      ({ token, userInfo, rights }) => startSession(token, userInfo, rights),
      (error: Error) => setFailure(error.message),
    );
  }, [ticket]);
  if (ticket && failure === '') return <State title={t('login.signingIn')} live="status" />;
  const back = query.size > 0 ? `${path}?${query}` : path;
  return (
    <State
      title={failure || t('video.signedOut')}
      action={{ label: t('video.signIn'), onClick: () => void navigate(loginPath(back)) }}
    />
  );
}

/** The ticket of the address, which is removed from it and from the history at once: it is a secret. */
export function useTicket(): string {
  const [query, setQuery] = useSearchParams();
  const [ticket] = useState(query.get('ticket') ?? '');
  useEffect(() => {
    if (!query.has('ticket')) return;
    const rest = new URLSearchParams(query);
    rest.delete('ticket');
    setQuery(rest, { replace: true });
  }, [query, setQuery]);
  return ticket;
}
