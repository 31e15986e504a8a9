import DownloadOutlined from '@ant-design/icons/DownloadOutlined';
import { tracksCalls } from '@fleetwarden/contract/tracks/routes';
import { type TrackFormat, trackFormats } from '@fleetwarden/contract/tracks/track-rules';
import { Button, Dropdown } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { exportStarted } from '../../api/tasks.ts';
import type { PlaybackQuery } from './use-playback-url.ts';

/** Exports the tracks, one file per vehicle with every point, as tasks. */
export function ExportMenu({ query, targIds }: { query: PlaybackQuery; targIds: readonly string[] }) {
  const { t } = useTranslation();
  const [running, setRunning] = useState(false);

  async function run(format: TrackFormat) {
    const { start, end, filterDrift } = query;
    const made: string[] = [];
    setRunning(true);
    try {
      for (const targId of targIds)
        made.push((await call(tracksCalls.exportTrack, { targId, start, end, filterDrift, format })).taskId);
    } catch {
      // The client has shown the error.
    }
    setRunning(false);
    if (made.length > 0) exportStarted(...made);
  }

  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: trackFormats.map((format) => ({ key: format, label: t('table.exportAs', { format }) })),
        onClick: ({ key }) => trackFormats.filter((format) => format === key).forEach((format) => void run(format)),
      }}
    >
      <Button size="small" icon={<DownloadOutlined />} loading={running} disabled={targIds.length === 0}>
        {t('table.exportRows')}
      </Button>
    </Dropdown>
  );
}
