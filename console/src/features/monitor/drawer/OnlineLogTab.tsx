import { regionSearchCalls } from '@fleetwarden/contract/region-search/routes';
import type { OnlineEvent } from '@fleetwarden/contract/region-search/schemas';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRested } from '../../../hooks/use-debounced.ts';
import { PlateTag } from '../../../shared/PlateTag.tsx';
import { formatDuration } from '../../../ui/format.ts';
import { TimeCell } from '../../../ui/TimeCell.tsx';
import type { DataColumn } from '../DataTable.tsx';
import styles from './Drawer.module.css';
import { PagedTable } from './PagedTable.tsx';
import { usePaged } from './use-paged.ts';

/** Terminals that went online or offline in the last day, with reasons. */
export function OnlineLogTab() {
  const { t } = useTranslation();
  const [online, setOnline] = useState<'' | '0' | '1'>('');
  const [text, setText] = useState('');
  const carNo = useRested(text.trim());
  const paged = usePaged('onlineLog', regionSearchCalls.listOnlineLog, {
    ...(online === '' ? {} : { online: online === '1' ? (1 as const) : (0 as const) }),
    ...(carNo === '' ? {} : { carNo }),
  });
  const columns: DataColumn<OnlineEvent>[] = [
    { key: 'plate', title: t('regions.plate'), render: ({ carNo: plate, color }) => <PlateTag plate={plate} colour={color} /> },
    { key: 'dept', title: t('regions.dept'), render: ({ deptName }) => deptName },
    {
      key: 'event',
      title: t('drawer.event'),
      render: (row) => <span data-online={row.online}>{t(row.online ? 'drawer.cameOnline' : 'drawer.wentOffline')}</span>,
    },
    { key: 'time', title: t('drawer.eventTime'), render: ({ time }) => <TimeCell at={time} /> },
    { key: 'reason', title: t('drawer.reason'), render: ({ reason }) => (reason === null ? '' : t(`regions.reason_${reason}`)) },
    { key: 'lasted', title: t('drawer.lasted'), render: ({ lasted }) => (lasted === null ? '' : formatDuration(t, lasted)) },
    { key: 'link', title: t('drawer.link'), render: formatLink },
  ];
  return (
    <PagedTable
      label={t('drawer.onlineLog')}
      columns={columns}
      rowKey={({ id }) => id}
      paged={paged}
      empty={t('drawer.noLog')}
      bar={
        <>
          <input
            type="search"
            className={styles['input']}
            aria-label={t('drawer.findPlate')}
            placeholder={t('drawer.findPlate')}
            maxLength={32}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          <select
            className={styles['input']}
            aria-label={t('drawer.event')}
            value={online}
            onChange={({ target }) => setOnline(target.value as '' | '0' | '1')}
          >
            <option value="">{t('drawer.all')}</option>
            <option value="1">{t('drawer.cameOnline')}</option>
            <option value="0">{t('drawer.wentOffline')}</option>
          </select>
        </>
      }
    />
  );
}

/** For example TCP, JT/T 808-2019 */
function formatLink({ transport, protocolVersion }: OnlineEvent): string {
  const version = protocolVersion === null ? [] : [`JT/T 808-${protocolVersion}`];
  return [transport.toUpperCase(), ...version].join(', ');
}
