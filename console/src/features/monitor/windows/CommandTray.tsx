import CloseOutlined from '@ant-design/icons/CloseOutlined';
import DownOutlined from '@ant-design/icons/DownOutlined';
import UpOutlined from '@ant-design/icons/UpOutlined';
import type { CommandNews } from '@fleetwarden/contract/commands/schemas';
import type { TFunction } from 'i18next';
import { Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useEvery } from '../../../hooks/use-interval.ts';
import {
  cancel,
  isUnderWay,
  maySendAgain,
  type Outcome,
  outcomes,
  resend,
  type Send,
  type SentCommand,
  sentCommands,
} from '../../../shared/commands/sent-commands.ts';
import { useCommonMessage, useLive } from '../../../shared/live-context.ts';
import { formatNumber, formatTime } from '../../../ui/format.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { lazyComponent } from '../../../ui/lazy-component.ts';
import { formatMeasure, userUnit } from '../../../ui/units.ts';
import styles from './CommandTray.module.css';

const PhotosDialog = lazyComponent(async () => (await import('./PhotosDialog.tsx')).PhotosDialog);

/** Polling interval while commands wait, ms, in case messages were missed. */
const ASK_EVERY_MS = 15_000;

/** Commands sent from this page and their responses; hidden while empty. */
export function CommandTray() {
  const { t } = useTranslation();
  const { state } = useLive();
  const [open, setOpen] = useState(true);
  useSyncExternalStore(sentCommands.subscribe, () => sentCommands.version);
  useCommonMessage('cmdResult', (data) => sentCommands.hear(data as CommandNews));

  const { sends } = sentCommands;
  const waiting = sends.some(({ counts }) => outcomes.some((outcome) => isUnderWay(outcome) && (counts[outcome] ?? 0) > 0));
  const connected = state?.sockets.commonmsg === 'open';
  useEffect(() => {
    if (waiting && connected) void sentCommands.refresh();
  }, [waiting, connected]);
  useEvery(waiting ? ASK_EVERY_MS : null, () => void sentCommands.refresh());

  if (sends.length === 0) return null;
  return (
    <section className={styles['tray']} aria-label={t('commandTray.title')}>
      <header className={styles['head']}>
        <h2>{t(waiting ? 'commandTray.underWay' : 'commandTray.title')}</h2>
        <IconButton
          label={t(open ? 'commandTray.fold' : 'commandTray.unfold')}
          icon={open ? <DownOutlined /> : <UpOutlined />}
          expanded={open}
          onClick={() => setOpen(!open)}
        />
        <IconButton label={t('common.close')} icon={<CloseOutlined />} onClick={() => sentCommands.clear()} />
      </header>
      {open && (
        <ul className={styles['sends']} aria-live="polite">
          {sends.map((send) => (
            <SendRow key={send.key} send={send} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** The photo command, and the outcome that it was executed. */
const PHOTO = '8801';
const TAKEN: readonly Outcome[] = ['acknowledged', 'answered'];

function SendRow({ send }: { send: Send }) {
  const { t } = useTranslation();
  const [photos, setPhotos] = useState(false);
  const [only] = send.commands.values();
  const took = send.cmdCode === PHOTO && send.commands.size === 1 && only && TAKEN.includes(only.outcome) ? only : null;
  const { cmdCode, title, at, counts } = send;
  const has = (test: (outcome: Outcome) => boolean) => outcomes.some((outcome) => test(outcome) && (counts[outcome] ?? 0) > 0);
  return (
    <li>
      <p className={styles['what']}>
        <strong>{t(`command.name_${cmdCode}` as 'command.name_8201')}</strong>
        <span title={title}>{title}</span>
        <time>{formatTime(at)}</time>
      </p>
      <p className={styles['outcome']}>
        <Outcomes send={send} />
        {has((outcome) => outcome === 'queued') && (
          <button type="button" onClick={() => void cancel(send)}>
            {t('commandTray.cancel')}
          </button>
        )}
        {has(maySendAgain) && (
          <button type="button" onClick={() => void resend(send)}>
            {t('commandTray.resend')}
          </button>
        )}
        {took && (
          <button type="button" onClick={() => setPhotos(true)}>
            {t('commandTray.photosShow')}
          </button>
        )}
      </p>
      {took && photos && (
        <Suspense fallback={null}>
          <PhotosDialog seqId={took.seqId} targId={took.targId} plate={title} onClose={() => setPhotos(false)} />
        </Suspense>
      )}
    </li>
  );
}

/** The outcome, with counts for several vehicles. */
function Outcomes({ send: { commands, counts } }: { send: Send }) {
  const { t, i18n } = useTranslation();
  const [only] = commands.values();
  if (commands.size === 1 && only) {
    return (
      <span className={styles['state']} data-outcome={only.outcome}>
        {t(`commandTray.${only.outcome}`)}
        {formatResult(t, i18n.language, only)}
      </span>
    );
  }
  return outcomes.map((outcome) =>
    counts[outcome] ? (
      <span key={outcome} className={styles['state']} data-outcome={outcome}>
        {t(`commandTray.${outcome}`)} {formatNumber(i18n.language, counts[outcome])}
      </span>
    ) : null,
  );
}

/** Data of the terminal's response: position, number of photos. */
function formatResult(t: TFunction, language: string, { resultData }: SentCommand): string {
  const { lng, lat, speedKmh, mediaIds } = (resultData ?? {}) as {
    readonly lng?: number;
    readonly lat?: number;
    readonly speedKmh?: number;
    readonly mediaIds?: readonly unknown[];
  };
  if (lng !== undefined && lat !== undefined)
    return ` · ${lng.toFixed(6)}, ${lat.toFixed(6)} · ${formatMeasure(language, 'speed', speedKmh ?? 0)} ${userUnit('speed')}`;
  return mediaIds ? ` · ${t('commandTray.photos', { count: mediaIds.length })}` : '';
}
