import { fleetCalls } from '@fleetwarden/contract/fleet/routes';
import { Form, InputNumber, Segmented } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { notify } from '../../api/feedback.ts';
import type { ResourceRecord } from '../../shared/resource/resource-record.ts';
import { FormDrawer } from '../../ui/FormDrawer.tsx';

const [MIN_MONTHS, MAX_MONTHS, A_YEAR] = [1, 120, 12];

type Filled = { readonly months: number; readonly from: 'end' | 'today' };

/** Sets the service period of vehicles. */
export function RenewForm(props: { records: readonly ResourceRecord[]; onEnd: (done: boolean) => void; onClose: () => void }) {
  const { records, onEnd, onClose } = props;
  const { t } = useTranslation();
  const done = useRef(false);

  async function submit({ months, from }: Filled) {
    const { renewed } = await call(fleetCalls.renewService, { ids: records.map(({ id }) => id), months, from });
    notify('success', t('vehicle.renewed', { count: renewed }));
    done.current = true;
  }

  return (
    <FormDrawer<Filled>
      open
      title={t('vehicle.renewTitle', { count: records.length })}
      submitText={t('vehicle.renew')}
      initialValues={{ months: A_YEAR, from: 'end' }}
      onSubmit={submit}
      onClose={() => {
        onClose();
        onEnd(done.current);
      }}
    >
      <Form.Item<Filled>
        name="months"
        label={t('vehicle.months')}
        rules={[
          { required: true, message: t('field.required') },
          {
            type: 'integer',
            min: MIN_MONTHS,
            max: MAX_MONTHS,
            message: t('rule.integer', { min: MIN_MONTHS, max: MAX_MONTHS }),
          },
        ]}
      >
        <InputNumber<number> inputMode="numeric" style={{ width: '100%' }} />
      </Form.Item>
      <Form.Item<Filled> name="from" label={t('vehicle.renewFrom')} extra={t('vehicle.renewHint')}>
        <Segmented<Filled['from']>
          options={[
            { value: 'end', label: t('vehicle.fromEnd') },
            { value: 'today', label: t('vehicle.fromToday') },
          ]}
        />
      </Form.Item>
    </FormDrawer>
  );
}
