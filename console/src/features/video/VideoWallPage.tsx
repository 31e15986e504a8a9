import { monitorCalls } from '@fleetwarden/contract/monitor/routes';
import { permission } from '@fleetwarden/contract/permissions';
import { videoCalls } from '@fleetwarden/contract/video/routes';
import type { Preset } from '@fleetwarden/contract/video/talk-schemas';
import { Button, Switch } from 'antd';
import { useEffect, useReducer, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { call } from '../../api/call.ts';
import { notify } from '../../api/feedback.ts';
import { isInspection, useMay, useSession } from '../../api/session.ts';
import type { VehicleStore } from '../../live/vehicle-store.ts';
import { useLive } from '../../shared/live-context.ts';
import { PopoverButton } from '../../ui/PopoverButton.tsx';
import { Forbidden } from '../../ui/States.tsx';
import { TabBar } from '../../ui/TabBar.tsx';
import { AntdProvider } from '../../ui/theme/AntdProvider.tsx';
import { ChannelTreeView } from './ChannelTreeView.tsx';
import { ControlPanel } from './ControlPanel.tsx';
import { channelsOf } from './channel-tree.ts';
import { toggleFullScreen } from './full-screen.ts';
import { PresetPanel } from './PresetPanel.tsx';
import { RotationBar } from './RotationBar.tsx';
import { SignedOut, useTicket } from './SignedOut.tsx';
import { openOnSecondScreen } from './second-screen.ts';
import { useRotation } from './use-rotation.ts';
import { VehicleStrip } from './VehicleStrip.tsx';
import styles from './VideoWall.module.css';
import { WallGrid } from './WallGrid.tsx';
import { type Channel, changeWall, emptyWall, LAYOUTS, type Layout, MAX_TILES, type WallAction } from './wall-model.ts';
import { changeWallSettings, useWallSettings } from './wall-settings.ts';

/** Keys of layouts (screen catalogue 5.1); six tiles have none. */
const LAYOUT_KEYS: Readonly<Record<string, Layout>> = { '1': 1, '4': 4, '9': 9, '6': 16 };

const PATH = '/visorycontrolBigsreen/videomonitoringNew/videomonitoringNew';

/**
 * The video wall (screen catalogue 5.1). The route opens without a session. Query: `targId` and `channel` to open, without a channel
 * all of the vehicle; `screen=2` in the window of the second screen; `ticket` to sign in with.
 */
export function VideoWallPage() {
  const signedIn = useSession(({ rights }) => rights !== null);
  const ticket = useTicket();
  const inspects = useSession(isInspection);
  const may = useMay(permission.liveVideo);
  if (!signedIn) return <SignedOut path={PATH} ticket={ticket} />;
  return <AntdProvider>{may && !inspects ? <VideoWall /> : <Forbidden />}</AntdProvider>;
}

function VideoWall() {
  const { t } = useTranslation();
  const settings = useWallSettings();
  const [wall, changeTiles] = useReducer(changeWall, settings.layout, emptyWall);
  const control = useRotation(wall, changeTiles, settings.rotationSeconds);
  const [rotates, setRotates] = useState(false);
  const [controls, setControls] = useState(false);
  const { store } = useLive();
  const [query] = useSearchParams();
  const isSecond = query.get('screen') === '2';
  const { layout } = wall;
  const selected = wall.tiles[wall.selected]?.channel;
  const change = (action: WallAction) => {
    if (action.kind !== 'open') changeTiles(action);
    else if (rotates) control.rotate({ kind: 'add', channels: action.channels });
    // a department: more than any layout has tiles
    else if (action.channels.length > MAX_TILES) startRotation(action.channels);
    else changeTiles(action);
  };
  useOpenedByAddress((channels) => change({ kind: 'open', channels }));
  const saved = useRef(layout);
  useEffect(() => {
    // the second screen has a layout of its own, for as long as it is open
    if (layout === saved.current || isSecond) return;
    saved.current = layout;
    changeWallSettings({ layout });
  }, [layout, isSecond]);
  useEffect(() => {
    const choose = (event: KeyboardEvent) => {
      const chosen = LAYOUT_KEYS[event.key];
      const isTyped = event.target instanceof HTMLElement && event.target.closest('input, [role="tree"]');
      if (chosen && !isTyped && !event.ctrlKey && !event.metaKey && !event.altKey)
        changeTiles({ kind: 'layout', layout: chosen });
    };
    document.addEventListener('keydown', choose);
    return () => document.removeEventListener('keydown', choose);
  }, []);

  /** The rotation starts with the open channels; a closed one has no list. */
  function showRotation(shown: boolean) {
    setRotates(shown);
    control.rotate(shown ? { kind: 'add', channels: wall.tiles.flatMap((tile) => tile?.channel ?? []) } : { kind: 'clear' });
  }

  /** These channels take turns, in place of the listed ones. */
  function startRotation(channels: readonly Channel[]) {
    setRotates(true);
    control.rotate({ kind: 'clear' });
    control.rotate({ kind: 'add', channels });
    control.rotate({ kind: 'start' });
  }

  function applyPreset({ layout: chosen, rotateSeconds, tiles }: Preset) {
    const channels = tiles.map((tile) => tile && channelOf(store, tile));
    const listed = channels.filter((channel) => channel !== null);
    changeTiles({ kind: 'layout', layout: chosen as Layout });
    if (rotateSeconds === null) {
      setRotates(false);
      control.rotate({ kind: 'clear' });
      return changeTiles({ kind: 'show', channels });
    }
    changeWallSettings({ rotationSeconds: rotateSeconds });
    startRotation(listed);
  }

  function stopAll() {
    control.rotate({ kind: 'pause' });
    change({ kind: 'closeAll' });
  }

  async function openSecondScreen() {
    if (!(await openOnSecondScreen(`${PATH}?screen=2`))) notify('warning', t('video.secondScreenBlocked'));
  }

  return (
    <div className={styles['page']}>
      <header className={styles['header']}>
        <h1>{t('page.videoWall')}</h1>
        <TabBar
          label={t('video.layout')}
          look="pills"
          active={String(layout)}
          items={LAYOUTS.map((n) => ({ key: String(n), label: t('video.tiles', { n }) }))}
          onChange={(key) => change({ kind: 'layout', layout: Number(key) as Layout })}
        />
        <div className={styles['actions']}>
          {/* biome-ignore lint/a11y/noLabelWithoutControl: the switch is its control */}
          <label className={styles['switch']}>
            <Switch
              size="small"
              checked={settings.keepsRetrying}
              aria-label={t('video.keepRetrying')}
              onChange={(keepsRetrying) => changeWallSettings({ keepsRetrying })}
            />
            {t('video.keepRetrying')}
          </label>
          <Button
            aria-pressed={rotates}
            type={rotates ? 'primary' : 'default'}
            ghost={rotates}
            onClick={() => showRotation(!rotates)}
          >
            {t('video.rotation')}
          </Button>
          <PopoverButton
            label={t('video.presets')}
            draw={(close) => (
              <PresetPanel
                layout={layout}
                channels={rotates ? control.rotation.channels : wall.tiles.map((tile) => tile?.channel ?? null)}
                rotateSeconds={rotates ? settings.rotationSeconds : null}
                onApply={(preset) => {
                  close();
                  applyPreset(preset);
                }}
              />
            )}
          >
            {t('video.presets')}
          </PopoverButton>
          <Button
            aria-pressed={controls}
            type={controls ? 'primary' : 'default'}
            ghost={controls}
            onClick={() => setControls(!controls)}
          >
            {t('video.controls')}
          </Button>
          <Button disabled={wall.tiles.every((tile) => tile === null)} onClick={stopAll}>
            {t('video.stopAll')}
          </Button>
          {/* the whole document: panels lie beside the page */}
          <Button onClick={() => toggleFullScreen(document.documentElement)}>{t('shell.fullscreen')}</Button>
          {!isSecond && <Button onClick={() => void openSecondScreen()}>{t('video.secondScreen')}</Button>}
          {!isSecond && <Link to="/">{t('common.backHome')}</Link>}
        </div>
      </header>
      {rotates && (
        <RotationBar
          control={control}
          layout={layout}
          seconds={settings.rotationSeconds}
          onSeconds={(rotationSeconds) => changeWallSettings({ rotationSeconds })}
          onClose={() => showRotation(false)}
        />
      )}
      <main className={styles['body']} data-controls={controls || undefined}>
        <ChannelTreeView onOpen={(channels) => change({ kind: 'open', channels })} onRotate={startRotation} />
        <div className={styles['centre']}>
          <WallGrid wall={wall} keepsRetrying={settings.keepsRetrying} change={change} />
          {selected && <VehicleStrip channel={selected} />}
        </div>
        {controls && <ControlPanel wall={wall} />}
      </main>
    </div>
  );
}

/** A tile of a saved layout; the store knows the plate's colour. */
function channelOf(store: VehicleStore, { targId, channel, carNo }: NonNullable<Preset['tiles'][number]>): Channel {
  const row = store.rowOf(targId);
  return { targId, plate: carNo, colour: row < 0 ? 0 : store.colour(row), channel, name: '' };
}

/** Opens the channel of the address, or all channels of its vehicle, once for each address. */
function useOpenedByAddress(open: (channels: ReturnType<typeof channelsOf>) => void) {
  const [query] = useSearchParams();
  const targId = query.get('targId');
  const channel = Number(query.get('channel'));
  const latest = useRef(open);
  useEffect(() => {
    latest.current = open;
  });
  useEffect(() => {
    if (!targId) return;
    let isCurrent = true;
    Promise.all([call(monitorCalls.getOtherParams, { targId }), call(videoCalls.listChannel, { targId })]).then(
      ([{ cno, color }, { list }]) => {
        const all = channelsOf({ targId, carNo: cno, color }, list);
        const wanted = channel > 0 ? all.filter((each) => each.channel === channel) : all;
        if (isCurrent) latest.current(wanted);
      },
      // the calls have shown their errors
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [targId, channel]);
}
