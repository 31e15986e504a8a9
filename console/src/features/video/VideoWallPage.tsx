import { monitorCalls } from '@fleetwarden/contract/monitor/routes';
import { permission } from '@fleetwarden/contract/permissions';
import { videoCalls } from '@fleetwarden/contract/video/routes';
import { Button, Switch } from 'antd';
import { useEffect, useReducer, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { call } from '../../api/call.ts';
import { notify } from '../../api/feedback.ts';
import { loginPath } from '../../api/redirect.ts';
import { isInspection, useMay, useSession } from '../../api/session.ts';
import { Forbidden, State } from '../../ui/States.tsx';
import { TabBar } from '../../ui/TabBar.tsx';
import { AntdProvider } from '../../ui/theme/AntdProvider.tsx';
import { ChannelTreeView } from './ChannelTreeView.tsx';
import { channelsOf } from './channel-tree.ts';
import styles from './VideoWall.module.css';
import { WallGrid } from './WallGrid.tsx';
import { changeWall, emptyWall, LAYOUTS, type Layout } from './wall-model.ts';
import { changeWallSettings, useWallSettings } from './wall-settings.ts';

/** Keys of layouts (screen catalogue 5.1); six tiles have none. */
const LAYOUT_KEYS: Readonly<Record<string, Layout>> = { '1': 1, '4': 4, '9': 9, '6': 16 };

const PATH = '/visorycontrolBigsreen/videomonitoringNew/videomonitoringNew';

/**
 * The video wall (screen catalogue 5.1). The route opens without a session: then it only offers to sign in. Query: `targId` and
 * `channel` to open; without a channel, all of the vehicle.
 */
export function VideoWallPage() {
  const signedIn = useSession(({ rights }) => rights !== null);
  const inspects = useSession(isInspection);
  const may = useMay(permission.liveVideo);
  if (!signedIn) return <SignIn />;
  return <AntdProvider>{may && !inspects ? <VideoWall /> : <Forbidden />}</AntdProvider>;
}

function SignIn() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const back = query.size > 0 ? `${PATH}?${query}` : PATH;
  return (
    <State title={t('video.signedOut')} action={{ label: t('video.signIn'), onClick: () => void navigate(loginPath(back)) }} />
  );
}

function VideoWall() {
  const { t } = useTranslation();
  const settings = useWallSettings();
  const [wall, change] = useReducer(changeWall, settings.layout, emptyWall);
  const page = useRef<HTMLDivElement>(null);
  const { layout } = wall;
  useOpenedByAddress((channels) => change({ kind: 'open', channels }));
  const saved = useRef(layout);
  useEffect(() => {
    if (layout === saved.current) return;
    saved.current = layout;
    changeWallSettings({ layout });
  }, [layout]);
  useEffect(() => {
    const choose = (event: KeyboardEvent) => {
      const chosen = LAYOUT_KEYS[event.key];
      const isTyped = event.target instanceof HTMLElement && event.target.closest('input, [role="tree"]');
      if (chosen && !isTyped && !event.ctrlKey && !event.metaKey && !event.altKey) change({ kind: 'layout', layout: chosen });
    };
    document.addEventListener('keydown', choose);
    return () => document.removeEventListener('keydown', choose);
  }, []);

  function fillScreen() {
    const refuse = () => notify('warning', t('shell.fullscreenUnsupported'));
    if (!document.fullscreenEnabled) refuse();
    else (document.fullscreenElement ? document.exitFullscreen() : page.current!.requestFullscreen()).catch(refuse);
  }

  return (
    <div ref={page} className={styles['page']}>
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
          <Button disabled={wall.tiles.every((tile) => tile === null)} onClick={() => change({ kind: 'closeAll' })}>
            {t('video.stopAll')}
          </Button>
          <Button onClick={fillScreen}>{t('shell.fullscreen')}</Button>
          <Link to="/">{t('common.backHome')}</Link>
        </div>
      </header>
      <main className={styles['body']}>
        <ChannelTreeView onOpen={(channels) => change({ kind: 'open', channels })} />
        <WallGrid wall={wall} keepsRetrying={settings.keepsRetrying} change={change} />
      </main>
    </div>
  );
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
