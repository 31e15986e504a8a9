import { quotasCalls } from '@fleetwarden/contract/quotas/routes';
import type { QuotaRow } from '@fleetwarden/contract/quotas/schemas';
import { Form, Input, InputNumber } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { notify } from '../../api/feedback.ts';
import { DepartmentSelect } from '../../shared/resource/DepartmentSelect.tsx';
import { FormDrawer } from '../../ui/FormDrawer.tsx';
import styles from './Quota.module.css';

type Values = { readonly toDeptId: string; readonly vehicles?: number; readonly users?: number; readonly note: string };
const MAX_NOTE = 200;

/** Transfers a part of a department's quota to another department. */
export function TransferForm({ row, onSaved, onClose }: { row: QuotaRow; onSaved: () => void; onClose: () => void }) {
  const { t } = useTranslation();
  const required = [{ required: true, message: t('field.required') }];

  async function save({ vehicles, users, ...values }: Values) {
    await call(quotasCalls.transferQuota, { fromDeptId: row.deptId, ...values, vehicles: vehicles ?? 0, users: users ?? 0 });
    notify('success', t('quotas.transferred'));
    onSaved();
  }

  return (
    <FormDrawer<Values> open title={t('quotas.transferTitle', { name: row.deptName })} onSubmit={save} onClose={onClose}>
      <p className={styles['hint']}>{t('quotas.transferHint')}</p>
      <Form.Item<Values> name="toDeptId" label={t('quotas.to')} rules={required}>
        <DepartmentSelect />
      </Form.Item>
      {(['vehicles', 'users'] as const).map((item) => (
        <Form.Item<Values> key={item} name={item} label={t(`quotas.${item}`)}>
          <InputNumber<number> min={0} max={row.limits?.[item] ?? 0} precision={0} style={{ width: '100%' }} />
        </Form.Item>
      ))}
      <Form.Item<Values> name="note" label={t('quotas.note')} rules={required}>
        <Input.TextArea maxLength={MAX_NOTE} autoSize={{ minRows: 2, maxRows: 6 }} />
      </Form.Item>
    </FormDrawer>
  );
}
