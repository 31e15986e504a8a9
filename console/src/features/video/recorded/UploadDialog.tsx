import { videoCalls } from '@fleetwarden/contract/video/routes';
import { Checkbox, Modal, Radio } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { notify } from '../../../api/feedback.ts';
import { formatTime } from '../../../ui/format.ts';
import styles from './Recorded.module.css';
import type { Recording } from './recordings.ts';

const WIDTH = 480;
/** Networks of 0x9206 by their bit, with the key of their text. */
const NETWORKS = ['wifi', 'lan', 'mobile'] as const;
const ANY_NETWORK = 7;
const MAX_UINT32 = 4_294_967_295;
const STORAGES = [0, 1, 2] as const;
type Storage = (typeof STORAGES)[number];

/** Asks for the storage and the networks of an upload from the terminal, and queues it (screen catalogue 5.2). */
export function UploadDialog(props: {
  targId: string;
  recording: Recording;
  channelName: string;
  onQueued: () => void;
  onClose: () => void;
}) {
  const { targId, recording, channelName, onQueued, onClose } = props;
  const { t } = useTranslation();
  const [storage, setStorage] = useState<Storage>(recording.storage as Storage);
  const [networks, setNetworks] = useState(ANY_NETWORK);
  const [isBusy, setBusy] = useState(false);
  const { channel, start, end, bytes, kind, stream } = recording;

  async function queue() {
    setBusy(true);
    try {
      await call(videoCalls.fileUpload, {
        targId,
        channel,
        startTime: start,
        endTime: end,
        mediaType: kind as 0,
        streamType: stream as 0,
        storage,
        conditionBits: networks,
        ...(bytes > 0 && bytes <= MAX_UINT32 ? { sizeBytes: bytes } : {}),
      });
      notify('success', t('recordedVideo.queued'));
      onQueued();
    } catch {
      // the call has shown its error
      setBusy(false);
    }
  }
  return (
    <Modal
      open
      centered
      width={WIDTH}
      title={t('recordedVideo.upload')}
      okText={t('recordedVideo.upload')}
      cancelText={t('form.cancel')}
      confirmLoading={isBusy}
      okButtonProps={{ disabled: networks === 0 }}
      onOk={() => void queue()}
      mask={{ closable: false }}
      onCancel={onClose}
    >
      <div className={styles['dialog']}>
        <p>
          {channelName} {formatTime(start)} – {formatTime(end)}
        </p>
        <fieldset>
          <legend>{t('recordedVideo.storage')}</legend>
          <Radio.Group
            value={storage}
            options={STORAGES.map((value) => ({ value, label: t(`recordedVideo.storage_${value}`) }))}
            onChange={({ target }) => setStorage(target.value as Storage)}
          />
        </fieldset>
        <fieldset>
          <legend>{t('recordedVideo.networks')}</legend>
          {NETWORKS.map((name, bit) => (
            <Checkbox
              key={name}
              checked={(networks & (1 << bit)) !== 0}
              onChange={({ target }) => setNetworks(target.checked ? networks | (1 << bit) : networks & ~(1 << bit))}
            >
              {t(`recordedVideo.network_${name}`)}
            </Checkbox>
          ))}
          {networks === 0 && <p role="alert">{t('recordedVideo.noNetwork')}</p>}
        </fieldset>
      </div>
    </Modal>
  );
}
