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

/** Code of a refusal: somebody was quicker. */
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

/** Why a vehicle is not heard of, and from when on it is expected. */
export function OfflineRemark(props: RowDialogProps) {
  const { vehicle } = props;
  const { t } = useTranslation();
  const notes = useNotes(vehicle.carId);
  const [last] = notes.list;
  return (
    <NoteDrawer<Note>
      {...props}
      notes={notes}
      action={t('followups.remark')}
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
      <Form.Item<Note> name="expectOnline" label={t('followups.expectOnline')}>
        <DayInput />
      </Form.Item>
      <Form.Item<Note> name="remark" label={t('followups.remarkText')}>
        <Input.TextArea maxLength={MAX_FOLLOWUP_TEXT} showCount autoSize={{ minRows: 3, maxRows: 6 }} />
      </Form.Item>
    </NoteDrawer>
  );
}

/** What its owner said, and what came of it. */
export function OfflineVisit(props: RowDialogProps) {
  const { vehicle } = props;
  const { t } = useTranslation();
  const [ways, results] = [useEnumeration('VISIT_WAY'), useEnumeration('VISIT_RESULT')];
  return (
    <NoteDrawer<Visit>
      {...props}
      notes={useNotes(vehicle.carId)}
      action={t('followups.visit')}
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
      <Form.Item<Visit> name="way" label={t('followups.way')} required>
        <Select options={[...ways]} />
      </Form.Item>
      <Form.Item<Visit> name="result" label={t('followups.result')} required>
        <Select options={[...results]} />
      </Form.Item>
      <Form.Item<Visit>
        name="text"
        label={t('followups.visitText')}
        rules={[{ required: true, whitespace: true, message: t('field.required') }]}
      >
        <Input.TextArea maxLength={MAX_FOLLOWUP_TEXT} showCount autoSize={{ minRows: 3, maxRows: 6 }} />
      </Form.Item>
      <ReasonItem />
      <Form.Item<Visit> name="expectOnline" label={t('followups.expectOnline')}>
        <DayInput />
      </Form.Item>
    </NoteDrawer>
  );
}

/** Days on which a vehicle stands still and is not due; stops that were filed may be ended earlier below. */
export function OfflineStop(props: RowDialogProps) {
  const { vehicle } = props;
  const { t } = useTranslation();
  return (
    <NoteDrawer<Stop>
      {...props}
      notes={useNotes(vehicle.carId)}
      action={t('followups.fileStop')}
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
      <Form.Item<Stop> name="days" label={t('followups.stopDays')} rules={[{ required: true, message: t('field.required') }]}>
        <DaysInput />
      </Form.Item>
      <ReasonItem />
      <Form.Item<Stop> name="remark" label={t('followups.remarkText')}>
        <Input.TextArea maxLength={MAX_FOLLOWUP_TEXT} showCount autoSize={{ minRows: 3, maxRows: 6 }} />
      </Form.Item>
    </NoteDrawer>
  );
}

function ReasonItem() {
  const { t } = useTranslation();
  const reasons = useEnumeration('OFFLINE_REASON');
  return (
    <Form.Item name="reason" label={t('followups.reason')} required>
      <Select options={[...reasons]} />
    </Form.Item>
  );
}

/** A refusal of one of the days stands under the field that has both. */
function atDays(failure: unknown): unknown {
  if (!(failure instanceof Refusal)) return failure;
  const fields = failure.fields.map(({ path, message }) => ({
    path: path === 'validFrom' || path === 'validTo' ? 'days' : path,
    message,
  }));
  return new Refusal(failure.code, failure.message, fields);
}

/** A form of a note with what was noted of the vehicle before: nobody writes past what they have not seen. */
function NoteDrawer<Values extends object>(
  props: RowDialogProps & {
    notes: Notes;
    action: string;
    initialValues: Partial<Values>;
    save: (values: Values, seen: string | null) => Promise<unknown>;
    /** Whether stops of the list may be ended. */
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
      // said by the client; what was written meanwhile is shown
      if (failure instanceof Refusal && failure.code === STALE) await notes.anew();
      throw failure;
    }
    notify('success', t('followups.saved'));
    void notes.anew();
    onDone();
  }

  return (
    <FormDrawer<Values>
      open
      title={t('followups.ofVehicle', { action, plate: vehicle.plate })}
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
