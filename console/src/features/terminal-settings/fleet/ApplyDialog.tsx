import { terminalSettingsCalls } from '@fleetwarden/contract/terminal-settings/routes';
import { Checkbox, Form, Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { useSubmit } from '../../../hooks/use-submit.ts';
import type { PickedVehicle } from '../../../shared/vehicle-candidates.ts';
import type { Setup } from '../use-setup.ts';
import { TemplateSelect } from './TemplateSelect.tsx';
import { useParamTemplates } from './templates.ts';

const WIDTH = 440;
type Filled = { readonly templateId: string; readonly onlyDeviating: boolean; readonly queueOffline: boolean };

/** Sends a template to vehicles: all of it, or to each vehicle only what deviates. */
export function ApplyDialog(props: {
  setup: Setup;
  vehicles: readonly PickedVehicle[];
  onClose: () => void;
  onSent: () => void;
}) {
  const { setup, vehicles, onClose, onSent } = props;
  const { t } = useTranslation();
  const [form] = Form.useForm<Filled>();
  const { templates } = useParamTemplates();
  const [busy, send] = useSubmit(async (filled: Filled) => {
    const values = templates.find(({ id }) => id === filled.templateId)?.values ?? {};
    const done = await setup.apply(values, vehicles, (confirmed) =>
      call(terminalSettingsCalls.applyTemplate, { ...filled, targIds: vehicles.map(({ carId }) => carId), ...confirmed }),
    );
    if (!done) return;
    onSent();
    onClose();
  });
  return (
    <Modal
      open
      centered
      width={WIDTH}
      title={t('terminalSetup.applyTitle', { count: vehicles.length })}
      okText={t('terminalSetup.confirmSend', { count: vehicles.length })}
      cancelText={t('form.cancel')}
      confirmLoading={busy}
      mask={{ closable: false }}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form<Filled> form={form} layout="vertical" initialValues={{ onlyDeviating: true, queueOffline: true }} onFinish={send}>
        <Form.Item<Filled>
          name="templateId"
          label={t('terminalSetup.template')}
          rules={[{ required: true, message: t('field.required') }]}
        >
          <TemplateSelect />
        </Form.Item>
        <Form.Item<Filled> name="onlyDeviating" valuePropName="checked" noStyle>
          <Checkbox>{t('terminalSetup.onlyDeviating')}</Checkbox>
        </Form.Item>
        <Form.Item<Filled> name="queueOffline" valuePropName="checked" noStyle>
          <Checkbox>{t('terminalSetup.queueOffline')}</Checkbox>
        </Form.Item>
      </Form>
    </Modal>
  );
}
