import { EVIDENCE_NOTE_MAX, EVIDENCE_REASON_MAX, MAX_EVIDENCE_ALARMS } from '@fleetwarden/contract/evidence/evidence-limits';
import { evidenceCalls } from '@fleetwarden/contract/evidence/routes';
import type { EvidenceRow } from '@fleetwarden/contract/evidence/schemas';
import { permission } from '@fleetwarden/contract/permissions';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { notify } from '../../api/feedback.ts';
import { useMay } from '../../api/session.ts';
import { taskStarted } from '../../api/tasks.ts';
import type { BatchAction, RowAction } from '../../ui/table/table-actions.ts';
import { TextDialog, type TextQuestion } from './TextDialog.tsx';

type Rows = readonly EvidenceRow[];

/** `settle`: the dialog closed, with its action done or not. */
type Question = TextQuestion & { readonly settle: (isDone: boolean) => void };

const gidsOf = (rows: Rows) => ({ alarmGids: rows.slice(0, MAX_EVIDENCE_ALARMS).map(({ alarmGid }) => alarmGid) });

/** What the user may do with evidence; each action ends with `refresh`. Render `dialog`. */
export function useEvidenceActions(refresh: () => Promise<unknown>): {
  readonly batchActions: readonly BatchAction<EvidenceRow>[];
  readonly actionsOf: (row: EvidenceRow) => RowAction[];
  readonly dialog: ReactNode;
} {
  const { t } = useTranslation();
  const mayLock = useMay(permission.lockEvidence);
  const mayPack = useMay(permission.packEvidence);
  const mayDelete = useMay(permission.deleteEvidence);
  const [question, setQuestion] = useState<Question | null>(null);

  async function pack(rows: Rows) {
    const { taskId } = await call(evidenceCalls.packEvidence, gidsOf(rows));
    taskStarted(t('table.exportStarted'), taskId);
  }
  async function lock(rows: Rows, locked: boolean, reason = '') {
    await call(evidenceCalls.lockEvidence, { ...gidsOf(rows), locked, reason });
    notify('success', t(locked ? 'evidence.nowLocked' : 'evidence.nowUnlocked'));
    await refresh();
  }
  /** Shows the dialog. Resolves when its action is done; rejects if the user gives it up, so that the selection stays. */
  const ask = (asked: Omit<TextQuestion, 'max' | 'required'> & Partial<TextQuestion>) =>
    new Promise<void>((done, givenUp) => {
      setQuestion({ max: EVIDENCE_REASON_MAX, required: true, ...asked, settle: (isDone) => (isDone ? done() : givenUp()) });
    });
  const askLock = (rows: Rows) =>
    ask({
      title: t('evidence.lockTitle', { count: rows.length }),
      label: t('evidence.reason'),
      okText: t('evidence.lockNow'),
      run: (reason) => lock(rows, true, reason),
    });
  const askNote = (rows: Rows) =>
    ask({
      title: t('evidence.noteTitle', { count: rows.length }),
      label: t('evidence.note'),
      max: EVIDENCE_NOTE_MAX,
      required: false,
      initial: rows.length === 1 ? rows[0]!.note : '',
      okText: t('form.save'),
      run: async (note) => {
        await call(evidenceCalls.noteEvidence, { ...gidsOf(rows), note });
        await refresh();
      },
    });
  /** A hold on the vehicle or the driver of an alarm; `name` is theirs. */
  const askHold = (target: { readonly targId: string } | { readonly driverId: string }, name: string) =>
    ask({
      title: t('evidence.holdTitle', { plate: name }),
      label: t('evidence.reason'),
      okText: t('evidence.holdNow'),
      run: async (reason) => {
        await call(evidenceCalls.holdEvidence, { ...target, reason });
        notify('success', t('evidence.nowHeld', { plate: name }));
        await refresh();
      },
    });
  async function remove(rows: Rows) {
    await call(evidenceCalls.delEvidence, gidsOf(rows));
    notify('success', t('evidence.removed'));
    await refresh();
  }
  const asking = (count: number) => ({ title: t('evidence.confirmRemove', { count }), content: t('evidence.removeHint') });
  const isKept = ({ locked, holdReason }: EvidenceRow) => locked || holdReason !== '';

  const batchActions: BatchAction<EvidenceRow>[] = [];
  if (mayPack) batchActions.push({ key: 'pack', label: t('evidence.pack'), run: pack });
  if (mayLock)
    batchActions.push(
      { key: 'lock', label: t('evidence.lockNow'), run: askLock },
      { key: 'note', label: t('evidence.note'), run: askNote },
    );
  if (mayDelete)
    batchActions.push({
      key: 'remove',
      label: t('action.remove'),
      danger: true,
      confirm: (rows) => asking(rows.length),
      run: remove,
    });

  function actionsOf(row: EvidenceRow): RowAction[] {
    const actions: RowAction[] = [];
    if (mayPack) actions.push({ key: 'pack', label: t('evidence.pack'), run: () => pack([row]) });
    if (mayLock)
      actions.push(
        row.locked
          ? { key: 'unlock', label: t('evidence.unlock'), run: () => lock([row], false) }
          : { key: 'lock', label: t('evidence.lockNow'), run: () => askLock([row]) },
        { key: 'note', label: t('evidence.note'), run: () => askNote([row]) },
        {
          key: 'hold',
          label: t('evidence.holdVehicle'),
          disabled: row.holdReason !== '',
          run: () => askHold({ targId: row.targId }, row.carNo),
        },
        ...(row.driverId === ''
          ? []
          : [
              {
                key: 'holdDriver',
                label: t('evidence.holdDriver'),
                disabled: row.holdReason !== '',
                run: () => askHold({ driverId: row.driverId }, row.driver),
              },
            ]),
      );
    if (mayDelete)
      actions.push({
        key: 'remove',
        label: t('action.remove'),
        danger: true,
        disabled: isKept(row),
        confirm: asking(1),
        run: () => remove([row]),
      });
    return actions;
  }

  const close = (isDone: boolean) => {
    setQuestion(null);
    question?.settle(isDone);
  };
  const dialog = question && <TextDialog question={question} onClose={close} />;
  return { batchActions, actionsOf, dialog };
}
