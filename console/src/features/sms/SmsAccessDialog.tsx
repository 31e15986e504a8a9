import { smsCalls } from '@fleetwarden/contract/sms/routes';
import { useQuery } from '@tanstack/react-query';
import { Alert, Descriptions, Modal, Spin, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { createRecordDialog, type RecordDialog } from '../../shared/resource/record-dialog.ts';
import type { PageTools } from '../../shared/resource/resource-hooks.ts';
import type { ResourceRecord } from '../../shared/resource/resource-record.ts';

/** px */
const WIDTH = 560;

const useDialog = createRecordDialog<'access'>();

/** Opens the dialog with the address for receipts and the balance of an account. */
export const showAccess = (record: ResourceRecord, { refresh }: PageTools): void =>
  useDialog.setState({ dialog: { action: 'access', record, refresh } });

const close = () => useDialog.setState({ dialog: null });

export function SmsAccessDialog() {
  const dialog = useDialog(({ dialog }) => dialog);
  return dialog && <Access key={dialog.record.id} {...dialog} />;
}

function Access({ record }: RecordDialog<'access'>) {
  const { t } = useTranslation();
  const { data, isFetching } = useQuery({
    queryKey: ['smsAccess', record.id],
    queryFn: ({ signal }) => call(smsCalls.getSmsAccess, { id: record.id }, { signal }),
    networkMode: 'always',
    gcTime: 0,
    retry: false,
  });
  const balance = data?.balance;
  return (
    <Modal
      open
      centered
      width={WIDTH}
      title={t('sms.accessOf', { account: record['accountName'] })}
      mask={{ closable: false }}
      footer={null}
      onCancel={close}
    >
      <Spin spinning={isFetching}>
        <Descriptions
          column={1}
          layout="vertical"
          items={[
            {
              key: 'balance',
              label: t('sms.balance'),
              children: balance ? `${balance.amount} ${balance.currency}` : t('sms.noBalance'),
            },
            {
              key: 'receiptUrl',
              label: t('sms.receiptUrl'),
              children: data?.receiptUrl ? (
                <Typography.Text copyable code>
                  {data.receiptUrl}
                </Typography.Text>
              ) : (
                t('sms.noReceiptUrl')
              ),
            },
          ]}
        />
        {data?.balanceError && <Alert type="warning" showIcon title={t('sms.balanceError', { error: data.balanceError })} />}
        {data?.receiptUrl && <Alert type="info" showIcon title={t('sms.receiptHint')} />}
      </Spin>
    </Modal>
  );
}
