import { Button, Flex, Input, Select } from 'antd';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TerminalMessageTable, useMessageReasons } from '../../shared/TerminalMessageTable.tsx';
import { DetailDrawer } from '../../ui/FormDrawer.tsx';
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
  const reasons = useMessageReasons();
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
      <TerminalMessageTable filters={filters} withPlate />
    </DetailDrawer>
  );
}
