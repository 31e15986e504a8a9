import { useTranslation } from 'react-i18next';
import { State } from '../ui/States.tsx';

/** A page whose code could not be loaded or that broke while drawing. */
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
