import type { CallInput } from '@fleetwarden/contract/call';
import { mediaCalls } from '@fleetwarden/contract/media/routes';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Pagination } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callPaged } from '../../api/call-paged.ts';
import { LoadFailed, SkeletonRows, State } from '../../ui/States.tsx';
import { TimeCell } from '../../ui/TimeCell.tsx';
import layout from '../../ui/theme/layout.module.css';
import { PlateTag } from '../PlateTag.tsx';
import styles from './Library.module.css';

const PAGE_SIZE = 20;

/** Vehicles with media that match a filter: how many, and when the last came. `chosen`: one of them; null: all. */
export function MediaVehicles(props: {
  /** First part of the query key. */
  name: string;
  filter: CallInput<typeof mediaCalls.listMediaVehicle>;
  chosen: string | null;
  onChoose: (targId: string | null) => void;
}) {
  const { name, filter, chosen, onChoose } = props;
  const { t } = useTranslation();
  const question = JSON.stringify(filter);
  const [place, setPlace] = useState({ question, page: 1 });
  const page = place.question === question ? place.page : 1;
  const { data, error, refetch } = useQuery({
    queryKey: [name, question, page],
    queryFn: ({ signal }) =>
      callPaged(mediaCalls.listMediaVehicle, filter, { signal, quiet: true, pageModel: { page, limit: PAGE_SIZE } }),
    placeholderData: keepPreviousData,
    gcTime: 0,
    networkMode: 'always',
  });
  return (
    <aside className={styles['vehicles']} aria-label={t('media.vehicles')}>
      <div className={styles['vehiclesHead']}>
        <h2>{t('media.vehicles')}</h2>
        <Button type="link" size="small" disabled={chosen === null} onClick={() => onChoose(null)}>
          {t('media.allVehicles')}
        </Button>
      </div>
      {error && !data ? (
        <LoadFailed reason={error.message} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows label={t('table.loading')} />
      ) : data.list.length === 0 ? (
        <State title={t('media.none')} />
      ) : (
        <ul className={layout['plainList']}>
          {data.list.map(({ targId, carNo, color, deptName, count, lastTime }) => (
            <li key={targId}>
              <button type="button" aria-pressed={targId === chosen} onClick={() => onChoose(targId)}>
                <PlateTag plate={carNo} colour={color} />
                <span className={styles['count']}>{t('media.files', { count })}</span>
                <span className={styles['about']}>{deptName}</span>
                <span className={styles['about']}>
                  <TimeCell at={lastTime} />
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <Pagination
        size="small"
        simple
        hideOnSinglePage
        current={page}
        pageSize={PAGE_SIZE}
        total={data?.total ?? 0}
        showSizeChanger={false}
        onChange={(next) => setPlace({ question, page: next })}
      />
    </aside>
  );
}
