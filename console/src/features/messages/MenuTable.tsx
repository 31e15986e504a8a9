import { messagesCalls } from '@fleetwarden/contract/messages/routes';
import type { Menu } from '@fleetwarden/contract/messages/schemas';
import { Table } from 'antd';
import type { i18n as I18n, TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { enumerationName } from '../../shared/enumeration.ts';
import { PlateTag } from '../../shared/PlateTag.tsx';
import { DetailDrawer } from '../../ui/FormDrawer.tsx';
import { formatFullTime, formatList, formatNumber } from '../../ui/format.ts';
import { SearchTable } from '../../ui/table/SearchTable.tsx';
import type { TableColumn } from '../../ui/table/table-columns.ts';
import { loadPaged } from '../../ui/table/table-load.ts';
import type { TableState } from '../../ui/table/use-table-url.ts';

export const MENUS = 'messages.menus';

const loadRows = loadPaged(messagesCalls.listMenu);
const load = (state: TableState, signal: AbortSignal) => loadRows({ ...state, sort: null }, signal);

/** What terminals offer to their drivers, as last set. */
export function MenuTable() {
  const { t, i18n } = useTranslation();
  const [open, setOpen] = useState<Menu | null>(null);
  const columns = useMemo(() => menuColumns(t, i18n), [t, i18n]);
  return (
    <>
      <SearchTable<Menu>
        name={MENUS}
        label={t('messages.tabMenus')}
        columns={columns}
        rowKey={({ targId }) => targId}
        load={load}
        onOpen={setOpen}
        rowActions={(row) => [{ key: 'details', label: t('messages.details'), run: () => setOpen(row) }]}
      />
      {open && <MenuDrawer menu={open} onClose={() => setOpen(null)} />}
    </>
  );
}

const menuColumns = (t: TFunction, i18n: I18n): readonly TableColumn<Menu>[] => {
  const count = (rows: readonly unknown[]) => formatNumber(i18n.language, rows.length);
  return [
    {
      key: 'carNo',
      title: t('vehicle.carNo'),
      width: 110,
      fixed: 'left',
      search: { kind: 'text', maxLength: 20 },
      render: ({ carNo, color }) => <PlateTag plate={carNo} colour={color} />,
    },
    { key: 'deptName', title: t('vehicle.deptId'), width: 160 },
    { key: 'events', title: t('messages.events'), width: 110, align: 'right', render: ({ events }) => count(events) },
    { key: 'infos', title: t('messages.infos'), width: 130, align: 'right', render: ({ infos }) => count(infos) },
    { key: 'contacts', title: t('messages.contacts'), width: 110, align: 'right', render: ({ contacts }) => count(contacts) },
    { key: 'question', title: t('messages.lastQuestion'), width: 240 },
    { key: 'answer', title: t('messages.answer'), width: 140 },
  ];
};

function MenuDrawer({ menu, onClose }: { menu: Menu; onClose: () => void }) {
  const { t, i18n } = useTranslation();
  const { events, infos, contacts, question, answers, answer } = menu;
  const named = [
    { key: 'number', dataIndex: 'number', title: '#', width: 70 },
    { key: 'name', dataIndex: 'name', title: t('messages.content') },
  ];
  const titleOf = (name: string, at: number | null) =>
    `${name} · ${at === null ? t('messages.neverSet') : `${t('messages.setAt')} ${formatFullTime(i18n.language, at)}`}`;
  return (
    <DetailDrawer open size={720} title={menu.carNo} onClose={onClose}>
      <h3>{titleOf(t('messages.events'), menu.eventsAt)}</h3>
      <Table size="small" rowKey="number" pagination={false} dataSource={events} columns={named} />
      <h3>{titleOf(t('messages.infos'), menu.infosAt)}</h3>
      <Table size="small" rowKey="number" pagination={false} dataSource={infos} columns={named} />
      <h3>{titleOf(t('messages.contacts'), menu.contactsAt)}</h3>
      <Table
        size="small"
        rowKey="contactName"
        pagination={false}
        dataSource={contacts}
        columns={[
          { key: 'contactName', dataIndex: 'contactName', title: t('command.field_contactName') },
          { key: 'phone', dataIndex: 'phone', title: t('command.field_phone') },
          {
            key: 'callDirection',
            title: t('command.field_callDirection'),
            render: (_, row) => enumerationName(i18n, 'CALL_DIRECTION', row.callDirection),
          },
        ]}
      />
      <h3>{titleOf(t('messages.lastQuestion'), menu.questionAt)}</h3>
      {menu.questionAt !== null && (
        <p>
          {question} (
          {formatList(
            i18n.language,
            answers.map(({ name }) => name),
          )}
          ) · {answer === '' ? t('messages.noAnswer') : `${t('messages.answer')} ${answer}`}
        </p>
      )}
    </DetailDrawer>
  );
}
