import RetweetOutlined from '@ant-design/icons/RetweetOutlined';
import { videoCalls } from '@fleetwarden/contract/video/routes';
import { Checkbox } from 'antd';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { notify } from '../../api/feedback.ts';
import { useEvery } from '../../hooks/use-interval.ts';
import { CandidateRow, CandidateRows, CandidateSearch } from '../../shared/CandidateTree.tsx';
import { enumerationName } from '../../shared/enumeration.ts';
import { useLive } from '../../shared/live-context.ts';
import { PlateTag } from '../../shared/PlateTag.tsx';
import { StatusMark } from '../../shared/StatusMark.tsx';
import { VehicleCandidates } from '../../shared/vehicle-candidates.ts';
import { vehicleSource, videoSource } from '../../shared/vehicle-source.ts';
import { formatNumber } from '../../ui/format.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { VirtualTree } from '../../ui/VirtualTree.tsx';
import { ChannelTree, channelsOfDepartment } from './channel-tree.ts';
import { startDrag, takeDragged } from './dragged.ts';
import { useChannelCounts } from './use-channel-counts.ts';
import { usePlayingChannels } from './use-playing-channels.ts';
import styles from './VideoWall.module.css';
import { type Channel, tileKey } from './wall-model.ts';
import { changeWallSettings, useWallSettings } from './wall-settings.ts';

/** Redraws the statuses, ms. */
const STATUS_EVERY_MS = 5_000;

const loadChannels = async (targId: string) => (await call(videoCalls.listChannel, { targId })).list;

type Props = {
  readonly onOpen: (channels: readonly Channel[]) => void;
  /** All channels of a department take turns. */
  readonly onRotate: (channels: readonly Channel[]) => void;
};

/** Departments, vehicles and their channels. A double click, Enter or a drag opens a channel, or all of a vehicle; a drag all of a department. */
export function ChannelTreeView({ onOpen, onRotate }: Props) {
  const { t, i18n } = useTranslation();
  const { store } = useLive();
  const { videoOnly } = useWallSettings();
  const candidates = useMemo(
    () => new VehicleCandidates(videoOnly ? videoSource : vehicleSource, { checks: false }),
    [videoOnly],
  );
  const [active, setActive] = useState(-1);
  const [, redraw] = useState(0);
  const tree = useMemo(() => new ChannelTree(candidates, loadChannels), [candidates]);
  useSyncExternalStore(tree.subscribe, tree.version);
  const counts = useChannelCounts(tree);
  const playing = usePlayingChannels();
  useEffect(() => void candidates.search(''), [candidates]);
  useEvery(STATUS_EVERY_MS, () => redraw((count) => count + 1));

  /** The channels of a row: its own, or all of its vehicle or department. */
  const channelsAt = async (index: number): Promise<readonly Channel[]> => {
    const row = tree.at(index);
    if (row.kind === 'channel') return [row.channel];
    const vehicle = tree.vehicleAt(index);
    if (vehicle) return tree.channels(vehicle);
    const { deptId } = tree.idsAt(index);
    return deptId ? loadDepartment(deptId) : [];
  };
  /** 0 to 6, live if the store has the vehicle. */
  const statusOf = (targId: string, listed: string | undefined) => {
    const row = store.rowOf(targId);
    return row < 0 ? Number(listed ?? 0) : store.status(row);
  };
  const channelName = ({ name, channel }: Channel) => name || t('video.channel', { channel });

  const countText = (index: number): string => {
    const count = counts.of(index);
    if (!count || count.total === 0) return '';
    const number = (value: number) => formatNumber(i18n.language, value);
    return `${number(count.online)}/${number(count.total)}`;
  };

  /** The channels of a department and below; says so if there are none. The call shows its errors. */
  async function loadDepartment(deptId: string): Promise<readonly Channel[]> {
    const reply = await call(videoCalls.listDeptChannel, { deptId }).catch(() => undefined);
    if (!reply) return [];
    const channels = channelsOfDepartment(reply.list);
    if (channels.length === 0) notify('warning', t('video.noChannels'));
    return channels;
  }

  async function rotateDepartment(deptId: string) {
    const channels = await loadDepartment(deptId);
    if (channels.length > 0) onRotate(channels);
  }

  function nameOf(index: number): string {
    const row = tree.at(index);
    // departments show channels, not vehicles
    return row.kind === 'channel' ? channelName(row.channel) : candidates.row(row.index).text;
  }

  function describe(index: number): string {
    const row = tree.at(index);
    const vehicle = tree.vehicleAt(index);
    if (row.kind === 'channel') return row.isClosed ? t('error.cabinClosed') : enumerationName(i18n, 'ICON', row.icon);
    const status = vehicle ? t(`monitor.status${statusOf(vehicle.targId ?? '', vehicle.status) as 0}`) : '';
    const count = countText(index);
    return [status, count && t('video.channelCount', { value: count })].filter(Boolean).join(' ');
  }

  function renderRow(index: number) {
    const row = tree.at(index);
    if (row.kind === 'channel')
      return (
        <>
          <span className={styles['rowName']}>{channelName(row.channel)}</span>
          {row.isClosed ? (
            <span className={styles['closed']} title={t('error.cabinClosed')}>
              {t('video.closed')}
            </span>
          ) : (
            <span className={styles['rowNote']}>
              {playing.has(tileKey(row.channel)) ? t('videoState.playing') : enumerationName(i18n, 'ICON', row.icon)}
            </span>
          )}
        </>
      );
    const { node } = candidates.at(row.index);
    const shown = countText(index);
    const count = shown && (
      <span className={styles['rowNote']} title={t('video.channelCount', { value: shown })}>
        {shown}
      </span>
    );
    if (node && node.carNo === undefined)
      return (
        <>
          <span className={styles['rowName']}>{node.ltName}</span>
          {count}
          <IconButton
            label={t('video.rotateDepartment', { name: node.ltName })}
            icon={<RetweetOutlined />}
            onClick={() => void rotateDepartment(node.deptId)}
          />
        </>
      );
    if (!node) return <CandidateRow candidates={candidates} index={row.index} />;
    const status = statusOf(node.targId ?? '', node.status);
    return (
      <>
        <span className={styles['lamp']} title={t(`monitor.status${status as 0}`)}>
          <StatusMark status={status} />
        </span>
        <PlateTag plate={node.carNo ?? ''} colour={node.color ?? 0} />
        {count}
      </>
    );
  }

  const run = async (index: number) => {
    const { open } = tree.row(index);
    if (tree.at(index).kind === 'candidate' && !tree.vehicleAt(index)) {
      if (open !== undefined) tree.setOpen(index, !open);
      return;
    }
    const channels = await channelsAt(index);
    if (channels.length > 0) onOpen(channels);
  };

  return (
    <aside className={styles['aside']} aria-label={t('video.vehicles')}>
      <CandidateSearch key={String(videoOnly)} candidates={candidates} />
      <Checkbox checked={videoOnly} onChange={({ target }) => changeWallSettings({ videoOnly: target.checked })}>
        {t('video.videoOnly')}
      </Checkbox>
      <CandidateRows candidates={candidates} label={t('video.vehicles')}>
        <VirtualTree
          label={t('video.vehicles')}
          model={tree}
          active={active}
          selected={null}
          nameOf={nameOf}
          describe={describe}
          renderRow={renderRow}
          onActive={setActive}
          onSelect={() => undefined}
          onRun={(index) => void run(index)}
          onVisibleRange={counts.show}
          drags={{
            // not further pages
            mayDrag: (index) => tree.vehicleAt(index) !== null || tree.idsAt(index).deptId !== undefined,
            onStart: (event, index) => startDrag(event, { kind: 'channels', load: () => channelsAt(index) }),
            onEnd: () => void takeDragged(),
          }}
        />
      </CandidateRows>
      <p className={styles['hint']}>{t('video.howToOpen')}</p>
    </aside>
  );
}
