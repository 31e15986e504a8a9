import { type CommandForm, commandForms, MIN_TRACK_S, TRACK_STOP } from '@fleetwarden/contract/commands/command-forms';
import { SECOND_MS } from '@fleetwarden/domain/durations';
import { Button, Form } from 'antd';
import { useCallback, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Refusal } from '../../api/client.ts';
import { notify } from '../../api/feedback.ts';
import { useNow } from '../../hooks/use-now.ts';
import { isUnderWay, type Outcome, type Send, sendCommand, sentCommands } from '../../shared/commands/sent-commands.ts';
import { useLive } from '../../shared/live-context.ts';
import { FieldInput } from '../../shared/resource/FieldInput.tsx';
import { fieldRules } from '../../shared/resource/field-rules.ts';
import { formatDuration, formatNumber } from '../../ui/format.ts';
import { Page } from '../../ui/Page.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { State } from '../../ui/States.tsx';
import { AntdProvider } from '../../ui/theme/AntdProvider.tsx';
import styles from './tracking/TrackingPage.module.css';
import { TrackingWindow } from './tracking/TrackingWindow.tsx';
import type { Trail } from './tracking/trail.ts';
import { useTracked } from './tracking/use-tracked.ts';
import { VehicleSelect } from './tracking/VehicleSelect.tsx';
import { useVehicleVersion } from './use-vehicle-version.ts';
import { VehicleWindows } from './windows/VehicleWindows.tsx';

const TRACK = '8202';
const MINUTE = 60 * SECOND_MS;

/** A tracking request to the terminal. */
type Tracking = { readonly send: Send; readonly intervalMs: number; readonly lastsMs: number };

/** Progress at a time: remaining time, and expected positions. */
export function computeProgress({ send, intervalMs, lastsMs }: Tracking, now: number): { leftMs: number; expected: number } {
  const elapsed = Math.min(Math.max(now - send.at, 0), lastsMs);
  return { leftMs: lastsMs - elapsed, expected: Math.floor(elapsed / intervalMs) };
}

/** The latest response of the terminal. */
const outcomeOfSend = ({ commands }: Send): Outcome => commands.values().next().value?.outcome ?? 'queued';
const isOn = (outcome: Outcome) => isUnderWay(outcome) || outcome === 'acknowledged';

/** /mapcontent/trackingTime: makes a terminal report at short intervals for a while (0x8202) and shows the positions. */
export function TrackingTimePage() {
  const { t } = useTranslation();
  const [[tid], change] = useTracked();
  return (
    <Page>
      <PageHeader title={t('page.trackingTime')} description={t('tracking.timeHint')} />
      <AntdProvider>
        {tid === undefined ? (
          <>
            <VehicleSelect label={t('tracking.choose')} onChoose={(targId) => change([targId])} />
            <State title={t('tracking.none')} hint={t('tracking.noneHint')} />
          </>
        ) : (
          <Temporary key={tid} tid={tid} />
        )}
      </AntdProvider>
      <VehicleWindows />
    </Page>
  );
}

function Temporary({ tid }: { tid: string }) {
  const { store } = useLive();
  useVehicleVersion(store, tid);
  const known = store.rowOf(tid) >= 0;
  const [tracking, setTracking] = useState<Tracking | null>(null);
  const [busy, setBusy] = useState(false);
  const [received, setReceived] = useState(0);
  /** Each tracking has its own window and trail. */
  const [turn, setTurn] = useState(0);

  const hear = useCallback((trail: Trail) => setReceived(trail.received), []);

  async function send(params: Partial<Filled>): Promise<Send | null> {
    const row = store.rowOf(tid);
    if (row < 0) return null;
    const vehicle = { targId: tid, carId: store.carId(row), plate: store.plate(row), colour: store.colour(row) };
    setBusy(true);
    try {
      return await sendCommand(TRACK, vehicle, params);
    } catch (failure) {
      if (failure instanceof Refusal) notify('error', failure.fields.map(({ message }) => message).join('\n'));
      return null;
    } finally {
      setBusy(false);
    }
  }

  async function start(params: Filled) {
    const sent = await send(params);
    if (!sent) return;
    setTracking({ send: sent, intervalMs: params.interval * SECOND_MS, lastsMs: params.validMinutes * MINUTE });
    setTurn(turn + 1);
  }
  async function stop() {
    if (!(await send({ interval: TRACK_STOP }))) return;
    setTracking(null);
    setTurn(turn + 1);
  }

  return (
    <>
      {tracking ? (
        <Progress
          tracking={tracking}
          received={received}
          busy={busy}
          onStop={() => void stop()}
          onAgain={() => setTracking(null)}
        />
      ) : (
        <TrackingForm known={known} busy={busy} onStart={(params) => void start(params)} />
      )}
      <div className={styles['windows']}>
        <TrackingWindow key={turn} tid={tid} onTrail={hear} />
      </div>
    </>
  );
}

type Filled = { readonly interval: number; readonly validMinutes: number };

/** The form without the interval that ends a tracking. */
const FORM: CommandForm = {
  fields: { ...commandForms[TRACK].fields, interval: { ...commandForms[TRACK].fields.interval, min: MIN_TRACK_S } },
};

/** `known`: the vehicle is loaded; before that nothing can be sent. */
function TrackingForm({ known, busy, onStart }: { known: boolean; busy: boolean; onStart: (filled: Filled) => void }) {
  const { t } = useTranslation();
  return (
    <Form<Filled>
      className={styles['task']!}
      layout="inline"
      initialValues={Object.fromEntries(Object.entries(FORM.fields).map(([key, { initial }]) => [key, initial]))}
      onFinish={onStart}
    >
      {Object.entries(FORM.fields).map(([key, field]) => (
        <Form.Item
          key={key}
          name={key}
          label={t(`command.field_${key}` as 'command.field_phone')}
          rules={fieldRules(FORM, key, t)}
        >
          <FieldInput field={field} />
        </Form.Item>
      ))}
      <Button type="primary" htmlType="submit" loading={busy} disabled={!known}>
        {t('tracking.begin')}
      </Button>
    </Form>
  );
}

function Progress(props: { tracking: Tracking; received: number; busy: boolean; onStop: () => void; onAgain: () => void }) {
  const { tracking, received, busy, onStop, onAgain } = props;
  const { t, i18n } = useTranslation();
  const now = useNow();
  useSyncExternalStore(sentCommands.subscribe, () => sentCommands.version);
  const outcome = outcomeOfSend(tracking.send);
  const { leftMs, expected } = computeProgress(tracking, now);
  const on = isOn(outcome) && leftMs > 0;
  const number = (value: number) => formatNumber(i18n.language, value);
  return (
    <div className={styles['task']} role="status">
      <p className={styles['figure']}>
        <span>{t('tracking.state')}</span>
        <strong>{leftMs === 0 && isOn(outcome) ? t('tracking.ended') : t(`commandTray.${outcome}`)}</strong>
      </p>
      {isOn(outcome) && (
        <>
          <p className={styles['figure']}>
            <span>{t('tracking.left')}</span>
            <strong>{formatDuration(t, leftMs)}</strong>
          </p>
          <p className={styles['figure']}>
            <span>{t('tracking.received')}</span>
            <strong>
              {number(received)} / {number(expected)}
            </strong>
          </p>
        </>
      )}
      {on ? (
        <Button loading={busy} onClick={onStop}>
          {t('tracking.end')}
        </Button>
      ) : (
        <Button onClick={onAgain}>{t('tracking.again')}</Button>
      )}
    </div>
  );
}
