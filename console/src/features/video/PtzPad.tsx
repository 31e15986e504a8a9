import { permission } from '@fleetwarden/contract/permissions';
import { DEFAULT_PTZ_SPEED, MAX_PTZ_SPEED, type PtzAction } from '@fleetwarden/contract/video/ptz';
import { videoCalls } from '@fleetwarden/contract/video/routes';
import { Slider } from 'antd';
import type { ParseKeys } from 'i18next';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useMay } from '../../api/session.ts';
import styles from './ControlPanel.module.css';
import type { Channel } from './wall-model.ts';

/** The pad by rows; the middle stops. */
const PAD: readonly { readonly action: PtzAction; readonly mark: string; readonly text: ParseKeys }[] = [
  { action: 'upLeft', mark: '↖', text: 'video.ptz_upLeft' },
  { action: 'up', mark: '↑', text: 'video.ptz_up' },
  { action: 'upRight', mark: '↗', text: 'video.ptz_upRight' },
  { action: 'left', mark: '←', text: 'video.ptz_left' },
  { action: 'stop', mark: '■', text: 'video.ptz_stop' },
  { action: 'right', mark: '→', text: 'video.ptz_right' },
  { action: 'downLeft', mark: '↙', text: 'video.ptz_downLeft' },
  { action: 'down', mark: '↓', text: 'video.ptz_down' },
  { action: 'downRight', mark: '↘', text: 'video.ptz_downRight' },
];

/** Pairs of a lens or a device: less and more, or off and on. */
const PAIRS: readonly {
  readonly text: ParseKeys;
  readonly kind: 'step' | 'switch';
  readonly actions: readonly [PtzAction, PtzAction];
}[] = [
  { text: 'video.ptz_zoom', kind: 'step', actions: ['zoomOut', 'zoomIn'] },
  { text: 'video.ptz_focus', kind: 'step', actions: ['focusOut', 'focusIn'] },
  { text: 'video.ptz_iris', kind: 'step', actions: ['irisClose', 'irisOpen'] },
  { text: 'video.ptz_wiper', kind: 'switch', actions: ['wiperOff', 'wiperOn'] },
  { text: 'video.ptz_infrared', kind: 'switch', actions: ['infraredOff', 'infraredOn'] },
];
const MARKS = { step: ['−', '+'], switch: ['video.ptz_off', 'video.ptz_on'] } as const;

/** Moves the camera of a channel while a direction is held, and sets its lens. */
export function PtzPad({ channel }: { channel: Channel }) {
  const { t } = useTranslation();
  const may = useMay(permission.ptz);
  const [speed, setSpeed] = useState(DEFAULT_PTZ_SPEED);
  const held = useRef<PtzAction | null>(null);
  const { targId, channel: number } = channel;
  const send = (action: PtzAction) => {
    // the call shows its error
    void call(videoCalls.controlPtz, { targId, channel: number, action, speed }).catch(() => undefined);
  };
  const hold = (action: PtzAction) => {
    if (held.current !== null) return;
    held.current = action;
    send(action);
  };
  const release = () => {
    if (held.current === null) return;
    held.current = null;
    send('stop');
  };
  const latest = useRef(release);
  useEffect(() => {
    latest.current = release;
  });
  // a pad that closes does not leave the camera moving
  useEffect(() => () => latest.current(), []);
  if (!may) return null;

  const handleKey = (event: KeyboardEvent, action: PtzAction) => {
    if (event.key === 'Enter' || event.key === ' ') hold(action);
  };
  return (
    <section className={styles['section']} aria-label={t('action.ptz')}>
      <div className={styles['pad']}>
        {PAD.map(({ action, mark, text }) =>
          action === 'stop' ? (
            <button key={action} type="button" aria-label={t(text)} title={t(text)} onClick={() => send('stop')}>
              {mark}
            </button>
          ) : (
            <button
              key={action}
              type="button"
              aria-label={t(text)}
              title={t(text)}
              onPointerDown={() => hold(action)}
              onPointerUp={release}
              onPointerLeave={release}
              onPointerCancel={release}
              onKeyDown={(event) => handleKey(event, action)}
              onKeyUp={release}
              onBlur={release}
            >
              {mark}
            </button>
          ),
        )}
      </div>
      <span>{t('video.ptz_speed')}</span>
      <Slider min={0} max={MAX_PTZ_SPEED} value={speed} ariaLabelForHandle={t('video.ptz_speed')} onChange={setSpeed} />
      {PAIRS.map(({ text, kind, actions }) => (
        <fieldset key={text} className={styles['pair']}>
          <legend>{t(text)}</legend>
          {actions.map((action, at) => {
            const mark = MARKS[kind][at]!;
            const shown = kind === 'step' ? mark : t(mark as (typeof MARKS.switch)[number]);
            return (
              <button key={action} type="button" aria-label={`${t(text)} ${shown}`} onClick={() => send(action)}>
                {shown}
              </button>
            );
          })}
        </fieldset>
      ))}
    </section>
  );
}
