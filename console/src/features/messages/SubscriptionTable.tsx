import { commandsCalls } from '@fleetwarden/contract/commands/routes';
import { messagesCalls } from '@fleetwarden/contract/messages/routes';
import type { Subscription } from '@fleetwarden/contract/messages/schemas';
import { permission } from '@fleetwarden/contract/permissions';
import { Form, Input } from 'antd';
import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { notify } from '../../api/feedback.ts';
import { useMay } from '../../api/session.ts';
import { PlateTag } from '../../shared/PlateTag.tsx';
import { FormDrawer } from '../../ui/FormDrawer.tsx';
import { TimeCell } from '../../ui/TimeCell.tsx';
import { SearchTable } from '../../ui/table/SearchTable.tsx';
import type { TableColumn } from '../../ui/table/table-columns.ts';
import { loadPaged } from '../../ui/table/table-load.ts';
import type { TableState } from '../../ui/table/use-table-url.ts';

export const SUBSCRIPTIONS = 'messages.subscriptions';

const SEND_INFO = '8304';
const MAX_TEXT = 499;

const loadRows = loadPaged(messagesCalls.listSubscription);
/** The filter of the URL is a text. */
const load = (state: TableState, signal: AbortSignal) => {
  const { infoType, ...filters } = state.filters;
  const numbers = infoType === undefined ? {} : { infoType: Number(infoType) };
  return loadRows({ ...state, sort: null, filters: { ...filters, ...numbers } as never }, signal);
};

/** Information that drivers subscribed to; selected subscribers get it. */
export function SubscriptionTable() {
  const { t } = useTranslation();
  const maySend = useMay(permission.sendInformation);
  const [receivers, setReceivers] = useState<readonly Subscription[]>([]);
  const columns = useMemo(() => subscriptionColumns(t), [t]);

  async function choose(rows: readonly Subscription[]) {
    if (new Set(rows.map(({ infoType }) => infoType)).size === 1) return setReceivers(rows);
    notify('warning', t('messages.mixedTypes'));
    throw new Error('several kinds of information');
  }
  return (
    <>
      <SearchTable<Subscription>
        name={SUBSCRIPTIONS}
        label={t('messages.tabSubscriptions')}
        columns={columns}
        rowKey={({ targId, infoType }) => `${targId} ${infoType}`}
        load={load}
        {...(maySend ? { batchActions: [{ key: 'send', label: t('messages.sendInfo'), run: choose }] } : {})}
      />
      {receivers.length > 0 && <SendInfo receivers={receivers} onClose={() => setReceivers([])} />}
    </>
  );
}

const subscriptionColumns = (t: TFunction): readonly TableColumn<Subscription>[] => [
  {
    key: 'carNo',
    title: t('vehicle.carNo'),
    width: 110,
    fixed: 'left',
    search: { kind: 'text', maxLength: 20 },
    render: ({ carNo, color }) => <PlateTag plate={carNo} colour={color} />,
  },
  { key: 'deptName', title: t('vehicle.deptId'), width: 160 },
  { key: 'infoType', title: t('command.field_infoType'), width: 120, align: 'right', search: { kind: 'text', maxLength: 3 } },
  { key: 'name', title: t('messages.infoName'), width: 180 },
  { key: 'since', title: t('messages.since'), width: 140, render: ({ since }) => <TimeCell at={since} /> },
];

function SendInfo({ receivers, onClose }: { receivers: readonly Subscription[]; onClose: () => void }) {
  const { t } = useTranslation();
  const [{ infoType, name } = { infoType: 0, name: '' }] = receivers;

  async function submit({ text }: { text: string }) {
    const targIds = receivers.map(({ targId }) => targId);
    const { list } = await call(commandsCalls.sendCommand, { cmdCode: SEND_INFO, targIds, params: { infoType, text } });
    notify('success', t('messages.sent', { count: list.length }));
  }
  return (
    <FormDrawer<{ text: string }>
      open
      title={`${t('messages.sendInfo')} ${name || infoType}`}
      submitText={t('messages.sendInfo')}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item
        name="text"
        label={t('messages.infoText')}
        rules={[{ required: true, whitespace: true, message: t('rule.empty') }]}
      >
        <Input.TextArea maxLength={MAX_TEXT} rows={4} />
      </Form.Item>
    </FormDrawer>
  );
}
