import { MAX_CHOSEN_MEDIA } from '@fleetwarden/contract/media/media-kinds';
import { mediaCalls } from '@fleetwarden/contract/media/routes';
import type { MediaNews, VehicleMedia } from '@fleetwarden/contract/media/schemas';
import { permission } from '@fleetwarden/contract/permissions';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { callPaged, type Paged } from '../../api/call-paged.ts';
import { notify } from '../../api/feedback.ts';
import { useMay } from '../../api/session.ts';
import { taskStarted } from '../../api/tasks.ts';
import { matching, useUrlState } from '../../hooks/use-url-state.ts';
import { SearchTable } from '../../ui/table/SearchTable.tsx';
import type { BatchAction, RowAction } from '../../ui/table/table-actions.ts';
import { TABLE_QUERY } from '../../ui/table/use-table-query.ts';
import { type TableState, useTableUrl } from '../../ui/table/use-table-url.ts';
import { useConfirm } from '../../ui/use-confirm.tsx';
import { reloadQueries } from '../reload-queries.ts';
import { useNews } from '../use-news.ts';
import styles from './Library.module.css';
import { MediaThumb } from './MediaThumb.tsx';
import { MediaVehicles } from './MediaVehicles.tsx';
import { MediaViewer } from './MediaViewer.tsx';
import { mediaColumns, toMediaFilter } from './media-columns.tsx';

const NAME = 'media.library';
const VEHICLES = 'media.vehicles';
const SHOWN = [[TABLE_QUERY, NAME], [VEHICLES]];
const URL = { targId: matching(/^\d+$/), page: { read: () => 1, write: () => '' } };
const SIZE = 20;

/** A page of files; stable. */
const load = ({ filters, page, size }: TableState, signal: AbortSignal): Promise<Paged<VehicleMedia>> =>
  callPaged(mediaCalls.listMedia, toMediaFilter(filters), { signal, pageModel: { page, limit: size } });

const idsOf = (rows: readonly VehicleMedia[]): string[] => rows.map(({ id }) => id);

/** The multimedia library (screen catalogue 5.3): vehicles at the left, their files as a gallery at the right. */
export function MediaLibrary() {
  const { t, i18n } = useTranslation();
  const queries = useQueryClient();
  const mayDelete = useMay(permission.deleteMedia);
  const mayExport = useMay(permission.exportMedia);
  const [confirm, holder] = useConfirm();
  const [{ targId }, change] = useUrlState(URL);
  const [viewed, setViewed] = useState<{ readonly list: readonly VehicleMedia[]; readonly at: number } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: names change with the language alone
  const columns = useMemo(() => mediaColumns(i18n), [i18n.language]);
  const [{ filters }] = useTableUrl(columns, null, SIZE);
  const refresh = useCallback(() => reloadQueries(queries, ...SHOWN), [queries]);
  useNews<MediaNews>('media', SHOWN, { concerns: (news) => targId === null || news.targId === targId });

  async function pack(rows: readonly VehicleMedia[]) {
    const { taskId } = await call(mediaCalls.packMedia, { ids: idsOf(rows.slice(0, MAX_CHOSEN_MEDIA)) });
    taskStarted(t('table.exportStarted'), taskId);
  }
  async function remove(rows: readonly VehicleMedia[]) {
    await call(mediaCalls.delMedia, { ids: idsOf(rows.slice(0, MAX_CHOSEN_MEDIA)) });
    notify('success', t('media.removed'));
    setViewed(null);
    await refresh();
  }
  const asking = (count: number) => ({ title: t('media.confirmRemove', { count }), content: t('media.removeHint') });
  const removeOne = async (row: VehicleMedia) =>
    (await confirm({ ...asking(1), okText: t('action.remove'), danger: true })) && remove([row]);

  /** Opens a file among those of its page. */
  function open(row: VehicleMedia) {
    const [shown] = queries.getQueriesData<Paged<VehicleMedia>>({ queryKey: [TABLE_QUERY, NAME], type: 'active' });
    const list = shown?.[1]?.list ?? [row];
    setViewed({ list, at: Math.max(0, idsOf(list).indexOf(row.id)) });
  }
  const actionsOf = (row: VehicleMedia): RowAction[] => [
    { key: 'view', label: t('media.look'), run: () => open(row) },
    ...(mayDelete
      ? [{ key: 'remove', label: t('action.remove'), danger: true, confirm: asking(1), run: () => remove([row]) }]
      : []),
  ];
  const batchActions: BatchAction<VehicleMedia>[] = [
    ...(mayExport ? [{ key: 'pack', label: t('media.pack'), run: pack }] : []),
    ...(mayDelete
      ? [
          {
            key: 'remove',
            label: t('action.remove'),
            danger: true,
            confirm: (rows: readonly VehicleMedia[]) => asking(rows.length),
            run: remove,
          },
        ]
      : []),
  ];

  return (
    <div className={styles['library']}>
      <MediaVehicles
        name={VEHICLES}
        filter={toMediaFilter(filters)}
        chosen={targId}
        onChoose={(next) => change({ targId: next, page: 1 })}
      />
      <SearchTable<VehicleMedia>
        name={NAME}
        label={t('media.library')}
        columns={columns}
        rowKey={({ id }) => id}
        load={load}
        defaultSize={SIZE}
        {...(targId === null ? {} : { within: { targId } })}
        picture={(row) => <MediaThumb media={row} />}
        onOpen={open}
        rowActions={actionsOf}
        batchActions={batchActions}
        empty={t('media.none')}
      />
      {viewed && (
        <MediaViewer
          list={viewed.list}
          at={viewed.at}
          onMove={(at) => setViewed({ ...viewed, at })}
          onClose={() => setViewed(null)}
          actions={(row) =>
            mayDelete && (
              <Button danger size="small" onClick={() => void removeOne(row)}>
                {t('action.remove')}
              </Button>
            )
          }
        />
      )}
      {holder}
    </div>
  );
}
