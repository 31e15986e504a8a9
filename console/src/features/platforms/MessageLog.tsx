import type { CallReply } from '@fleetwarden/contract/call';
import type { regulatorsCalls as table } from '@fleetwarden/contract/regulators/routes';
import { regulatorsCalls } from '@fleetwarden/contract/regulators/routes';
import { useQuery } from '@tanstack/react-query';
import { Button, Input, Select, type TableProps } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { loadList } from '../../api/load-list.ts';
import { DetailDrawer } from '../../ui/FormDrawer.tsx';
import { PagedList } from '../../ui/PagedList.tsx';
import { ScrollRegion } from '../../ui/ScrollRegion.tsx';
import { LoadFailed, SkeletonRows } from '../../ui/States.tsx';
import { TimeCell } from '../../ui/TimeCell.tsx';
import styles from './MessageLog.module.css';

type Row = CallReply<(typeof table)['listMessageLog']>['list'][number];
type Columns = NonNullable<TableProps<Row>['columns']>;

const MESSAGE_ID = /^0x[0-9A-Fa-f]{4}$/;
const INPUT_WIDTH = 160;
const load = loadList(regulatorsCalls.listMessageLog);

/** 报文日志: messages of the last days with bytes and fields. */
export function MessageLog({ id }: { id: string }) {
  const { t } = useTranslation();
  const [msgId, setMsgId] = useState('');
  const [plate, setPlate] = useState('');
  const [down, setDown] = useState<boolean | undefined>();
  const [shown, setShown] = useState<string | null>(null);
  const filter = {
    ...(MESSAGE_ID.test(msgId) ? { msgId } : {}),
    ...(plate.trim() === '' ? {} : { plate: plate.trim() }),
    ...(down === undefined ? {} : { down }),
  };
  const columns = useMemo(
    (): Columns => [
      { key: 'at', title: t('regulators.time'), width: 150, render: (_, { at }) => <TimeCell at={at} /> },
      {
        key: 'down',
        title: t('regulators.direction'),
        width: 80,
        render: (_, row) => t(row.down ? 'regulators.down' : 'regulators.up'),
      },
      {
        key: 'link',
        title: t('regulators.link'),
        width: 90,
        render: (_, { link }) => t(link === 0 ? 'regulators.main' : 'regulators.sub'),
      },
      {
        key: 'msgId',
        title: t('regulators.messageId'),
        width: 110,
        render: (_, row) => (
          <Button type="link" size="small" onClick={() => setShown(row.id)}>
            {row.msgId || t('regulators.unreadable')}
          </Button>
        ),
      },
      { key: 'plate', title: t('regulators.plate'), width: 110, dataIndex: 'plate' },
      { key: 'serial', title: t('regulators.serial'), width: 100, align: 'right', dataIndex: 'serial' },
      { key: 'bytes', title: t('regulators.bytes'), width: 90, align: 'right', dataIndex: 'bytes' },
      { key: 'fault', title: t('regulators.fault'), width: 160, ellipsis: true, dataIndex: 'fault' },
    ],
    [t],
  );
  return (
    <>
      <div className={styles['filter']}>
        <Input
          aria-label={t('regulators.messageId')}
          placeholder="0x1202"
          style={{ width: INPUT_WIDTH }}
          allowClear
          value={msgId}
          onChange={({ target }) => setMsgId(target.value)}
        />
        <Input
          aria-label={t('regulators.plate')}
          placeholder={t('regulators.plate')}
          style={{ width: INPUT_WIDTH }}
          allowClear
          value={plate}
          onChange={({ target }) => setPlate(target.value)}
        />
        <Select
          aria-label={t('regulators.direction')}
          placeholder={t('regulators.direction')}
          style={{ width: INPUT_WIDTH }}
          allowClear
          value={down}
          options={[
            { value: true, label: t('regulators.down') },
            { value: false, label: t('regulators.up') },
          ]}
          onChange={setDown}
        />
      </div>
      <PagedList<Row>
        question={['link messages', id, filter]}
        load={(options) => load({ id, ...filter }, options)}
        rowKey="id"
        columns={columns}
        scroll={{ x: 'max-content' }}
      />
      <DetailDrawer open={shown !== null} title={t('regulators.messageLog')} size={720} onClose={() => setShown(null)}>
        {shown !== null && <OneMessage id={shown} />}
      </DetailDrawer>
    </>
  );
}

/** A message with its bytes and fields. */
function OneMessage({ id }: { id: string }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery({
    queryKey: ['link message', id],
    queryFn: ({ signal }) => call(regulatorsCalls.getMessage, { id }, { signal, quiet: true }),
    gcTime: 0,
    networkMode: 'always',
  });
  if (error) return <LoadFailed reason={error.message} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows label={t('regulators.messageLog')} />;
  return (
    <>
      <h3 className={styles['title']}>{t('regulators.hex')}</h3>
      <ScrollRegion className={styles['bytes']} label={t('regulators.hex')}>
        <pre>{data.hex.replace(/../g, '$& ').trim()}</pre>
      </ScrollRegion>
      <h3 className={styles['title']}>{t('regulators.decoded')}</h3>
      <ScrollRegion className={styles['bytes']} label={t('regulators.decoded')}>
        <pre>{data.fields === null ? data.fault || t('regulators.unreadable') : JSON.stringify(data.fields, null, 2)}</pre>
      </ScrollRegion>
    </>
  );
}
