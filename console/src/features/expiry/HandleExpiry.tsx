import { expiryCalls } from '@fleetwarden/contract/expiry/routes';
import { permission } from '@fleetwarden/contract/permissions';
import { Form, Input, Select } from 'antd';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { notify } from '../../api/feedback.ts';
import { enumerationName } from '../../shared/enumeration.ts';
import { createRecordDialog, may } from '../../shared/resource/record-dialog.ts';
import type { PageTools } from '../../shared/resource/resource-hooks.ts';
import type { ResourceRecord } from '../../shared/resource/resource-record.ts';
import { FormDrawer } from '../../ui/FormDrawer.tsx';
import type { RowAction } from '../../ui/table/table-actions.ts';

/** EXPIRY_STATE: open, handled, renewed, ignored. */
const STATES = [1, 2, 3, 4] as const;
const [OPEN, HANDLED] = STATES;
const MAX_NOTE = 200;

type Handled = { readonly state: (typeof STATES)[number]; readonly note?: string };

const useDialog = createRecordDialog<'handle'>();

/** Actions on a due item. */
export const expiryActions = (record: ResourceRecord, { refresh }: PageTools): readonly RowAction[] => [
  ...(may(permission.handleExpiry)
    ? [
        {
          key: 'handle',
          label: i18next.t('expiry.handle'),
          run: () => useDialog.setState({ dialog: { action: 'handle', record, refresh } }),
        },
      ]
    : []),
  ...(record['state'] === OPEN && may(permission.remindExpiry)
    ? [
        {
          key: 'remind',
          label: i18next.t('expiry.remind'),
          run: async () => {
            const { told } = await call(expiryCalls.sendRemind, { ids: [record.id] });
            notify('success', i18next.t('expiry.reminded', { count: told }));
            refresh();
          },
        },
      ]
    : []),
];

/** Records how a due item was handled. */
export function HandleExpiry() {
  const { t, i18n } = useTranslation();
  const dialog = useDialog(({ dialog }) => dialog);
  if (!dialog) return null;
  const { record, refresh } = dialog;

  async function submit({ state, note }: Handled) {
    await call(expiryCalls.handleExpiry, { ids: [record.id], state, note: note ?? '' });
    notify('success', t('expiry.handled'));
    refresh();
  }

  const state = record['state'] === OPEN ? HANDLED : (record['state'] as Handled['state']);
  return (
    <FormDrawer<Handled>
      open
      key={record.id}
      title={t('expiry.handleTitle', { name: record['object'] })}
      initialValues={{ state, note: String(record['note'] ?? '') }}
      onSubmit={submit}
      onClose={() => useDialog.setState({ dialog: null })}
    >
      <p>{t('expiry.handleHint')}</p>
      <Form.Item<Handled> name="state" label={t('expiry.result')} required>
        <Select options={STATES.map((value) => ({ value, label: enumerationName(i18n, 'EXPIRY_STATE', value) }))} />
      </Form.Item>
      <Form.Item<Handled> name="note" label={t('expiry.note')}>
        <Input.TextArea maxLength={MAX_NOTE} autoSize={{ minRows: 3 }} />
      </Form.Item>
    </FormDrawer>
  );
}
