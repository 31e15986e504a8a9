import { platformsCalls } from '@fleetwarden/contract/platforms/routes';
import { useQuery } from '@tanstack/react-query';
import { Form } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { notify } from '../../api/feedback.ts';
import { DepartmentSelect } from '../../shared/resource/DepartmentSelect.tsx';
import { FormDrawer } from '../../ui/FormDrawer.tsx';
import { SkeletonRows, State } from '../../ui/States.tsx';
import type { RecordDrawerProps } from './record-drawer.tsx';

type Values = { readonly deptIds: readonly string[] };

/** The companies of an agent. */
export function AgentCompaniesDrawer({ record, onSaved, onClose }: RecordDrawerProps) {
  const { t } = useTranslation();
  const { data, isError, refetch } = useQuery({
    queryKey: ['agent companies', record.id],
    queryFn: ({ signal }) => call(platformsCalls.listAgentDept, { id: record.id }, { signal }),
    gcTime: 0,
    networkMode: 'always',
  });

  async function save({ deptIds }: Values) {
    await call(platformsCalls.bindDept, { id: record.id, deptIds: [...deptIds] });
    notify('success', t('resource.saved'));
    onSaved();
  }

  const waiting = isError ? (
    <State title={t('resource.loadFailed')} action={{ label: t('common.retry'), onClick: () => void refetch() }} live="alert" />
  ) : data ? undefined : (
    <SkeletonRows label={t('agent.assigned')} />
  );
  return (
    <FormDrawer<Values>
      open
      title={t('agent.assignTitle', { name: String(record['agentName'] ?? '') })}
      initialValues={{ deptIds: data?.list.map(({ deptId }) => deptId) ?? [] }}
      {...(waiting ? { waiting } : {})}
      onSubmit={save}
      onClose={onClose}
    >
      <Form.Item<Values> name="deptIds" label={t('agent.assigned')}>
        <DepartmentSelect multiple />
      </Form.Item>
    </FormDrawer>
  );
}
