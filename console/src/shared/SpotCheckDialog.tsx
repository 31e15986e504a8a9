import { MAX_FOLLOWUP_TEXT, type SpotKind } from '@fleetwarden/contract/follow-ups/follow-up-rules';
import { followUpsCalls } from '@fleetwarden/contract/follow-ups/routes';
import { Form, Input, Modal, Radio } from 'antd';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../api/call.ts';
import { notify } from '../api/feedback.ts';
import { useSubmit } from '../hooks/use-submit.ts';
import { useEnumeration } from './enumeration.ts';

/** px */
const WIDTH = 440;
/** SPOT_RESULT: no problem found. */
const NORMAL = 1;

type Seen = { readonly result: number; readonly note?: string };

/** Records a spot check of a vehicle: how it was checked and what was found. */
export function SpotCheckDialog(props: {
  vehicle: { readonly carId: string; readonly plate: string };
  kind: SpotKind;
  /** Stops key events for the layers below. */
  wrapProps?: ComponentProps<typeof Modal>['wrapProps'];
  onClose: () => void;
}) {
  const { vehicle, kind, wrapProps, onClose } = props;
  const { t } = useTranslation();
  const [form] = Form.useForm<Seen>();
  const results = useEnumeration('SPOT_RESULT');

  const [busy, submit] = useSubmit(async ({ result, note }: Seen) => {
    await call(followUpsCalls.addSpotCheck, { carId: vehicle.carId, kind, result, note: note ?? '' });
    notify('success', t('followUps.checked'));
    onClose();
  });

  return (
    <Modal
      open
      centered
      width={WIDTH}
      title={t('followUps.ofVehicle', { action: t('followUps.spotCheck'), plate: vehicle.plate })}
      mask={{ closable: false }}
      okText={t('form.save')}
      cancelText={t('form.cancel')}
      confirmLoading={busy}
      onOk={() => form.submit()}
      onCancel={onClose}
      {...(wrapProps ? { wrapProps } : {})}
    >
      <Form<Seen> form={form} layout="vertical" initialValues={{ result: NORMAL }} onFinish={submit}>
        <Form.Item<Seen> name="result" label={t('followUps.checkResult')} required>
          <Radio.Group options={[...results]} />
        </Form.Item>
        <Form.Item<Seen> name="note" label={t('followUps.checkNote')}>
          <Input.TextArea maxLength={MAX_FOLLOWUP_TEXT} showCount autoSize={{ minRows: 2, maxRows: 5 }} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
