import { commandsCalls } from '@fleetwarden/contract/commands/routes';
import type { Batch, BatchVehicle, CommandState } from '@fleetwarden/contract/commands/schemas';
import { ENUMERATIONS } from '@fleetwarden/domain/enumerations';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { enumerationName } from '../../../shared/enumeration.ts';
import { PlateTag } from '../../../shared/PlateTag.tsx';
import { TimeCell } from '../../../ui/TimeCell.tsx';
import type { DataColumn } from '../DataTable.tsx';
import { commandName, resultText } from './command-texts.ts';
import styles from './Drawer.module.css';
import { PagedTable } from './PagedTable.tsx';
import { usePaged } from './use-paged.ts';

const PENDING = 'pending';

/** The vehicles of a batch with their results. */
export function BatchVehicles({ batch, onBack }: { batch: Batch; onBack: () => void }) {
  const { t, i18n } = useTranslation();
  const { batchId } = batch;
  const [state, setState] = useState('');
  const paged = usePaged('batchVehicles', commandsCalls.listBatchVehicle, {
    batchId,
    ...(state === '' ? {} : state === PENDING ? { pending: true } : { state: Number(state) as CommandState }),
  });
  const columns: DataColumn<BatchVehicle>[] = [
    { key: 'plate', title: t('regions.plate'), render: ({ carNo, color }) => <PlateTag plate={carNo} colour={color} /> },
    { key: 'dept', title: t('regions.dept'), render: ({ deptName }) => deptName },
    {
      key: 'state',
      title: t('drawer.state'),
      render: (row) => (row.state === null ? t('commandBatch.pending') : enumerationName(i18n, 'CMD_STATE', row.state)),
    },
    { key: 'result', title: t('drawer.result'), render: ({ resultCode }) => resultText(i18n, resultCode) },
    { key: 'sentAt', title: t('drawer.sentAt'), render: ({ sentAt }) => sentAt !== null && <TimeCell at={sentAt} /> },
    {
      key: 'answeredAt',
      title: t('commandBatch.column_answeredAt'),
      render: ({ answeredAt }) => answeredAt !== null && <TimeCell at={answeredAt} />,
    },
  ];
  return (
    <PagedTable
      label={t('commandBatch.results')}
      columns={columns}
      rowKey={({ targId }) => targId}
      paged={paged}
      empty={t('commandBatch.noVehicles')}
      bar={
        <>
          <button type="button" className={styles['link']} onClick={onBack}>
            {t('commandBatch.back')}
          </button>
          <strong>{batch.name || commandName(i18n, batch.cmdCode)}</strong>
          <select
            className={styles['input']}
            aria-label={t('drawer.state')}
            value={state}
            onChange={({ target }) => setState(target.value)}
          >
            <option value="">{t('drawer.all')}</option>
            <option value={PENDING}>{t('commandBatch.pending')}</option>
            {ENUMERATIONS.CMD_STATE.map(({ value }) => (
              <option key={value} value={value}>
                {enumerationName(i18n, 'CMD_STATE', Number(value))}
              </option>
            ))}
          </select>
        </>
      }
    />
  );
}
