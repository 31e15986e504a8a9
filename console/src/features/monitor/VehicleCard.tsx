import CloseOutlined from '@ant-design/icons/CloseOutlined';
import CopyOutlined from '@ant-design/icons/CopyOutlined';
import StarFilled from '@ant-design/icons/StarFilled';
import StarOutlined from '@ant-design/icons/StarOutlined';
import { monitorCalls } from '@fleetwarden/contract/monitor/routes';
import { DEFAULT_WINDOW_SETTING } from '@fleetwarden/contract/monitor/vehicle-window';
import { permission } from '@fleetwarden/contract/permissions';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useMay, useSession } from '../../api/session.ts';
import { useDrag } from '../../hooks/use-drag.ts';
import { useNow } from '../../hooks/use-now.ts';
import type { VehicleStore } from '../../live/vehicle-store.ts';
import { type AddressOf, useAddress } from '../../map/use-address.ts';
import type { Target } from '../../shared/commands/sent-commands.ts';
import { useMapState } from '../../shared/map-state.ts';
import { PlateTag } from '../../shared/PlateTag.tsx';
import { StatusMark } from '../../shared/StatusMark.tsx';
import { FixTime, VehicleField, VehicleFields } from '../../shared/VehicleFields.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { ScrollRegion } from '../../ui/ScrollRegion.tsx';
import { InspectionPassword } from './InspectionPassword.tsx';
import { LocateButton } from './LocateButton.tsx';
import type { Status } from './status.ts';
import { useVehicleVersion } from './use-vehicle-version.ts';
import styles from './VehicleCard.module.css';
import { VehicleToolbar } from './VehicleToolbar.tsx';
import { targetOf, type VehicleTools } from './vehicle-actions.tsx';
import { dialogFields, plateText } from './vehicle-fields.ts';
import { openVehicleWindow } from './windows/vehicle-window-state.ts';

/** Polling interval of data from calls, ms, so that it stays fresh beside the live values. */
const PARAMS_EVERY_MS = 30_000;

/** The vehicle card: floats over the map, follows its vehicle and leaves the map usable. Escape closes it. */
export function VehicleCard(props: {
  store: VehicleStore;
  tid: string;
  tools: VehicleTools;
  onClose: () => void;
  /** Reverse geocoding of the map's provider, if available. */
  addressOf?: AddressOf | undefined;
}) {
  const { store, tid, tools, onClose, addressOf } = props;
  const { t, i18n } = useTranslation();
  const now = useNow();
  const map = useMapState(({ shown }) => shown);
  const [dragged, handle] = useDrag();
  const mayFollow = useMay(permission.locateAndFollow);
  useVehicleVersion(store, tid);
  const setting = useSession((state) => state.userInfo?.settings.map.carwindowcustomsetting) ?? DEFAULT_WINDOW_SETTING;
  const [all, setAll] = useState(false);
  const params = useQuery({
    queryKey: ['monitor', 'otherParams', tid],
    queryFn: ({ signal }) => call(monitorCalls.getOtherParams, { targId: tid }, { signal, quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: PARAMS_EVERY_MS,
    gcTime: 0,
  });

  useEffect(() => {
    const close = (event: KeyboardEvent) => event.key === 'Escape' && !event.defaultPrevented && onClose();
    document.addEventListener('keydown', close);
    return () => document.removeEventListener('keydown', close);
  }, [onClose]);

  const row = store.rowOf(tid);
  if (row < 0) return null;
  const status = store.status(row) as Status;
  const colour = store.colour(row);
  const followed = store.followed(row);
  const time = store.time(row);
  const vehicle = targetOf(store, row);
  const source = { store, row, params: params.data, now, t, language: i18n.language, map };

  return (
    <section
      className={styles['card']}
      role="dialog"
      aria-label={`${t('monitor.vehicleInfo')} ${store.plate(row)}`}
      style={{ transform: dragged }}
    >
      <header className={styles['head']} {...handle}>
        <h2>
          <PlateTag plate={store.plate(row)} colour={colour} />
        </h2>
        <span className={styles['chip']} data-status={status}>
          <StatusMark status={status} size={12} />
          {t(`monitor.status${status}`)}
        </span>
        {mayFollow && (
          <IconButton
            label={t(followed ? 'monitor.unfollow' : 'monitor.follow')}
            icon={followed ? <StarFilled /> : <StarOutlined />}
            pressed={followed}
            onClick={() => tools.toggleFollow(tid)}
          />
        )}
        <InspectionPassword carId={store.carId(row)} plate={store.plate(row)} />
        <LocateButton onLocate={() => tools.locate(tid)} />
        <IconButton label={t('common.close')} icon={<CloseOutlined />} onClick={onClose} />
      </header>
      <p className={styles['sub']}>{[t(plateText(colour)), params.data?.deptName].filter(Boolean).join(' · ')}</p>
      <ScrollRegion className={styles['fields']} label={t('monitor.vehicleInfo')}>
        <VehicleFields>
          {dialogFields(setting, all).map(({ id, field }) => {
            if (field.kind === 'time') return <FixTime key={id} at={Number.isNaN(time) ? null : time} stale={store.stale(row)} />;
            if (field.kind === 'address')
              return (
                <Address key={id} label={t(field.label) as string} lng={store.x(row)} lat={store.y(row)} addressOf={addressOf} />
              );
            if (field.kind === 'tyres') return <Tyres key={id} label={t(field.label) as string} vehicle={vehicle} />;
            const value = field.value(source);
            const alarming = field.kind === 'danger' && value !== t('monitor.alarmNone');
            return (
              <VehicleField key={id} label={t(field.label) as string} className={alarming ? styles['alarm'] : undefined}>
                {value ?? (params.isPending ? '' : t('monitor.noData'))}
                {field.kind === 'place' && <Copy text={field.copied?.(source) ?? null} label={t('monitor.copyWgs84')} />}
              </VehicleField>
            );
          })}
        </VehicleFields>
      </ScrollRegion>
      <button type="button" className={styles['all']} aria-expanded={all} onClick={() => setAll(!all)}>
        {t(all ? 'monitor.selectedFields' : 'monitor.allFields')}
      </button>
      {params.isError && !params.data && (
        <p className={styles['failed']} role="status">
          {t('monitor.paramsFailed')}
          <button type="button" onClick={() => void params.refetch()}>
            {t('common.retry')}
          </button>
        </p>
      )}
      <VehicleToolbar tid={tid} tools={tools} />
    </section>
  );
}

/** The address; field 7. */
function Address(props: { label: string; lng: number; lat: number; addressOf: AddressOf | undefined }) {
  const { label, lng, lat, addressOf } = props;
  const { t } = useTranslation();
  const address = useAddress(lng, lat, addressOf);
  return (
    <VehicleField label={label}>
      {address === '' ? t('monitor.noAddress') : address}
      {address && <Copy text={address} label={t('monitor.copy')} />}
    </VehicleField>
  );
}

/** Field 21: loaded on demand. */
function Tyres({ label, vehicle }: { label: string; vehicle: Target }) {
  const { t } = useTranslation();
  const may = useMay(permission.tyrePressure);
  return (
    <VehicleField label={label}>
      {may ? (
        <button type="button" className={styles['query']} onClick={() => openVehicleWindow({ kind: 'tyres', vehicle })}>
          {t('monitor.query')}
        </button>
      ) : (
        t('monitor.noData')
      )}
    </VehicleField>
  );
}

function Copy({ text, label }: { text: string | null; label: string }) {
  if (text === null) return null;
  return (
    <button type="button" className={styles['copy']} aria-label={label} title={label} onClick={() => void copyText(text)}>
      <CopyOutlined />
    </button>
  );
}
