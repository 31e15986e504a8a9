import { permission } from '@fleetwarden/contract/permissions';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMay } from '../../../api/session.ts';
import { PlateTag } from '../../../shared/PlateTag.tsx';
import { formatDuration, formatTime } from '../../../ui/format.ts';
import { formatCsv } from '../../../ui/format-csv.ts';
import { State } from '../../../ui/States.tsx';
import { saveText } from '../../../ui/save-text.ts';
import { TimeCell } from '../../../ui/TimeCell.tsx';
import { type DataColumn, DataTable } from '../DataTable.tsx';
import { exportPositions } from '../export-positions.ts';
import { LocateButton } from '../LocateButton.tsx';
import { PAGE_SIZE, Pager } from '../Pager.tsx';
import { VehicleMenuButton } from '../VehicleMenuButton.tsx';
import { playbackPage } from '../vehicle-pages.ts';
import styles from './MapTools.module.css';
import type { MatchedVehicle, SearchResult } from './search-result.ts';

/** The found vehicles, with actions to locate, follow and export them. */
export function SearchResultTable({ result, onLocate }: { result: SearchResult; onLocate: (tid: string) => void }) {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const [shown, setShown] = useState(result);
  if (shown !== result) {
    setShown(result);
    setPage(1);
  }
  const [mayPlay, mayExport] = [useMay(permission.trackPlayback), useMay(permission.exportPositions)];
  const { list, total, time } = result;
  if (list.length === 0) return <State title={t(time ? 'mapTools.nonePast' : 'mapTools.none')} />;

  const columns: DataColumn<MatchedVehicle>[] = [
    { key: 'plate', title: t('regions.plate'), render: ({ carNo, color }) => <PlateTag plate={carNo} colour={color} /> },
    { key: 'dept', title: t('regions.dept'), render: ({ deptName }) => deptName },
    ...(time ? pastColumns(t) : []),
    {
      key: 'actions',
      title: t('mapTools.actions'),
      render: ({ targId, carNo }) => (
        <span className={styles['actions']}>
          <LocateButton onLocate={() => onLocate(targId)} />
          {mayPlay && <Link to={playbackPage(targId, time ?? undefined)}>{t('mapTools.track')}</Link>}
          <VehicleMenuButton tid={targId} plate={carNo} />
        </span>
      ),
    },
  ];

  function exportRows() {
    if (time) saveText(`${t('mapTools.results')}.csv`, 'text/csv;charset=utf-8', pastCsv(result, t));
    else void exportPositions({ targIds: list.map(({ targId }) => targId) });
  }

  return (
    <section className={styles['result']} aria-label={t('mapTools.results')}>
      <div className={styles['row']}>
        <span role="status">
          {total > list.length
            ? t('mapTools.foundMore', { total, shown: list.length })
            : t('mapTools.found', { count: list.length })}
        </span>
        {(time !== null || mayExport) && (
          <button type="button" className={styles['link']} onClick={exportRows}>
            {t('mapTools.exportRows')}
          </button>
        )}
      </div>
      <DataTable
        label={t('mapTools.results')}
        columns={columns}
        rows={list.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)}
        rowKey={({ targId }) => targId}
      />
      <Pager page={page} total={list.length} onPage={setPage} />
    </section>
  );
}

function pastColumns(t: TFunction): DataColumn<MatchedVehicle>[] {
  return [
    { key: 'in', title: t('mapTools.timeIn'), render: ({ past }) => <TimeCell at={past!.firstTime} /> },
    { key: 'out', title: t('mapTools.timeOut'), render: ({ past }) => <TimeCell at={past!.lastTime} /> },
    { key: 'stay', title: t('mapTools.stay'), render: ({ past }) => formatDuration(t, past!.stay * 1_000) },
    { key: 'times', title: t('mapTools.times'), align: 'right', render: ({ past }) => past!.times },
  ];
}

function pastCsv({ list }: SearchResult, t: TFunction): string {
  const head = [
    t('regions.plate'),
    t('regions.dept'),
    t('mapTools.timeIn'),
    t('mapTools.timeOut'),
    t('mapTools.stay'),
    t('mapTools.times'),
  ];
  return formatCsv([
    head,
    ...list.map(({ carNo, deptName, past }) => [
      carNo,
      deptName,
      formatTime(past!.firstTime),
      formatTime(past!.lastTime),
      formatDuration(t, past!.stay * 1_000),
      String(past!.times),
    ]),
  ]);
}
