import { fleetCalls } from '@fleetwarden/contract/fleet/routes';
import type { TerminalMessage } from '@fleetwarden/contract/fleet/terminals';
import { Button, Typography } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callPaged } from '../api/call-paged.ts';
import { PagedList } from '../ui/PagedList.tsx';
import { TimeCell } from '../ui/TimeCell.tsx';
import { PlateTag } from './PlateTag.tsx';

/** Conditions of `device/listMessage`. */
export type MessageFilters = {
  readonly carNo?: string;
  readonly carId?: string;
  readonly messageId?: number;
  readonly reason?: 1 | 2 | 3 | 4 | 5;
};

/** Messages of terminals as received, the newest first. */
export function TerminalMessageTable({ filters, withPlate = false }: { filters: MessageFilters; withPlate?: boolean }) {
  const { t } = useTranslation();
  const reasons = useMessageReasons();
  return (
    <PagedList<TerminalMessage>
      question={['terminalMessages', filters]}
      load={(options) => callPaged(fleetCalls.listMessage, filters, options)}
      rowKey="id"
      empty={t('device.messagesNone')}
      scroll={{ x: 'max-content' }}
      columns={[
        { key: 'receivedAt', title: t('device.receivedAt'), render: (_, { receivedAt }) => <TimeCell at={receivedAt} /> },
        ...(withPlate
          ? [
              {
                key: 'carNo',
                title: t('device.carNo'),
                render: (_: unknown, { carNo, plateColor }: TerminalMessage) => <PlateTag plate={carNo} colour={plateColor} />,
              },
            ]
          : []),
        { key: 'messageId', title: t('device.messageId'), render: (_, row) => hex(row.messageId, 4) },
        { key: 'subType', title: t('device.subType'), render: (_, { subType }) => subType !== null && hex(subType, 2) },
        { key: 'serial', dataIndex: 'serial', title: t('device.serial'), align: 'right' },
        {
          key: 'reason',
          title: t('device.reason'),
          render: (_, row) => reasons.find(({ value }) => value === row.reason)?.label,
        },
        { key: 'bytes', dataIndex: 'bytes', title: t('device.bytes'), align: 'right' },
        { key: 'hex', title: t('device.content'), width: 360, render: (_, row) => <Body message={row} /> },
      ]}
    />
  );
}

const hex = (value: number, digits: number): string => `0x${value.toString(16).toUpperCase().padStart(digits, '0')}`;

/** The reasons as options, by their number in the call. */
export function useMessageReasons() {
  const { t } = useTranslation();
  return [
    { value: 1 as const, label: t('device.reasonUnknown') },
    { value: 2 as const, label: t('device.reasonUninterpreted') },
    { value: 3 as const, label: t('device.reasonItem') },
    { value: 4 as const, label: t('device.reasonIncomplete') },
    { value: 5 as const, label: t('device.reasonUnreadable') },
  ];
}

/** The bytes of a message. A long one is loaded on request. */
function Body({ message }: { message: TerminalMessage }) {
  const { t } = useTranslation();
  const [whole, setWhole] = useState(message.hex);
  const load = async () => {
    const { list } = await callPaged(fleetCalls.listMessage, { id: message.id }, { pageModel: { page: 1, limit: 1 } });
    setWhole(list[0]?.hex ?? message.hex);
  };
  return (
    <>
      <Typography.Paragraph
        code
        copyable
        style={{ width: 340, marginBottom: 0, overflowWrap: 'anywhere' }}
        ellipsis={{ rows: 2, expandable: 'collapsible' }}
      >
        {whole}
      </Typography.Paragraph>
      {whole === message.hex && message.hex.length / 2 < message.bytes && (
        <Button type="link" size="small" onClick={() => void load().catch(() => undefined)}>
          {t('device.allContent')}
        </Button>
      )}
    </>
  );
}
