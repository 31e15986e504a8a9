import { useTranslation } from 'react-i18next';
import { useMatches, useNavigate } from 'react-router';
import { State } from '../ui/States.tsx';
import type { RouteHandle } from './Root.tsx';

/** Stands where a page comes with a later version: says so, and leads back. */
export function PendingPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const handle = useMatches().at(-1)?.handle as RouteHandle | undefined;
  // Opened by its address there is nothing to go back to.
  const action =
    history.length > 1
      ? { label: t('route.back'), onClick: () => void navigate(-1) }
      : { label: t('common.backHome'), onClick: () => void navigate('/') };
  const page = handle ? t(handle.route.title) : '';
  return <State title={t('route.pendingTitle', { page })} hint={t('route.pendingHint')} action={action} />;
}
