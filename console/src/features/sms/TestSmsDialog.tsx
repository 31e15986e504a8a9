import { smsCalls } from '@fleetwarden/contract/sms/routes';
import { smsTemplate } from '@fleetwarden/contract/sms/sms-template-resource';
import { rules } from '@fleetwarden/domain/form-rules';
import { useQuery } from '@tanstack/react-query';
import { Form, Input, Modal, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { callPaged } from '../../api/call-paged.ts';
import { notify } from '../../api/feedback.ts';
import { useSubmit } from '../../hooks/use-submit.ts';
import { createRecordDialog, type RecordDialog } from '../../shared/resource/record-dialog.ts';
import { resourceCallRows } from '../../shared/resource/resource-call-rows.ts';
import type { PageTools } from '../../shared/resource/resource-hooks.ts';
import type { ResourceRecord } from '../../shared/resource/resource-record.ts';
import { formRule } from '../../ui/form-rule.ts';

/** px */
const WIDTH = 440;
/** Templates of one account. */
const MAX_TEMPLATES = 200;
const { list } = resourceCallRows(smsTemplate);

const useDialog = createRecordDialog<'test'>();

/** Opens the dialog for a test message of an account. */
export const askTest = (record: ResourceRecord, { refresh }: PageTools): void =>
  useDialog.setState({ dialog: { action: 'test', record, refresh } });

const close = () => useDialog.setState({ dialog: null });

export function TestSmsDialog() {
  const dialog = useDialog(({ dialog }) => dialog);
  return dialog && <TestForm key={dialog.record.id} {...dialog} />;
}

type Filled = { readonly templateId: string; readonly mobile: string };

/** Sends a template of an account with example values to a number. */
function TestForm({ record, refresh }: RecordDialog<'test'>) {
  const { t } = useTranslation();
  const [form] = Form.useForm<Filled>();
  const templates = useQuery({
    queryKey: ['smsTemplates', record.id],
    queryFn: ({ signal }) => callPaged(list, { accountId: record.id }, { signal, pageModel: { page: 1, limit: MAX_TEMPLATES } }),
    networkMode: 'always',
  });
  const [busy, submit] = useSubmit(async ({ templateId, mobile }: Filled) => {
    await call(smsCalls.sendTestSms, { id: record.id, templateId, mobile });
    notify('success', t('sms.testQueued'));
    close();
    refresh();
  });
  const options = (templates.data?.list ?? []).map(({ id, templateName }) => ({ value: id, label: String(templateName) }));
  return (
    <Modal
      open
      centered
      width={WIDTH}
      title={t('sms.testOf', { account: record['accountName'] })}
      mask={{ closable: false }}
      okText={t('sms.send')}
      cancelText={t('form.cancel')}
      confirmLoading={busy}
      onOk={() => form.submit()}
      onCancel={close}
    >
      <Form<Filled> form={form} layout="vertical" onFinish={submit}>
        <Form.Item<Filled>
          name="templateId"
          label={t('sms.testTemplate')}
          rules={[{ required: true, message: t('field.required') }]}
        >
          <Select options={options} loading={templates.isFetching} notFoundContent={t('sms.noTemplates')} />
        </Form.Item>
        <Form.Item<Filled>
          name="mobile"
          label={t('sms.testMobile')}
          rules={[{ required: true, message: t('field.required') }, formRule(rules.mobile, t)]}
        >
          <Input inputMode="tel" maxLength={11} autoComplete="off" />
        </Form.Item>
      </Form>
    </Modal>
  );
}
