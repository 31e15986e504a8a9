import { permission } from '@fleetwarden/contract/permissions';
import { videoCalls } from '@fleetwarden/contract/video/routes';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useMay } from '../../api/session.ts';
import { VideoViewsDialog } from '../../shared/VideoViewsDialog.tsx';
import styles from './ControlPanel.module.css';
import { PtzPad } from './PtzPad.tsx';
import { TalkPanel } from './talk/TalkPanel.tsx';
import { tileKey, type Wall } from './wall-model.ts';

/** Talk, camera and log of the selected tile (screen catalogue 5.1). */
export function ControlPanel({ wall }: { wall: Wall }) {
  const { t } = useTranslation();
  const [showsViews, setShowsViews] = useState(false);
  const mayPtz = useMay(permission.ptz);
  const selected = wall.tiles[wall.selected]?.channel ?? null;
  const targId = selected?.targId ?? '';
  const { data } = useQuery({
    queryKey: ['video', 'channels', targId],
    queryFn: ({ signal }) => call(videoCalls.listChannel, { targId }, { signal, quiet: true }),
    enabled: mayPtz && targId !== '',
  });
  const moves = data?.list.some(({ channel, yuntai }) => channel === selected?.channel && yuntai) ?? false;
  return (
    <aside className={styles['panel']} aria-label={t('video.controls')}>
      <h2>
        {selected ? `${selected.plate} ${selected.name || t('video.channel', { channel: selected.channel })}` : t('video.noTile')}
      </h2>
      <TalkPanel selected={selected} open={wall.tiles.flatMap((tile) => tile?.channel ?? [])} />
      {selected && moves && <PtzPad key={tileKey(selected)} channel={selected} />}
      <Button block disabled={!selected} onClick={() => setShowsViews(true)}>
        {t('videoViews.title')}
      </Button>
      {selected && showsViews && (
        <VideoViewsDialog targId={selected.targId} plate={selected.plate} onClose={() => setShowsViews(false)} />
      )}
    </aside>
  );
}
