import type { RuleCode } from '@fleetwarden/contract/alarm-rules/kinds';
import type { UseQueryResult } from '@tanstack/react-query';
import { Alert, Form } from 'antd';
import { useTranslation } from 'react-i18next';
import { DepartmentSelect } from '../../shared/resource/DepartmentSelect.tsx';
import { VehiclePicker } from '../../shared/VehiclePicker.tsx';
import { PagedList } from '../../ui/PagedList.tsx';
import { SkeletonRows, State } from '../../ui/States.tsx';
import { type DetailRow, loadDetails, NO_TARGETS, type SchemeValues, type Targets } from './scheme-values.ts';

const DEPARTMENT = 1;

/** 适用车辆: departments with subordinates, and vehicles. `problem`: refusal by the server, or no target was chosen. */
export function TargetFields(props: {
  code: RuleCode;
  /** null: a new scheme. */
  id: string | null;
  targets: Pick<UseQueryResult<Targets>, 'data' | 'isFetching' | 'error' | 'refetch'>;
  mayAssign: boolean;
  problem: string | null;
}) {
  const { code, id, targets, mayAssign, problem } = props;
  const { t } = useTranslation();
  if (!mayAssign) return id === null ? null : <TargetList code={code} id={id} />;
  if (targets.error && !targets.isFetching)
    return (
      <State
        live="alert"
        title={t('vehiclePicker.failed')}
        hint={targets.error.message}
        action={{ label: t('common.retry'), onClick: () => void targets.refetch() }}
      />
    );
  // the choice starts with the stored targets, never with cached ones
  if (targets.isFetching) return <SkeletonRows label={t('vehiclePicker.associatedList')} />;
  const { cars, depts, names } = targets.data ?? NO_TARGETS;
  return (
    <>
      {problem && <Alert type="error" title={problem} showIcon />}
      <Form.Item<SchemeValues>
        name="depts"
        label={t('warnScheme.targetDepts')}
        extra={t('warnScheme.targetHint')}
        initialValue={depts}
      >
        <DepartmentSelect multiple names={names} />
      </Form.Item>
      <Form.Item<SchemeValues> name="cars" label={t('warnScheme.targetCars')} initialValue={cars}>
        <VehiclePicker />
      </Form.Item>
    </>
  );
}

/** Targets for users without the permission to change them. */
function TargetList({ code, id }: { code: RuleCode; id: string }) {
  const { t } = useTranslation();
  const columns = [
    {
      key: 'kind',
      title: t('warnScheme.targetKind'),
      width: 100,
      render: (_: unknown, row: DetailRow) =>
        'kind' in row && t(row.kind === DEPARTMENT ? 'warnScheme.deptName' : 'warnScheme.vehicle'),
    },
    { key: 'name', dataIndex: 'name', title: t('warnScheme.targetName') },
    { key: 'deptName', dataIndex: 'deptName', title: t('warnScheme.deptName') },
  ];
  return (
    <PagedList<DetailRow>
      question={['scheme target list', code, id]}
      load={(options) => loadDetails({ schemeType: code, id, what: 'targets' }, options)}
      rowKey={(row) => ('kind' in row ? `${row.kind}-${row.targetId}` : '')}
      columns={columns}
      scroll={{ x: 'max-content' }}
    />
  );
}
