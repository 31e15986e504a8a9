import type { Resource } from '@fleetwarden/contract/resources/resource';
import { Form, Input } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { NetworkError, Refusal } from '../../../api/client.ts';
import { notify } from '../../../api/feedback.ts';
import { DepartmentSelect } from '../../../shared/resource/DepartmentSelect.tsx';
import { fieldRules } from '../../../shared/resource/field-rules.ts';
import { FormDrawer } from '../../../ui/FormDrawer.tsx';
import { peopleCall } from '../people-calls.ts';

type Filled = { readonly roleName: string; readonly deptId: string };

/** Copies a role with those permissions that the user holds, without its users. */
export function CopyRole(props: {
  resource: Resource;
  id: string;
  name: string;
  onClose: () => void;
  onDone: (id: string) => void;
}) {
  const { resource, id, name, onClose, onDone } = props;
  const { t } = useTranslation();
  const made = useRef<string | null>(null);

  async function copy(filled: Filled) {
    try {
      made.current = (await call(peopleCall(resource, 'copyRole'), { id, ...filled }, { quiet: true })).id;
    } catch (failure) {
      if (failure instanceof Refusal || failure instanceof NetworkError) notify('error', failure.message);
      throw failure;
    }
    notify('success', t('role.copied'));
  }

  return (
    <FormDrawer<Filled>
      open
      title={t('role.copyTitle', { name })}
      submitText={t('role.copy')}
      onSubmit={copy}
      onClose={() => (made.current === null ? onClose() : onDone(made.current))}
    >
      <p style={{ color: 'var(--ink-secondary)' }}>{t('role.copyHint')}</p>
      <Form.Item name="roleName" label={t('role.roleName')} rules={fieldRules(resource, 'roleName', t)}>
        <Input maxLength={20} autoComplete="off" />
      </Form.Item>
      <Form.Item name="deptId" label={t('role.deptId')} rules={fieldRules(resource, 'deptId', t)}>
        <DepartmentSelect />
      </Form.Item>
    </FormDrawer>
  );
}
