import { MAX_OUTAGE_NOTE } from '@fleetwarden/contract/regulators/limits';
import { regulatorsCalls } from '@fleetwarden/contract/regulators/routes';
import { Form, Input } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useTranslation } from 'react-i18next';
import { instantOf } from '../../api/business-time.ts';
import { call } from '../../api/call.ts';
import { notify } from '../../api/feedback.ts';
import { BusinessDatePicker } from '../../ui/BusinessDatePicker.tsx';
import { FormDrawer } from '../../ui/FormDrawer.tsx';
import type { RowDialogOf, RowPlatform } from './row-dialog.ts';

type Outage = { readonly times: readonly [Dayjs, Dayjs]; readonly note: string };

/** Files an outage of the link to a superior platform, at first that of the row's whole day. */
export function LinkOutage({ platform, onDone, onClose }: RowDialogOf<{ readonly platform: RowPlatform }>) {
  const { t } = useTranslation();
  const day = dayjs(platform.day);

  async function submit({ times: [from, to], note }: Outage) {
    await call(regulatorsCalls.fileOutage, {
      id: platform.id,
      startTime: instantOf(from),
      endTime: instantOf(to),
      note: note.trim(),
    });
    notify('success', t('followUps.saved'));
    onDone();
  }

  return (
    <FormDrawer<Outage>
      open
      title={t('followUps.ofVehicle', { action: t('regulators.fileOutage'), plate: platform.name })}
      initialValues={{ times: [day, day.add(1, 'day')] }}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item<Outage>
        name="times"
        label={t('regulators.outageTimes')}
        rules={[{ required: true, message: t('field.required') }]}
      >
        <BusinessDatePicker.RangePicker showTime style={{ width: '100%' }} />
      </Form.Item>
      <Form.Item<Outage>
        name="note"
        label={t('regulators.outageNote')}
        rules={[{ required: true, whitespace: true, message: t('field.required') }]}
      >
        <Input.TextArea maxLength={MAX_OUTAGE_NOTE} showCount autoSize={{ minRows: 3, maxRows: 6 }} />
      </Form.Item>
    </FormDrawer>
  );
}
