import { MESSAGE_KINDS, type MessageKind } from '@fleetwarden/contract/messages/message-limits';
import { messagesCalls } from '@fleetwarden/contract/messages/routes';
import type { Message } from '@fleetwarden/contract/messages/schemas';
import type { i18n as I18n, TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { enumerationName } from '../../shared/enumeration.ts';
import { PlateTag } from '../../shared/PlateTag.tsx';
import { TimeCell } from '../../ui/TimeCell.tsx';
import { SearchTable } from '../../ui/table/SearchTable.tsx';
import type { TableColumn } from '../../ui/table/table-columns.ts';
import { loadPaged } from '../../ui/table/table-load.ts';
import type { TableState } from '../../ui/table/use-table-url.ts';

export const MESSAGES = 'messages.list';

const loadRows = loadPaged(messagesCalls.listMessage);
/** The form has one kind; without it all are listed. */
const load = (state: TableState, signal: AbortSignal) => {
  const { kind, ...filters } = state.filters;
  const kinds = kind === undefined ? MESSAGE_KINDS : [kind];
  return loadRows({ ...state, sort: null, filters: { ...filters, kinds } as never }, signal);
};
const isFromDriver = ({ kind }: Message) => kind === 'event' || kind === 'answer' || kind === 'demand';

/** Messages in both directions, newest first. */
export function MessageTable() {
  const { t, i18n } = useTranslation();
  const columns = useMemo(() => messageColumns(t, i18n), [t, i18n]);
  return (
    <SearchTable<Message>
      name={MESSAGES}
      label={t('messages.tabMessages')}
      columns={columns}
      rowKey={({ id }) => id}
      load={load}
    />
  );
}

const messageColumns = (t: TFunction, i18n: I18n): readonly TableColumn<Message>[] => {
  const kindName = (kind: MessageKind) => t(`messages.kind_${kind}`);
  return [
    {
      key: 'createdAt',
      title: t('messages.time'),
      width: 140,
      fixed: 'left',
      search: { kind: 'dateRange' },
      render: ({ createdAt }) => <TimeCell at={createdAt} />,
    },
    {
      key: 'carNo',
      title: t('vehicle.carNo'),
      width: 110,
      search: { kind: 'text', maxLength: 20 },
      render: ({ carNo, color }) => <PlateTag plate={carNo} colour={color} />,
    },
    {
      key: 'direction',
      title: t('messages.direction'),
      width: 100,
      render: (row) => t(isFromDriver(row) ? 'messages.fromDriver' : 'messages.toDriver'),
    },
    {
      key: 'kind',
      title: t('messages.kind'),
      width: 130,
      search: { kind: 'select', options: MESSAGE_KINDS.map((kind) => ({ value: kind, label: kindName(kind) })) },
      render: ({ kind }) => kindName(kind),
    },
    { key: 'message', title: t('messages.content'), width: 260, render: (row) => describe(t, row) },
    { key: 'question', title: t('messages.question'), width: 200 },
    {
      key: 'state',
      title: t('messages.state'),
      width: 100,
      render: ({ state }) => state !== null && enumerationName(i18n, 'CMD_STATE', state),
    },
    { key: 'username', title: t('messages.sender'), width: 100 },
    { key: 'deptName', title: t('vehicle.deptId'), width: 150, hiddenByDefault: true },
  ];
};

/** The text, or the name of an event or information; its number if it has none. */
function describe(t: TFunction, { message, number, subscribed }: Message): string {
  const name = message === '' && number !== null ? t('messages.unnamed', { number }) : message;
  if (subscribed === null) return name;
  return `${name} ${t(subscribed ? 'messages.subscribed' : 'messages.cancelled')}`;
}
