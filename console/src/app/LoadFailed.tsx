import { useTranslation } from 'react-i18next';
import { State } from '../ui/States.tsx';

/** Error view of a page that failed to load or render. */
export function LoadFailed() {
  const { t } = useTranslation();
  return (
    <State
      live="alert"
      title={t('common.pageFailed')}
      hint={t('common.pageFailedHint')}
      action={{ label: t('common.retry'), onClick: () => location.reload() }}
    />
  );
}
