import DeleteOutlined from '@ant-design/icons/DeleteOutlined';
import { videoCalls } from '@fleetwarden/contract/video/routes';
import type { Preset } from '@fleetwarden/contract/video/talk-schemas';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useSubmit } from '../../hooks/use-submit.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { LoadFailed, SkeletonRows } from '../../ui/States.tsx';
import styles from './VideoWall.module.css';
import type { Channel, Layout } from './wall-model.ts';

const MAX_NAME = 30;
/** Channels of one saved layout. */
const MAX_TILES = 64;
const LIST = ['video', 'presets'];

type Props = {
  readonly layout: Layout;
  /** Channels as they are saved: those of the tiles, or those of the rotation. */
  readonly channels: readonly (Channel | null)[];
  /** Seconds of a page; null without rotation. */
  readonly rotateSeconds: number | null;
  readonly onApply: (preset: Preset) => void;
};

/** The user's saved layouts: apply, save the shown one, delete. */
export function PresetPanel({ layout, channels, rotateSeconds, onApply }: Props) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const { data, error, refetch } = useQuery({
    queryKey: LIST,
    queryFn: ({ signal }) => call(videoCalls.listPreset, {}, { signal, quiet: true }),
    gcTime: 0,
  });
  const again = () => queries.invalidateQueries({ queryKey: LIST });
  const [busy, save] = useSubmit(async (text: string) => {
    const tiles = channels.slice(0, MAX_TILES).map((each) => each && { targId: each.targId, channel: each.channel });
    // a layout of the same name is replaced
    const id = data?.list.find((preset) => preset.name === text)?.id;
    await call(videoCalls.savePreset, { ...(id ? { id } : {}), name: text, layout, rotateSeconds, tiles });
    setName('');
    await again();
  });
  const [, remove] = useSubmit(async (id: string) => {
    await call(videoCalls.delPreset, { id });
    await again();
  });
  const text = name.trim();
  return (
    <>
      <form
        className={styles['switch']}
        onSubmit={(event) => {
          event.preventDefault();
          if (text !== '') save(text);
        }}
      >
        <Input
          value={name}
          maxLength={MAX_NAME}
          aria-label={t('video.presetName')}
          placeholder={t('video.presetName')}
          onChange={({ target }) => setName(target.value)}
        />
        <Button htmlType="submit" loading={busy} disabled={text === '' || channels.every((each) => each === null)}>
          {t('video.savePreset')}
        </Button>
      </form>
      {error && <LoadFailed reason={error.message} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows label={t('video.presets')} rows={3} />}
      {data?.list.length === 0 && <p className={styles['hint']}>{t('video.noPresets')}</p>}
      <ul className={styles['channels']}>
        {data?.list.map((preset) => (
          <li key={preset.id}>
            <Button type="text" className={styles['preset']!} onClick={() => onApply(preset)}>
              {preset.name}
            </Button>
            <IconButton
              label={t('video.deletePreset', { name: preset.name })}
              icon={<DeleteOutlined />}
              onClick={() => remove(preset.id)}
            />
          </li>
        ))}
      </ul>
    </>
  );
}
