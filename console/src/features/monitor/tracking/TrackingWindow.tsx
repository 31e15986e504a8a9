import CaretRightOutlined from '@ant-design/icons/CaretRightOutlined';
import CloseOutlined from '@ant-design/icons/CloseOutlined';
import PauseOutlined from '@ant-design/icons/PauseOutlined';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../api/session.ts';
import type { VehicleStore } from '../../../live/vehicle-store.ts';
import type { MapHandle } from '../../../map/MapView.tsx';
import { type AddressOf, useAddress } from '../../../map/use-address.ts';
import { useLive } from '../../../shared/live-context.ts';
import { openingView } from '../../../shared/map-state.ts';
import { PlaceCell } from '../../../shared/PlaceCell.tsx';
import { PlateTag } from '../../../shared/PlateTag.tsx';
import { StatusMark } from '../../../shared/StatusMark.tsx';
import { FixTime, VehicleField, VehicleFields } from '../../../shared/VehicleFields.tsx';
import { formatClock } from '../../../ui/format.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { lazyComponent } from '../../../ui/lazy-component.ts';
import { usePreferences } from '../../../ui/preferences.ts';
import { ScrollRegion } from '../../../ui/ScrollRegion.tsx';
import { SkeletonRows, State } from '../../../ui/States.tsx';
import { formatMeasure } from '../../../ui/units.ts';
import type { Status } from '../status.ts';
import { useVehicleVersion } from '../use-vehicle-version.ts';
import { createOneVehicleStore } from './one-vehicle-store.ts';
import { SpeedDial } from './SpeedDial.tsx';
import styles from './TrackingWindow.module.css';
import type { Trail } from './trail.ts';
import { useFollowed, useTrail } from './use-trail.ts';
import { useTrailOverlay } from './use-trail-overlay.ts';

const MapView = lazyComponent(async () => (await import('../../../map/MapView.tsx')).MapView);

/** Shows the road. */
const ZOOM = 15;
const OFFLINE = 0;

/** A tracked vehicle: map with trail, speed and last points (screen catalogue 3.5). */
export function TrackingWindow(props: {
  tid: string;
  onClose?: (() => void) | undefined;
  /** Called for each position since tracking began. */
  onTrail?: ((trail: Trail) => void) | undefined;
}) {
  const { tid, onClose } = props;
  const { t } = useTranslation();
  const { store, state } = useLive();
  useVehicleVersion(store, tid);
  const row = store.rowOf(tid);
  useFollowed(store, tid, row >= 0);

  if (row < 0) {
    return (
      <section className={styles['window']}>
        {state?.init === 2 ? (
          <State
            live="alert"
            title={t('tracking.unknownVehicle')}
            {...(onClose ? { action: { label: t('common.close'), onClick: onClose } } : {})}
          />
        ) : (
          <SkeletonRows label={t('tracking.loading')} />
        )}
      </section>
    );
  }
  return <KnownVehicle {...props} store={store} row={row} />;
}

function KnownVehicle(props: {
  tid: string;
  store: VehicleStore;
  row: number;
  onClose?: (() => void) | undefined;
  onTrail?: ((trail: Trail) => void) | undefined;
}) {
  const { tid, store, row, onClose, onTrail } = props;
  const { t } = useTranslation();
  const dark = usePreferences((preferences) => preferences.mode === 'dark');
  const [running, setRunning] = useState(true);
  const [map, setMap] = useState<MapHandle | null>(null);
  const [own] = useState(() => createOneVehicleStore(store, tid));
  const [position] = useState(() =>
    Number.isNaN(store.x(row))
      ? openingView(useSession.getState().userInfo?.configList ?? [])
      : { lng: store.x(row), lat: store.y(row), zoom: ZOOM },
  );
  const trail = useTrail(store, tid, running);
  useTrailOverlay(map, trail, running);
  const { version } = trail;
  // biome-ignore lint/correctness/useExhaustiveDependencies: told with each of its versions
  useEffect(() => onTrail?.(trail), [onTrail, trail, version]);

  useEffect(() => {
    if (!running) return own.hide();
    own.show();
    return store.subscribe(own.show);
  }, [own, store, running]);

  const status = store.status(row) as Status;
  const stop = t(running ? 'tracking.stop' : 'tracking.start');
  return (
    <section className={styles['window']} aria-label={store.plate(row)}>
      <div className={styles['map']}>
        <Suspense fallback={null}>
          <MapView
            ref={setMap}
            store={own.store}
            selected={tid}
            onSelect={() => undefined}
            dark={dark}
            focus={position}
            layout="single"
            clusters={false}
            smooth={false}
          />
        </Suspense>
        {status === OFFLINE && (
          <p className={styles['offline']} role="status">
            {t('tracking.offline')}
          </p>
        )}
      </div>
      <aside className={styles['side']}>
        <header className={styles['head']}>
          <h2>
            <PlateTag plate={store.plate(row)} colour={store.colour(row)} />
          </h2>
          <span className={styles['status']}>
            <StatusMark status={status} size={12} />
            {t(`monitor.status${status}`)}
          </span>
          <IconButton
            label={stop}
            icon={running ? <PauseOutlined /> : <CaretRightOutlined />}
            onClick={() => setRunning(!running)}
          />
          {onClose && <IconButton label={t('common.close')} icon={<CloseOutlined />} onClick={onClose} />}
        </header>
        <SpeedDial speed={store.speed(row)} />
        <Where store={store} row={row} addressOf={map?.addressOf} />
        <Points trail={trail} running={running} addressOf={map?.addressOf} />
      </aside>
    </section>
  );
}

function Where({ store, row, addressOf }: { store: VehicleStore; row: number; addressOf: AddressOf | undefined }) {
  const { t } = useTranslation();
  const at = store.time(row);
  const address = useAddress(store.x(row), store.y(row), addressOf);
  return (
    <VehicleFields>
      <FixTime at={Number.isNaN(at) ? null : at} stale={store.stale(row)} />
      <VehicleField label={t('monitor.fieldPlace')}>{address === '' ? t('monitor.noAddress') : address}</VehicleField>
    </VehicleFields>
  );
}

/** The last points, newest first. */
function Points({ trail, running, addressOf }: { trail: Trail; running: boolean; addressOf: AddressOf | undefined }) {
  const { t, i18n } = useTranslation();
  if (trail.listed.length === 0) return <State title={t(running ? 'tracking.waiting' : 'tracking.stopped')} />;
  return (
    <ScrollRegion className={styles['points']} label={t('tracking.points')}>
      <table aria-label={t('tracking.points')}>
        <thead>
          <tr>
            <th scope="col">{t('tracking.time')}</th>
            <th scope="col">{t('tracking.kmh')}</th>
            <th scope="col">{t('tracking.place')}</th>
          </tr>
        </thead>
        <tbody>
          {trail.listed.map(({ at, receivedAt, lng, lat, speed, alarms }) => (
            <tr key={receivedAt}>
              <td>{formatClock(Number.isNaN(at) ? receivedAt : at)}</td>
              <td>{formatMeasure(i18n.language, 'speed', speed, 1, 1)}</td>
              <td>
                <PlaceCell lng={lng} lat={lat} addressOf={addressOf} />
                {alarms !== '' && <em>{alarms}</em>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
