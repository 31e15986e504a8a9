import ReloadOutlined from '@ant-design/icons/ReloadOutlined';
import { detailsCalls } from '@fleetwarden/contract/details/routes';
import type { Tyre } from '@fleetwarden/contract/details/schemas';
import { useQuery } from '@tanstack/react-query';
import { Button, Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import type { Target } from '../../../shared/commands/sent-commands.ts';
import { formatList, formatNumber } from '../../../ui/format.ts';
import { ScrollRegion } from '../../../ui/ScrollRegion.tsx';
import { SkeletonRows, State } from '../../../ui/States.tsx';
import { TimeCell } from '../../../ui/TimeCell.tsx';
import { apart } from './apart.ts';
import styles from './TyreDialog.module.css';

const WIDTH = 520;

/** Last reported tyre pressures. */
export function TyreDialog({ vehicle, onClose }: { vehicle: Target; onClose: () => void }) {
  const { t } = useTranslation();
  const { data, isPending, isError, isFetching, refetch } = useQuery({
    queryKey: ['monitor', 'tyres', vehicle.carId],
    queryFn: ({ signal }) => call(detailsCalls.queryTirePressure, { carId: vehicle.carId }, { signal, quiet: true }),
    gcTime: 0,
  });
  return (
    <Modal
      open
      centered
      width={WIDTH}
      title={t('vehicleWindow.tyresTitle', { plate: vehicle.plate })}
      mask={{ closable: false }}
      footer={
        <Button icon={<ReloadOutlined />} loading={isFetching} onClick={() => void refetch()}>
          {t('vehicleWindow.readAgain')}
        </Button>
      }
      onCancel={onClose}
      wrapProps={apart}
    >
      {isPending && <SkeletonRows label={t('vehicleWindow.loading')} rows={4} />}
      {isError && <State live="alert" title={t('vehicleWindow.tyresFailed')} />}
      {data && data.list.length === 0 && <State title={t('vehicleWindow.noTyres')} hint={t('vehicleWindow.noTyresHint')} />}
      {data && data.list.length > 0 && <TyreTable time={data.time} tyres={data.list} />}
    </Modal>
  );
}

function TyreTable({ time, tyres }: { time: number | null; tyres: readonly Tyre[] }) {
  const { t, i18n } = useTranslation();
  const number = (value: number | null) => (value === null ? '—' : formatNumber(i18n.language, value));
  // a report contains one kind only
  const monitored = tyres.some(({ pressureKpa }) => pressureKpa !== null);
  return (
    <>
      <p className={styles['time']}>
        {t('vehicleWindow.reportedAt')} <TimeCell at={time} />
      </p>
      <ScrollRegion className={styles['scroll']} label={t('vehicleAction.tyres')}>
        <table className={styles['tyres']}>
          <thead>
            <tr>
              <th scope="col">{t('vehicleWindow.tyreNo')}</th>
              {monitored ? (
                <>
                  <th scope="col">{t('vehicleWindow.pressureKpa')}</th>
                  <th scope="col">{t('vehicleWindow.tyreTemperature')}</th>
                  <th scope="col">{t('vehicleWindow.tyreBattery')}</th>
                  <th scope="col">{t('vehicleWindow.tyreState')}</th>
                </>
              ) : (
                <th scope="col">{t('vehicleWindow.tyreValue')}</th>
              )}
            </tr>
          </thead>
          <tbody>
            {tyres.map(({ no, value, pressureKpa, temperatureC, batteryPercent, alarms }) => (
              <tr key={no}>
                <th scope="row">{no}</th>
                {monitored ? (
                  <>
                    <td>{number(pressureKpa)}</td>
                    <td>{number(temperatureC)}</td>
                    <td>{number(batteryPercent)}</td>
                    <td data-alarm={alarms.length > 0 || undefined}>
                      {alarms.length === 0
                        ? t('monitor.normal')
                        : formatList(
                            i18n.language,
                            alarms.map((bit) => t(`vehicleWindow.tyreAlarm${bit as 1}`)),
                          )}
                    </td>
                  </>
                ) : (
                  <td>{number(value)}</td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {!monitored && <p className={styles['note']}>{t('vehicleWindow.tyreValueHint')}</p>}
    </>
  );
}
