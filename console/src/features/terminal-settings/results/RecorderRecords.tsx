import { commandsCalls } from '@fleetwarden/contract/commands/routes';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Spin } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, request } from '../../../api/call.ts';
import { useMay } from '../../../api/session.ts';
import { openFile } from '../../../ui/open-file.ts';
import { LoadFailed } from '../../../ui/States.tsx';
import { ResultRows } from './ResultData.tsx';

const PAGE_SIZE = 50;

/** Recorder data that is too long for the result of its command: its blocks by page, and all of it as a file. */
export function RecorderRecords({ seqId, records }: { seqId: string; records: number }) {
  const { t } = useTranslation();
  const mayDownload = useMay('7011310');
  const [page, setPage] = useState(1);
  const { data, isFetching, isError, refetch } = useQuery({
    queryKey: ['recorderRecords', seqId, page],
    queryFn: ({ signal }) =>
      request(commandsCalls.listRecorderRecord, { seqId }, { signal, pageModel: { page, limit: PAGE_SIZE } }),
    enabled: records > 0,
    placeholderData: keepPreviousData,
    networkMode: 'always',
  });
  async function save() {
    const file = await call(commandsCalls.saveRecorderData, { seqId }).catch(() => null);
    if (file) openFile(file.url);
  }
  return (
    <>
      {mayDownload && (
        <p>
          <Button onClick={() => void save()}>{t('terminalSetup.saveRaw')}</Button>
        </p>
      )}
      {isError && <LoadFailed onRetry={() => void refetch()} />}
      {data && (
        <Spin spinning={isFetching}>
          <ResultRows
            rows={data.data.list}
            pagination={{
              current: page,
              pageSize: PAGE_SIZE,
              total: records,
              showSizeChanger: false,
              size: 'small',
              onChange: setPage,
            }}
          />
        </Spin>
      )}
    </>
  );
}
