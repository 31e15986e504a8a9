import { MAX_FOLLOWUP_TEXT } from '@fleetwarden/contract/follow-ups/follow-up-rules';
import { followUpsCalls } from '@fleetwarden/contract/follow-ups/routes';
import { Form, Input, Select } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { Refusal } from '../../api/client.ts';
import { notify } from '../../api/feedback.ts';
import { useEnumeration } from '../../shared/enumeration.ts';
import { FormDrawer } from '../../ui/FormDrawer.tsx';
import { DayInput, DaysInput } from './DayInputs.tsx';
import { OfflineHistory } from './OfflineHistory.tsx';
import type { RowDialogProps } from './row-dialog.ts';
import { type Notes, useNotes } from './use-notes.ts';

/** Refusal: another user has changed the record. */
const STALE = '4010';
/** OFFLINE_REASON */
const [NOT_SAID, STOPPED] = [0, 1] as const;
/** VISIT_WAY and VISIT_RESULT: by phone, to be repaired. */
const [BY_PHONE, TO_REPAIR] = [1, 2] as const;

type Note = { readonly reason: number; readonly expectOnline?: string | null; readonly remark?: string };
type Visit = {
  readonly way: number;
  readonly result: number;
  readonly text: string;
  readonly reason: number;
  readonly expectOnline?: string | null;
};
type Stop = { readonly reason: number; readonly days: readonly [string, string]; readonly remark?: string };

/** Records why a vehicle is offline, and when it is expected back. */
export function OfflineRemark(props: RowDialogProps) {
  const { vehicle } = props;
  const { t } = useTranslation();
  const notes = useNotes(vehicle.carId);
  const [last] = notes.list;
  return (
    <NoteDrawer<Note>
      {...props}
      notes={notes}
      action={t('followUps.remark')}
      initialValues={{ reason: last?.reason ?? NOT_SAID, expectOnline: last?.expectOnline ?? null }}
      save={({ reason, expectOnline, remark }, seen) =>
        call(followUpsCalls.updateOffLineMsg, {
          carId: vehicle.carId,
          seen,
          reason,
          expectOnline: expectOnline ?? null,
          remark: remark ?? '',
        })
      }
    >
      <ReasonItem />
      <Form.Item<Note> name="expectOnline" label={t('followUps.expectOnline')}>
        <DayInput />
      </Form.Item>
      <Form.Item<Note> name="remark" label={t('followUps.remarkText')}>
        <Input.TextArea maxLength={MAX_FOLLOWUP_TEXT} showCount autoSize={{ minRows: 3, maxRows: 6 }} />
      </Form.Item>
    </NoteDrawer>
  );
}

/** Records a call to the owner and its result. */
export function OfflineVisit(props: RowDialogProps) {
  const { vehicle } = props;
  const { t } = useTranslation();
  const [ways, results] = [useEnumeration('VISIT_WAY'), useEnumeration('VISIT_RESULT')];
  return (
    <NoteDrawer<Visit>
      {...props}
      notes={useNotes(vehicle.carId)}
      action={t('followUps.visit')}
      initialValues={{ way: BY_PHONE, result: TO_REPAIR, reason: NOT_SAID }}
      save={({ way, result, text, reason, expectOnline }, seen) =>
        call(followUpsCalls.addOfflineVisit, {
          carId: vehicle.carId,
          seen,
          way,
          result,
          text,
          reason,
          expectOnline: expectOnline ?? null,
        })
      }
    >
      <Form.Item<Visit> name="way" label={t('followUps.way')} required>
        <Select options={[...ways]} />
      </Form.Item>
      <Form.Item<Visit> name="result" label={t('followUps.result')} required>
        <Select options={[...results]} />
      </Form.Item>
      <Form.Item<Visit>
        name="text"
        label={t('followUps.visitText')}
        rules={[{ required: true, whitespace: true, message: t('field.required') }]}
      >
        <Input.TextArea maxLength={MAX_FOLLOWUP_TEXT} showCount autoSize={{ minRows: 3, maxRows: 6 }} />
      </Form.Item>
      <ReasonItem />
      <Form.Item<Visit> name="expectOnline" label={t('followUps.expectOnline')}>
        <DayInput />
      </Form.Item>
    </NoteDrawer>
  );
}

/** Files a suspension of a vehicle. The list below can end earlier suspensions. */
export function OfflineStop(props: RowDialogProps) {
  const { vehicle } = props;
  const { t } = useTranslation();
  return (
    <NoteDrawer<Stop>
      {...props}
      notes={useNotes(vehicle.carId)}
      action={t('followUps.fileStop')}
      initialValues={{ reason: STOPPED }}
      save={({ reason, days: [validFrom, validTo], remark }, seen) =>
        call(followUpsCalls.fileOfflineStop, {
          carId: vehicle.carId,
          seen,
          reason,
          validFrom,
          validTo,
          remark: remark ?? '',
        }).catch((failure: unknown) => {
          throw atDays(failure);
        })
      }
      mayEnd
    >
      <Form.Item<Stop> name="days" label={t('followUps.stopDays')} rules={[{ required: true, message: t('field.required') }]}>
        <DaysInput />
      </Form.Item>
      <ReasonItem />
      <Form.Item<Stop> name="remark" label={t('followUps.remarkText')}>
        <Input.TextArea maxLength={MAX_FOLLOWUP_TEXT} showCount autoSize={{ minRows: 3, maxRows: 6 }} />
      </Form.Item>
    </NoteDrawer>
  );
}

function ReasonItem() {
  const { t } = useTranslation();
  const reasons = useEnumeration('OFFLINE_REASON');
  return (
    <Form.Item name="reason" label={t('followUps.reason')} required>
      <Select options={[...reasons]} />
    </Form.Item>
  );
}

/** Shows a refusal of one of the two days under the range field. */
function atDays(failure: unknown): unknown {
  if (!(failure instanceof Refusal)) return failure;
  const fields = failure.fields.map(({ path, message }) => ({
    path: path === 'validFrom' || path === 'validTo' ? 'days' : path,
    message,
  }));
  return new Refusal(failure.code, failure.message, fields);
}

/** The form of a note below earlier notes of the vehicle. The server refuses the note if the user has not seen the newest one. */
function NoteDrawer<Values extends object>(
  props: RowDialogProps & {
    notes: Notes;
    action: string;
    initialValues: Partial<Values>;
    save: (values: Values, seen: string | null) => Promise<unknown>;
    /** Whether suspensions in the list can be ended. */
    mayEnd?: boolean;
    children: ReactNode;
  },
) {
  const { vehicle, notes, action, initialValues, save, mayEnd = false, onDone, onClose, children } = props;
  const { t } = useTranslation();

  async function submit(values: Values) {
    try {
      await save(values, notes.list[0]?.noteId ?? null);
    } catch (failure) {
      // the client shows the failure; the list then shows the newer notes
      if (failure instanceof Refusal && failure.code === STALE) await notes.refetch();
      throw failure;
    }
    notify('success', t('followUps.saved'));
    void notes.refetch();
    onDone();
  }

  return (
    <FormDrawer<Values>
      open
      title={t('followUps.ofVehicle', { action, plate: vehicle.plate })}
      initialValues={initialValues}
      waiting={notes.waiting}
      onSubmit={submit}
      onClose={onClose}
    >
      {children}
      <OfflineHistory notes={notes} {...(mayEnd ? { onEnded: onDone } : {})} />
    </FormDrawer>
  );
}
