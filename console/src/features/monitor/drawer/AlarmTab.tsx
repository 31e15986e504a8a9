import type { AlarmRow } from '@fleetwarden/contract/alarms/alarm-row';
import { alarmsCalls } from '@fleetwarden/contract/alarms/routes';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useThrottled } from '../../../hooks/use-throttled.ts';
import { LevelWord } from '../../../shared/AlarmLevel.tsx';
import { useMayHandle } from '../../../shared/alarm-rights.ts';
import { alarmRowToHandle, caseWord } from '../../../shared/alarm-texts.ts';
import { AlarmThumb } from '../../../shared/evidence/AlarmThumb.tsx';
import { useCommonMessage, useLive } from '../../../shared/live-context.ts';
import { openAlarmHandling } from '../../../shared/open-alarm-handling.ts';
import { PlaceCell } from '../../../shared/PlaceCell.tsx';
import { PlateTag } from '../../../shared/PlateTag.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { TimeCell } from '../../../ui/TimeCell.tsx';
import { formatMeasure } from '../../../ui/units.ts';
import type { DataColumn } from '../DataTable.tsx';
import styles from './Drawer.module.css';
import { PagedTable } from './PagedTable.tsx';
import { usePaged } from './use-paged.ts';

/** Delay of reloads after alarm messages, ms. */
const SETTLE_MS = 1_000;
/** All states (console.md 9). */
const ANY_STATE = 4;

/** Ordinary alarms of every state. */
export function OrdinaryAlarmTab({ onLocate }: { onLocate: (tid: string) => void }) {
  const { t, i18n } = useTranslation();
  const paged = usePaged('alarms', alarmsCalls.listWarnHistory, { classes: ['ordinary'], warmStatus: ANY_STATE });
  const columns = useColumns(paged.refresh, onLocate);
  return (
    <PagedTable
      label={t('drawer.alarms')}
      columns={[
        columns.kind,
        columns.plate,
        columns.level,
        columns.time,
        { key: 'last', title: t('alarmPopup.last'), render: ({ lastTime }) => <TimeCell at={lastTime} /> },
        columns.speed,
        { key: 'place', title: t('alarmPopup.place'), render: ({ x, y }) => <PlaceCell lng={x} lat={y} /> },
        { key: 'times', title: t('alarmPopup.times'), align: 'right', render: ({ times }) => formatNumber(i18n.language, times) },
        columns.state,
        columns.actions,
      ]}
      rowKey={({ alarmGid }) => alarmGid}
      paged={paged}
      empty={t('alarmPopup.empty')}
    />
  );
}

/** Active-safety alarms that wait for handling. */
export function SafetyAlarmTab({ onLocate }: { onLocate: (tid: string) => void }) {
  const { t } = useTranslation();
  const paged = usePaged('safety', alarmsCalls.safetyListNew, {});
  const columns = useColumns(paged.refresh, onLocate);
  return (
    <PagedTable
      label={t('drawer.safety')}
      columns={[
        columns.kind,
        columns.level,
        columns.plate,
        columns.time,
        columns.speed,
        { key: 'driver', title: t('alarmPopup.driver'), render: ({ driver }) => driver },
        { key: 'files', title: t('alarmPopup.files'), render: (row) => <AlarmThumb row={row} /> },
        columns.state,
        columns.actions,
      ]}
      rowKey={({ alarmGid }) => alarmGid}
      paged={paged}
      empty={t('alarmPopup.empty')}
    />
  );
}

/** Common columns; both lists reload when alarms arrive or are handled. */
function useColumns(refresh: () => void, onLocate: (tid: string) => void) {
  const { t, i18n } = useTranslation();
  const mayHandle = useMayHandle();
  const { alarms } = useLive();
  const soon = useThrottled(refresh, SETTLE_MS);
  useEffect(() => alarms.hear(soon), [alarms, soon]);
  useCommonMessage('cases', soon);

  const handle = async (row: AlarmRow) => {
    if ((await openAlarmHandling([alarmRowToHandle(row)])) === 1) refresh();
  };
  const waits = ({ state }: AlarmRow) => state !== null && state !== 2 && state !== 3;
  return {
    kind: { key: 'kind', title: t('alarmPopup.kind'), render: ({ subTypeName }) => subTypeName },
    plate: {
      key: 'plate',
      title: t('alarmPopup.plate'),
      render: ({ targId, carNo, color }) => (
        <button type="button" className={styles['link']} onClick={() => onLocate(targId)}>
          <PlateTag plate={carNo} colour={color} />
        </button>
      ),
    },
    level: { key: 'level', title: t('alarmPopup.level'), render: ({ level }) => <LevelWord level={level} /> },
    time: { key: 'time', title: t('alarmPopup.started'), render: ({ vtime }) => <TimeCell at={vtime} /> },
    speed: {
      key: 'speed',
      title: t('alarmPopup.speed'),
      align: 'right',
      render: ({ speed }) => t('alarmPopup.kmh', { speed: formatMeasure(i18n.language, 'speed', speed) }),
    },
    state: { key: 'state', title: t('alarmPopup.state'), render: ({ state }) => (state === null ? '' : caseWord(t, state)) },
    actions: {
      key: 'actions',
      title: t('alarmPopup.actions'),
      pinned: true,
      render: (row) =>
        waits(row) &&
        mayHandle(row.warnId) && (
          <button type="button" className={styles['link']} onClick={() => void handle(row)}>
            {t('alarmPopup.handle')}
          </button>
        ),
    },
  } satisfies Record<string, DataColumn<AlarmRow>>;
}
