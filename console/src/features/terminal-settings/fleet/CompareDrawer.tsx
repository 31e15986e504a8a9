import { terminalSettingsCalls } from '@fleetwarden/contract/terminal-settings/routes';
import { useQuery } from '@tanstack/react-query';
import { Checkbox, Table } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { DetailDrawer } from '../../../ui/FormDrawer.tsx';
import { LoadFailed, SkeletonRows } from '../../../ui/States.tsx';
import { Difference } from '../parameters/ParameterRows.tsx';
import type { ParamCar } from './param-car.ts';
import { parameterText, parameterTitle, wireId } from './templates.ts';

/** The stored parameters of two vehicles side by side. */
export function CompareDrawer({ cars, onClose }: { cars: readonly ParamCar[] | null; onClose: () => void }) {
  const { t } = useTranslation();
  const [one, other] = cars ?? [];
  return (
    <DetailDrawer
      open={cars !== null}
      size={960}
      title={t('terminalSetup.compareTitle', { one: one?.carNo ?? '', other: other?.carNo ?? '' })}
      onClose={onClose}
    >
      {one && other && <Compared one={one} other={other} />}
    </DetailDrawer>
  );
}

function Compared({ one, other }: { one: ParamCar; other: ParamCar }) {
  const { t, i18n } = useTranslation();
  const [only, setOnly] = useState(true);
  const { data, isError, refetch } = useQuery({
    queryKey: ['compareCars', one.targId, other.targId],
    queryFn: ({ signal }) =>
      call(terminalSettingsCalls.compareCars, { targId: one.targId, otherId: other.targId }, { signal, quiet: true }),
    gcTime: 0,
    networkMode: 'always',
  });
  if (isError) return <LoadFailed onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows label={t('table.loading')} />;
  const rows = data.list.filter(({ same }) => !only || !same);
  return (
    <>
      <Checkbox checked={only} onChange={({ target }) => setOnly(target.checked)}>
        {t('terminalSetup.onlyDifferent', { count: data.list.filter(({ same }) => !same).length })}
      </Checkbox>
      <Table
        size="small"
        dataSource={rows}
        rowKey="id"
        pagination={false}
        scroll={{ x: 720 }}
        locale={{ emptyText: t(data.list.length === 0 ? 'terminalSetup.neverReadBoth' : 'terminalSetup.noDifference') }}
        columns={[
          { key: 'id', title: t('terminalSetup.wireId'), width: 90, render: (_, { id }) => wireId(id) },
          { key: 'name', title: t('terminalSetup.parameter'), width: 180, render: (_, { id }) => parameterTitle(i18n, id) },
          { key: 'value', title: one.carNo, width: 200, render: (_, { id, value }) => parameterText(i18n, id, value) },
          { key: 'other', title: other.carNo, width: 200, render: (_, { id, other: value }) => parameterText(i18n, id, value) },
          { key: 'same', width: 100, render: (_, { same }) => !same && <Difference same={same} /> },
        ]}
      />
    </>
  );
}
