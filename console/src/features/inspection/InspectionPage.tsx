import AimOutlined from '@ant-design/icons/AimOutlined';
import { Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.ts';
import type { MapHandle } from '../../map/MapView.tsx';
import { openingView } from '../../shared/map-state.ts';
import { lazyComponent } from '../../ui/lazy-component.ts';
import { usePreferences } from '../../ui/preferences.ts';
import { SkeletonRows, State } from '../../ui/States.tsx';
import { InspectionCard } from './InspectionCard.tsx';
import styles from './InspectionPage.module.css';
import { INSPECTION_ZOOM, useCentred } from './use-centred.ts';
import type { Inspection } from './use-inspection.ts';
import { useInspection } from './use-inspection.ts';

const MapView = lazyComponent(async () => (await import('../../map/MapView.tsx')).MapView);

/** Inspection mode (specification 2.10): one vehicle on the map, without sockets. */
export function InspectionPage() {
  const { t } = useTranslation();
  const inspection = useInspection();
  const { vehicle, failure, retry } = inspection;

  if (vehicle === undefined) {
    if (failure)
      return (
        <State
          live="alert"
          title={t('inspection.failedTitle')}
          hint={failure.message}
          action={{ label: t('common.retry'), onClick: retry }}
        />
      );
    return <SkeletonRows label={t('inspection.loading')} />;
  }
  return <InspectionMap inspection={inspection} />;
}

function InspectionMap({ inspection }: { inspection: Inspection }) {
  const { t } = useTranslation();
  const { store, vehicle, failure, retry } = inspection;
  const dark = usePreferences((state) => state.mode === 'dark');
  const map = useRef<MapHandle>(null);
  const place = vehicle && vehicle.x !== null && vehicle.y !== null ? { lng: vehicle.x, lat: vehicle.y } : null;
  const { centred, onView, recentre } = useCentred(map, place);
  const [position] = useState(() => (place ? { ...place, zoom: INSPECTION_ZOOM } : openingView([])));
  const plate = useSession((state) => state.userInfo?.inspection);

  return (
    <div className={styles['page']}>
      <section className={styles['map']}>
        <Suspense fallback={null}>
          <MapView
            ref={map}
            store={store}
            selected={vehicle?.tid ?? null}
            onSelect={recentre}
            onView={onView}
            dark={dark}
            focus={position}
            layout="single"
            clusters={false}
          />
        </Suspense>
        {vehicle && !centred && (
          <button type="button" className={styles['recentre']} onClick={recentre}>
            <AimOutlined aria-hidden /> {t('inspection.follow')}
          </button>
        )}
        {failure && (
          <p className={styles['strip']} role="alert">
            {t('inspection.staleStrip')}
            <button type="button" onClick={retry}>
              {t('common.retry')}
            </button>
          </p>
        )}
      </section>
      <InspectionCard vehicle={vehicle ?? null} plate={plate?.carNo ?? ''} colour={plate?.color ?? 0} failed={failure !== null} />
    </div>
  );
}
