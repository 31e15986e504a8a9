import { QUOTA_ITEMS, type QuotaItem } from '@fleetwarden/contract/quotas/quota-items';
import { quotasCalls } from '@fleetwarden/contract/quotas/routes';
import type { QuotaLimits, QuotaRow } from '@fleetwarden/contract/quotas/schemas';
import { Form, InputNumber, Select } from 'antd';
import dayjs from 'dayjs';
import { useTranslation } from 'react-i18next';
import { atFields } from '../../api/at-fields.ts';
import { call } from '../../api/call.ts';
import { notify } from '../../api/feedback.ts';
import { useEnumeration } from '../../shared/enumeration.ts';
import { BusinessDatePicker } from '../../ui/BusinessDatePicker.tsx';
import { FormDrawer } from '../../ui/FormDrawer.tsx';

const DAY = 'YYYY-MM-DD';

/** What a quota counts. */
const hintKey = { smsCount: 'quotas.smsHint', videoStreams: 'quotas.streamsHint' } as const;

const ITEMS = Object.keys(QUOTA_ITEMS) as readonly QuotaItem[];

const EMPTY: Partial<QuotaLimits> = { overPolicy: 1 };

/** Sets the quota of a department. */
export function QuotaForm({ row, onSaved, onClose }: { row: QuotaRow; onSaved: () => void; onClose: () => void }) {
  const { t } = useTranslation();
  const policies = useEnumeration('QUOTA_POLICY');

  async function save(values: QuotaLimits) {
    const limits = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, value ?? null])) as QuotaLimits;
    await call(quotasCalls.saveQuota, { deptId: row.deptId, version: row.version, limits }).catch((error: unknown) => {
      throw atFields(error, 'limits.');
    });
    notify('success', t('quotas.saved'));
    onSaved();
  }

  return (
    <FormDrawer<QuotaLimits>
      open
      title={t('quotas.setTitle', { name: row.deptName })}
      initialValues={row.limits ?? EMPTY}
      onSubmit={save}
      onClose={onClose}
    >
      {ITEMS.map((item) => ({ item, unit: undefined, ...QUOTA_ITEMS[item] })).map(({ item, max, required, unit }) => (
        <Form.Item<QuotaLimits>
          key={item}
          name={item}
          label={t(`quotas.${item}`)}
          {...(required
            ? { rules: [{ required: true, message: t('field.required') }] }
            : { extra: t(hintKey[item as keyof typeof hintKey] ?? 'quotas.notCounted') })}
        >
          <InputNumber<number>
            min={0}
            max={max}
            precision={unit ? 2 : 0}
            style={{ width: '100%' }}
            {...(unit ? { suffix: unit } : {})}
          />
        </Form.Item>
      ))}
      <Form.Item<QuotaLimits>
        name="validTo"
        label={t('quotas.validTo')}
        getValueProps={(value: string | null) => ({ value: value ? dayjs(value) : null })}
        normalize={(value: dayjs.Dayjs | null) => value?.format(DAY) ?? null}
      >
        <BusinessDatePicker format={DAY} style={{ width: '100%' }} />
      </Form.Item>
      <Form.Item<QuotaLimits> name="overPolicy" label={t('quotas.overPolicy')} rules={[{ required: true }]}>
        <Select options={[...policies]} />
      </Form.Item>
    </FormDrawer>
  );
}
