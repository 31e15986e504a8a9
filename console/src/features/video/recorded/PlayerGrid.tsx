import AudioMutedOutlined from '@ant-design/icons/AudioMutedOutlined';
import AudioOutlined from '@ant-design/icons/AudioOutlined';
import { useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/IconButton.tsx';
import { FilePlayer } from './FilePlayer.tsx';
import type { PlaybackGroup } from './playback-group.ts';
import styles from './Recorded.module.css';
import type { Recording } from './recordings.ts';
import { TerminalPlayer } from './TerminalPlayer.tsx';

/** The channels of a group beside each other; one of them is heard. */
export function PlayerGrid(props: {
  group: PlaybackGroup;
  targId: string;
  plate: string;
  channelName: (channel: number) => string;
}) {
  const { group, targId, plate, channelName } = props;
  const { t } = useTranslation();
  const [heard, setHeard] = useState<number | null>(null);
  return (
    <div className={styles['players']} data-count={group.channels.length}>
      {group.channels.map((channel) => {
        const name = channelName(channel);
        const isHeard = heard === channel;
        return (
          <section key={channel} className={styles['player']} aria-label={name}>
            <ChannelPlayer group={group} channel={channel} targId={targId} label={`${plate} ${name}`} isHeard={isHeard} />
            <div className={styles['playerHead']}>
              <span>{name}</span>
              <IconButton
                label={t(isHeard ? 'video.mute' : 'video.listen')}
                icon={isHeard ? <AudioOutlined /> : <AudioMutedOutlined />}
                pressed={isHeard}
                onClick={() => setHeard(isHeard ? null : channel)}
              />
            </div>
          </section>
        );
      })}
    </div>
  );
}

type ChannelProps = {
  readonly group: PlaybackGroup;
  readonly channel: number;
  readonly targId: string;
  readonly label: string;
  readonly isHeard: boolean;
};

/** The recording of a channel at the group's time; another one starts when this one is over. */
function ChannelPlayer({ group, channel, targId, label, isHeard }: ChannelProps) {
  const { t } = useTranslation();
  const recording = useRecordingOf(group, channel);
  if (!recording)
    return (
      <p className={styles['playerState']} role="status">
        {t('recordedVideo.notRecorded')}
      </p>
    );
  const props = { recording, group, label, isHeard };
  return recording.source === 'server' ? (
    <FilePlayer key={recording.key} {...props} />
  ) : (
    <TerminalPlayer key={recording.key} {...props} targId={targId} />
  );
}

function useRecordingOf(group: PlaybackGroup, channel: number): Recording | null {
  // a snapshot by identity: React draws only when another recording begins
  return useSyncExternalStore(group.onTime, () => group.recordingOf(channel));
}
