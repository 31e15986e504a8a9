import { EVIDENCE_REASONS, EVIDENCE_STATE, type EvidenceState } from '@fleetwarden/contract/alarms/attachments';
import { alarmsCalls } from '@fleetwarden/contract/alarms/routes';
import { permission } from '@fleetwarden/contract/permissions';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { notify } from '../../api/feedback.ts';
import { useMay } from '../../api/session.ts';
import styles from './Evidence.module.css';

/** Why files are missing, as text; the code where there is none. */
function reasonText(t: TFunction, reason: string): string {
  const known = EVIDENCE_REASONS.find((each) => each === reason);
  return known ? t(`attachment.reason_${known}`) : reason;
}

/** The state of a request with its reason; '' without a request. */
export const stateText = (t: TFunction, state: EvidenceState | null, reason: string): string =>
  state === null ? '' : [t(`attachment.state${state}`), reasonText(t, reason)].filter((text) => text !== '').join(' · ');

/** Requests the files of alarms again. */
export async function refetchAttachments(t: TFunction, alarmGids: readonly string[]): Promise<void> {
  const { requested } = await call(alarmsCalls.refetchAttachment, { alarmGids: [...alarmGids] });
  if (requested > 0) notify('success', t('attachment.refetched'));
  else notify('warning', t('attachment.refetchedNone'));
}

type Props = {
  readonly alarmGid: string;
  readonly state: EvidenceState | null;
  readonly reason: string;
  /** Announced files, and those that came. */
  readonly files: number;
  readonly done: number;
};

/** How many files of an alarm came, and why others are missing; these can be requested again. Nothing for an alarm without files. */
export function FileState({ alarmGid, state, reason, files, done }: Props) {
  const { t } = useTranslation();
  const mayFetch = useMay(permission.fetchFilesAgain);
  const [busy, setBusy] = useState(false);
  if (files === 0 && done === 0) return null;
  const isOver = state === EVIDENCE_STATE.failed || state === EVIDENCE_STATE.skipped;
  const isGone = reason === 'expired';
  async function fetchAgain() {
    setBusy(true);
    // the call has shown its error
    await refetchAttachments(t, [alarmGid]).catch(() => undefined);
    setBusy(false);
  }
  return (
    <p className={styles['state']} data-failed={isOver || undefined}>
      <span>{t('attachment.count', { done, total: Math.max(files, done) })}</span>
      {state !== EVIDENCE_STATE.complete && <span>{stateText(t, state, reason)}</span>}
      {isOver && !isGone && mayFetch && (
        <button type="button" disabled={busy} onClick={() => void fetchAgain()}>
          {t('action.fetchFilesAgain')}
        </button>
      )}
    </p>
  );
}
