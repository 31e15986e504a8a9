import { useTranslation } from 'react-i18next';
import { Page } from '../../../ui/Page.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { State } from '../../../ui/States.tsx';
import { AntdProvider } from '../../../ui/theme/AntdProvider.tsx';
import styles from './TrackingPage.module.css';
import { TrackingWindow } from './TrackingWindow.tsx';
import { MAX_WINDOWS, useTracked } from './use-tracked.ts';
import { VehicleSelect } from './VehicleSelect.tsx';

/** /mapcontent/tracking: up to four vehicles side by side, each with its trail from now on. */
export function TrackingPage() {
  const { t } = useTranslation();
  const [tracked, change] = useTracked();
  return (
    <Page>
      <PageHeader
        title={t('page.tracking')}
        action={
          tracked.length < MAX_WINDOWS ? (
            <AntdProvider>
              <VehicleSelect label={t('tracking.add')} onChoose={(targId) => change([...tracked, targId])} />
            </AntdProvider>
          ) : undefined
        }
      />
      {tracked.length === 0 ? (
        <State title={t('tracking.none')} hint={t('tracking.noneHint')} />
      ) : (
        <div className={styles['windows']} data-count={tracked.length}>
          {tracked.map((tid) => (
            <TrackingWindow key={tid} tid={tid} onClose={() => change(tracked.filter((other) => other !== tid))} />
          ))}
        </div>
      )}
    </Page>
  );
}
