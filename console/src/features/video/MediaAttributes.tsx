import { videoCalls } from '@fleetwarden/contract/video/routes';
import type { AvAttributes } from '@fleetwarden/contract/video/talk-schemas';
import { Button } from 'antd';
import type { ParseKeys } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useSubmit } from '../../hooks/use-submit.ts';
import { TimeCell } from '../../ui/TimeCell.tsx';
import styles from './ControlPanel.module.css';
import { payloadName } from './payload-names.ts';

const ROWS: readonly { readonly text: ParseKeys; readonly value: (attributes: AvAttributes) => string }[] = [
  { text: 'video.infoCodec', value: ({ videoCodec }) => payloadName(videoCodec) },
  { text: 'video.infoSound', value: ({ audioCodec }) => payloadName(audioCodec) },
  { text: 'video.sampleRate', value: ({ sampleRateHz }) => `${sampleRateHz / 1_000} kHz` },
  { text: 'video.videoChannels', value: ({ maxVideoChannels }) => String(maxVideoChannels) },
  { text: 'video.soundChannels', value: ({ maxAudioChannels }) => String(maxAudioChannels) },
];

/** What a terminal says of its media: 0x9003, answered by 0x1003. */
export function MediaAttributes({ targId }: { targId: string }) {
  const { t } = useTranslation();
  const [attributes, setAttributes] = useState<AvAttributes | null | undefined>();
  const [busy, ask] = useSubmit(async (vehicle: string) => {
    setAttributes((await call(videoCalls.queryAvAttr, { targId: vehicle })).attributes);
  });
  return (
    <section className={styles['section']} aria-label={t('video.attributes')}>
      <Button block loading={busy} onClick={() => ask(targId)}>
        {t('video.attributes')}
      </Button>
      {attributes === null && <p role="status">{t('video.noAttributes')}</p>}
      {attributes && (
        <dl className={styles['facts']}>
          {ROWS.map(({ text, value }) => (
            <div key={text}>
              <dt>{t(text)}</dt>
              <dd>{value(attributes)}</dd>
            </div>
          ))}
          <div>
            <dt>{t('video.readAt')}</dt>
            <dd>
              <TimeCell at={attributes.readAt} />
            </dd>
          </div>
        </dl>
      )}
    </section>
  );
}
