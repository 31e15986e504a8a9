import { installationsCalls } from '@fleetwarden/contract/installations/routes';
import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { notify } from '../../api/feedback.ts';
import { createRecordDialog } from '../../shared/resource/record-dialog.ts';
import type { PageTools } from '../../shared/resource/resource-hooks.ts';
import type { ResourceRecord } from '../../shared/resource/resource-record.ts';
import { FormDrawer } from '../../ui/FormDrawer.tsx';

const MAX_REASON = 200;
type Rejected = { readonly reason: string };

const useDialog = createRecordDialog<'reject'>();

/** Opens the drawer that rejects an installation. */
export const askReject = (record: ResourceRecord, { refresh }: PageTools): void =>
  useDialog.setState({ dialog: { action: 'reject', record, refresh } });

/** Rejects an installation with a reason. */
export function RejectInstall() {
  const { t } = useTranslation();
  const dialog = useDialog(({ dialog }) => dialog);
  if (!dialog) return null;
  const { record, refresh } = dialog;

  async function submit({ reason }: Rejected) {
    await call(installationsCalls.rejectInstall, { id: record.id, version: record.version, reason });
    notify('success', t('install.rejected'));
    refresh();
  }

  return (
    <FormDrawer<Rejected>
      open
      key={record.id}
      title={`${t('install.reject')} - ${String(record['installNo'])}`}
      submitText={t('install.reject')}
      onSubmit={submit}
      onClose={() => useDialog.setState({ dialog: null })}
    >
      <Form.Item<Rejected>
        name="reason"
        label={t('install.rejectReason')}
        rules={[{ required: true, whitespace: true, message: t('field.required') }]}
      >
        <Input.TextArea maxLength={MAX_REASON} autoSize={{ minRows: 3 }} />
      </Form.Item>
    </FormDrawer>
  );
}
