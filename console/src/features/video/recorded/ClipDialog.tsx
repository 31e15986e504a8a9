import { videoCalls } from '@fleetwarden/contract/video/routes';
import { SECOND_MS } from '@fleetwarden/domain/durations';
import { Modal, Slider } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { notify } from '../../../api/feedback.ts';
import { useSubmit } from '../../../hooks/use-submit.ts';
import { formatTime } from '../../../ui/format.ts';
import styles from './Recorded.module.css';
import type { Recording } from './recordings.ts';

const WIDTH = 480;

/** Cuts a range of a server file into a file of its own (screen catalogue 5.2). */
export function ClipDialog(props: { recording: Recording; channelName: string; onDone: () => void; onClose: () => void }) {
  const { recording, channelName, onDone, onClose } = props;
  const { t } = useTranslation();
  const { start, end, fileId } = recording;
  const seconds = Math.ceil((end - start) / SECOND_MS);
  const [[from, to], setRange] = useState<readonly [number, number]>([0, seconds]);
  const timeOf = (second: number) => Math.min(start + second * SECOND_MS, end);
  const [isBusy, cut] = useSubmit(async (times: { readonly startTime: number; readonly endTime: number }) => {
    await call(videoCalls.clipFile, { fileId: fileId!, ...times });
    notify('success', t('recordedVideo.clipSaved'));
    onDone();
  });
  return (
    <Modal
      open
      centered
      width={WIDTH}
      title={`${t('recordedVideo.clip')} · ${channelName}`}
      okText={t('recordedVideo.clip')}
      cancelText={t('form.cancel')}
      confirmLoading={isBusy}
      okButtonProps={{ disabled: from >= to }}
      onOk={() => cut({ startTime: timeOf(from), endTime: timeOf(to) })}
      mask={{ closable: false }}
      onCancel={onClose}
    >
      <div className={styles['dialog']}>
        <p aria-live="polite">
          {formatTime(timeOf(from))} – {formatTime(timeOf(to))}
        </p>
        <Slider
          range
          max={seconds}
          value={[from, to]}
          tooltip={{ formatter: (value) => formatTime(timeOf(value ?? 0)) }}
          ariaLabelForHandle={[t('recordedVideo.start'), t('recordedVideo.end')]}
          onChange={(value) => setRange(value as [number, number])}
        />
        <p className={styles['note']}>{t('recordedVideo.clipHint')}</p>
      </div>
    </Modal>
  );
}
