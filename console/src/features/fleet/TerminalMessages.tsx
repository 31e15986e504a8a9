import { fleetCalls } from '@fleetwarden/contract/fleet/routes';
import type { TerminalMessage } from '@fleetwarden/contract/fleet/terminals';
import { Button, Flex, Input, Select, Typography } from 'antd';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callPaged } from '../../api/call-paged.ts';
import { PlateTag } from '../../shared/PlateTag.tsx';
import { DetailDrawer } from '../../ui/FormDrawer.tsx';
import { PagedList } from '../../ui/PagedList.tsx';
import { TimeCell } from '../../ui/TimeCell.tsx';
import { openDeviceDialog, useDeviceDialog } from './device-dialog.ts';

const MAX_PLATE = 20;
/** A message id as users type it: 0900 or 0x0900. */
const MESSAGE_ID = /^(?:0x)?([0-9a-f]{1,4})$/i;
const close = () => openDeviceDialog(null);

/** Beside the buttons of the device page: messages that are not interpreted. */
export function TerminalMessages() {
  const { t } = useTranslation();
  const dialog = useDeviceDialog((state) => state.dialog);
  return (
    <>
      <Button onClick={() => openDeviceDialog({ carNo: '' })}>{t('device.messages')}</Button>
      {dialog && <MessageDrawer key={dialog.carNo} carNo={dialog.carNo} />}
    </>
  );
}

function MessageDrawer(props: { carNo: string }) {
  const { t } = useTranslation();
  const [plate, setPlate] = useState(props.carNo);
  const [typedId, setTypedId] = useState('');
  const [reason, setReason] = useState<1 | 2 | 3 | 4 | 5>();
  const carNo = useDeferredValue(plate.trim());
  const messageId = useDeferredValue(MESSAGE_ID.exec(typedId.trim())?.[1]);
  const reasons = useReasons();
  const filters = {
    ...(carNo && { carNo }),
    ...(messageId !== undefined && { messageId: Number.parseInt(messageId, 16) }),
    ...(reason !== undefined && { reason }),
  };
  return (
    <DetailDrawer open size={960} title={t('device.messages')} onClose={close}>
      <p>{t('device.messagesHint')}</p>
      <Flex gap="small" wrap>
        <Input
          allowClear
          style={{ width: 180 }}
          maxLength={MAX_PLATE}
          aria-label={t('device.messagePlate')}
          placeholder={t('device.messagePlate')}
          value={plate}
          onChange={({ target }) => setPlate(target.value)}
        />
        <Input
          allowClear
          style={{ width: 220 }}
          maxLength={6}
          aria-label={t('device.messageId')}
          placeholder={t('device.messageIdHint')}
          status={typedId.trim() === '' || MESSAGE_ID.test(typedId.trim()) ? '' : 'error'}
          value={typedId}
          onChange={({ target }) => setTypedId(target.value)}
        />
        <Select
          allowClear
          style={{ width: 220 }}
          aria-label={t('device.reason')}
          placeholder={t('device.reason')}
          options={reasons}
          value={reason}
          onChange={setReason}
        />
      </Flex>
      <PagedList<TerminalMessage>
        question={['terminalMessages', filters]}
        load={(options) => callPaged(fleetCalls.listMessage, filters, options)}
        rowKey="id"
        empty={t('device.messagesNone')}
        scroll={{ x: 'max-content' }}
        columns={[
          { key: 'receivedAt', title: t('device.receivedAt'), render: (_, { receivedAt }) => <TimeCell at={receivedAt} /> },
          {
            key: 'carNo',
            title: t('device.carNo'),
            render: (_, { carNo, plateColor }) => <PlateTag plate={carNo} colour={plateColor} />,
          },
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
    </DetailDrawer>
  );
}

const hex = (value: number, digits: number): string => `0x${value.toString(16).toUpperCase().padStart(digits, '0')}`;

/** The reasons as options, by their number in the call. */
function useReasons() {
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
