import { companyDocumentsCalls } from '@fleetwarden/contract/reports/documents/routes';
import { MAX_RECEIVERS } from '@fleetwarden/contract/reports/schedules/schedule-periods';
import { rules } from '@fleetwarden/domain/form-rules';
import { useQuery } from '@tanstack/react-query';
import { Alert, Form, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { notify } from '../../api/feedback.ts';
import { FormDrawer } from '../../ui/FormDrawer.tsx';
import { LoadFailed, SkeletonRows } from '../../ui/States.tsx';
import styles from './Documents.module.css';
import type { RowDialogOf, RowDocument } from './row-dialog.ts';

type Values = { readonly receivers: readonly string[] };
const SEPARATORS = [',', ';', ' ', '\n'];

/** Mails the file of a document to the addresses of its company, which the user may change. */
export function SendDocument({ document, onDone, onClose }: RowDialogOf<{ readonly document: RowDocument }>) {
  const { t } = useTranslation();
  const { id, name } = document;
  const { data, error, refetch } = useQuery({
    queryKey: ['report', 'documentReceivers', id],
    queryFn: ({ signal }) => call(companyDocumentsCalls.getDocumentReceivers, { id }, { signal, quiet: true }),
    gcTime: 0,
    networkMode: 'always',
  });
  const waiting = data ? null : error ? (
    <LoadFailed reason={error.message} onRetry={() => void refetch()} />
  ) : (
    <SkeletonRows label={t('table.loading')} />
  );

  async function submit({ receivers }: Values) {
    await call(companyDocumentsCalls.sendDocument, { id, receivers: [...receivers] });
    notify('success', t('documents.sent'));
    onDone();
  }

  return (
    <FormDrawer<Values>
      open
      title={t('documents.ofDocument', { action: t('documents.send'), name })}
      submitText={t('documents.send')}
      initialValues={{ receivers: data?.receivers ?? [] }}
      waiting={waiting}
      onSubmit={submit}
      onClose={onClose}
    >
      {data?.mail === false && <Alert className={styles['hint']!} type="warning" showIcon title={t('documents.noMail')} />}
      <Form.Item<Values>
        name="receivers"
        label={t('documents.receivers')}
        extra={t('documents.receiversHint', { max: MAX_RECEIVERS })}
        required
        rules={[
          {
            validator: async (_rule, receivers: readonly string[] = []) => {
              if (receivers.length === 0) throw new Error(t('field.required'));
              const receiver = receivers.find((each) => rules.email.check(each) !== null);
              if (receiver !== undefined) throw new Error(t('schedules.badReceiver', { receiver }));
            },
          },
        ]}
      >
        <Select mode="tags" open={false} maxCount={MAX_RECEIVERS} tokenSeparators={SEPARATORS} disabled={data?.mail === false} />
      </Form.Item>
    </FormDrawer>
  );
}
