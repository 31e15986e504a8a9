import { permission } from '@fleetwarden/contract/permissions';
import { videoCalls } from '@fleetwarden/contract/video/routes';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useMay } from '../../api/session.ts';
import { TabBar } from '../../ui/TabBar.tsx';
import styles from './ControlPanel.module.css';
import { MediaAttributes } from './MediaAttributes.tsx';
import { PictureControls } from './PictureControls.tsx';
import { PtzPad } from './PtzPad.tsx';
import { TalkPanel, TalkState } from './talk/TalkPanel.tsx';
import { ViewLog } from './ViewLog.tsx';
import { type Channel, tileKey, type Wall } from './wall-model.ts';

type Tab = 'ptz' | 'talk' | 'picture' | 'log';

/** Camera, talk, picture and log of the selected tile (screen catalogue 5.1). */
export function ControlPanel({ wall }: { wall: Wall }) {
  const { t } = useTranslation();
  const id = useId();
  const [chosen, setChosen] = useState<Tab | null>(null);
  const mayPtz = useMay(permission.ptz);
  const [mayTalk, mayBroadcast] = [useMay(permission.talk), useMay(permission.broadcast)];
  const selected = wall.tiles[wall.selected]?.channel ?? null;
  const targId = selected?.targId ?? '';
  const { data } = useQuery({
    queryKey: ['video', 'channels', targId],
    queryFn: ({ signal }) => call(videoCalls.listChannel, { targId }, { signal, quiet: true }),
    enabled: mayPtz && targId !== '',
  });
  const moves = data?.list.some(({ channel, yuntai }) => channel === selected?.channel && yuntai) ?? false;
  const open = wall.tiles.flatMap((tile) => tile?.channel ?? []);
  const hint = <p className={styles['hint']}>{t('video.noTile')}</p>;
  const ofSelected = (draw: (channel: Channel) => ReactNode) => (selected ? draw(selected) : hint);

  const tabs: readonly { readonly key: Tab; readonly label: string; readonly draw: () => ReactNode }[] = [
    ...(moves
      ? [{ key: 'ptz', label: t('action.ptz'), draw: () => ofSelected((channel) => <PtzPad channel={channel} />) } as const]
      : []),
    ...(mayTalk || mayBroadcast
      ? [{ key: 'talk', label: t('action.talk'), draw: () => <TalkPanel selected={selected} open={open} /> } as const]
      : []),
    {
      key: 'picture',
      label: t('video.picture'),
      draw: () =>
        ofSelected((channel) => (
          <>
            <PictureControls channel={channel} />
            <MediaAttributes targId={channel.targId} />
          </>
        )),
    },
    { key: 'log', label: t('video.log'), draw: () => ofSelected((channel) => <ViewLog channel={channel} />) },
  ];
  const shown = tabs.find(({ key }) => key === chosen) ?? tabs.find(({ key }) => key === 'talk') ?? tabs[0]!;
  return (
    <aside className={styles['panel']} aria-label={t('video.controls')}>
      <h2>
        {selected ? `${selected.plate} ${selected.name || t('video.channel', { channel: selected.channel })}` : t('video.noTile')}
      </h2>
      <TabBar id={id} panel={`${id}-panel`} label={t('video.controls')} items={tabs} active={shown.key} onChange={setChosen} />
      <div
        className={styles['tab']}
        id={`${id}-panel`}
        role="tabpanel"
        aria-labelledby={`${id}-${shown.key}`}
        key={selected ? tileKey(selected) : ''}
      >
        {shown.draw()}
      </div>
      {/* a microphone that is on is seen in each tab */}
      <TalkState vehicles={open} />
    </aside>
  );
}
