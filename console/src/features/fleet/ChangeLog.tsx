import { fleetCalls } from '@fleetwarden/contract/fleet/routes';
import type { RecordChange } from '@fleetwarden/contract/fleet/schemas';
import { vehicle } from '@fleetwarden/contract/fleet/vehicle-resource';
import type { Field } from '@fleetwarden/contract/resources/resource';
import { useTranslation } from 'react-i18next';
import { callPaged } from '../../api/call-paged.ts';
import { FieldValue } from '../../shared/resource/FieldValue.tsx';
import type { ResourceRecord } from '../../shared/resource/resource-record.ts';
import { fieldText } from '../../shared/resource/resource-texts.ts';
import { DetailDrawer } from '../../ui/FormDrawer.tsx';
import { PagedList } from '../../ui/PagedList.tsx';
import { TimeCell } from '../../ui/TimeCell.tsx';
import styles from './ChangeLog.module.css';

type Side = RecordChange['before'];

/** The history of a vehicle, newest first. */
export function ChangeLog({ record, onClose }: { record: ResourceRecord; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <DetailDrawer open size={960} title={t('vehicle.changeLogTitle', { name: String(record['carNo']) })} onClose={onClose}>
      <PagedList<RecordChange>
        question={['vehicleChanges', record.id, record.version]}
        load={(options) => callPaged(fleetCalls.listChangeLog, { id: record.id }, options)}
        rowKey="id"
        empty={t('vehicle.noChange')}
        columns={[
          { key: 'at', title: t('operations.time'), width: 150, render: (_, { at }) => <TimeCell at={at} /> },
          { key: 'userName', dataIndex: 'userName', title: t('vehicle.doneBy'), width: 110 },
          { key: 'kind', title: t('operations.kind'), width: 140, render: (_, change) => <Kind change={change} /> },
          { key: 'changes', title: t('operations.changes'), render: (_, change) => <Changes change={change} /> },
        ]}
      />
    </DetailDrawer>
  );
}

/** The kind of change, with the renewal period or the given reason. */
function Kind({ change: { kind, note } }: { change: RecordChange }) {
  const { t } = useTranslation();
  const why = note !== null && kind === 'renew' ? t('vehicle.monthsMore', { count: Number(note) }) : note;
  return (
    <>
      {t(`vehicle.change_${kind}` as 'vehicle.change_edit')}
      {why && <p className={styles['note']}>{why}</p>}
    </>
  );
}

/** The changed fields with old and new values. */
function Changes({ change: { before, after } }: { change: RecordChange }) {
  const { t } = useTranslation();
  const keys = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return (
    <dl className={styles['changes']}>
      {keys.map((key) => (
        <div key={key}>
          <dt>{fieldText(t, vehicle, key)}</dt>
          <dd>
            {before && (
              <>
                <Value name={key} side={before} />
                <span aria-hidden> → </span>
              </>
            )}
            <Value name={key} side={after} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

const NONE = '—';

/** A value as in lists; links are names already. */
function Value({ name, side }: { name: string; side: Side }) {
  const value = side?.[name] ?? null;
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return NONE;
  const field = (vehicle.fields as Readonly<Record<string, Field>>)[name];
  if (!field || 'to' in field) return String(value);
  return <FieldValue field={field} name={name} record={side as ResourceRecord} />;
}
