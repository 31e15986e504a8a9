import { MAX_RECORD_MIN } from '@fleetwarden/contract/education/education-limits';
import { educationCalls } from '@fleetwarden/contract/education/routes';
import { useQuery } from '@tanstack/react-query';
import { Form, Input, InputNumber } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useTranslation } from 'react-i18next';
import { businessNow, instantOf } from '../../api/business-time.ts';
import { call } from '../../api/call.ts';
import { notify } from '../../api/feedback.ts';
import { createRecordDialog, type RecordDialog } from '../../shared/resource/record-dialog.ts';
import type { PageTools } from '../../shared/resource/resource-hooks.ts';
import type { ResourceRecord } from '../../shared/resource/resource-record.ts';
import { BusinessDatePicker } from '../../ui/BusinessDatePicker.tsx';
import { FormDrawer } from '../../ui/FormDrawer.tsx';
import { TimeCell } from '../../ui/TimeCell.tsx';

const MAX_NOTE = 200;
const MAX_SCORE = 100;
const MAX_FACE_FAILS = 99;

const useDialog = createRecordDialog<'record'>();

/** Opens the form for what a driver learned. */
export const askRecord = (record: ResourceRecord, { refresh }: PageTools): void =>
  useDialog.setState({ dialog: { action: 'record', record, refresh } });

type Filled = {
  readonly learnedAt: Dayjs;
  readonly minutes: number;
  readonly examScore?: number | null;
  readonly faceFail?: number | null;
  readonly note?: string;
};

export function LearningDrawer() {
  const dialog = useDialog(({ dialog }) => dialog);
  return dialog && <LearningForm key={dialog.record.id} {...dialog} />;
}

/** Enters what a driver learned for a task, with the records so far below. */
function LearningForm({ record, refresh }: RecordDialog<'record'>) {
  const { t } = useTranslation();
  async function submit({ learnedAt, minutes, examScore, faceFail, note }: Filled) {
    await call(educationCalls.addLearningRecord, {
      taskId: record.id,
      learnedAt: instantOf(dayjs(learnedAt)),
      minutes,
      examScore: examScore ?? null,
      faceFail: faceFail ?? 0,
      note: note ?? '',
    });
    notify('success', t('education.recorded'));
    refresh();
  }
  const required = [{ required: true, message: t('field.required') }];
  return (
    <FormDrawer<Filled>
      open
      title={t('education.recordOf', { name: record['driverName'] })}
      initialValues={{ learnedAt: businessNow(), faceFail: 0 }}
      onSubmit={submit}
      onClose={() => useDialog.setState({ dialog: null })}
    >
      <Form.Item<Filled> name="learnedAt" label={t('education.learnedAt')} rules={required}>
        <BusinessDatePicker style={{ width: '100%' }} format="YYYY-MM-DD HH:mm" showTime={{ format: 'HH:mm' }} />
      </Form.Item>
      <Form.Item<Filled> name="minutes" label={t('education.minutes')} rules={required}>
        <InputNumber min={0} max={MAX_RECORD_MIN} precision={0} style={{ width: '100%' }} />
      </Form.Item>
      <Form.Item<Filled> name="examScore" label={t('education.examScore')}>
        <InputNumber min={0} max={MAX_SCORE} precision={1} style={{ width: '100%' }} />
      </Form.Item>
      <Form.Item<Filled> name="faceFail" label={t('education.faceFail')}>
        <InputNumber min={0} max={MAX_FACE_FAILS} precision={0} style={{ width: '100%' }} />
      </Form.Item>
      <Form.Item<Filled> name="note" label={t('education.note')}>
        <Input.TextArea maxLength={MAX_NOTE} autoSize={{ minRows: 2 }} />
      </Form.Item>
      <LearningRecords record={record} />
    </FormDrawer>
  );
}

/** What a driver learned for a task, newest first. */
export function LearningRecords({ record }: { record: ResourceRecord | null }) {
  const { t } = useTranslation();
  const { data } = useQuery({
    queryKey: ['learningRecords', record?.id, record?.version],
    queryFn: ({ signal }) => call(educationCalls.listLearningRecord, { taskId: record!.id }, { signal, quiet: true }),
    enabled: record !== null,
  });
  if (!record || !data) return null;
  return (
    <section aria-label={t('education.records')}>
      <h3>{t('education.records')}</h3>
      {data.list.length === 0 && <p>{t('education.noRecords')}</p>}
      <ul>
        {data.list.map(({ id, learnedAt, minutes, examScore, by, note }) => (
          <li key={id}>
            <TimeCell at={learnedAt} /> {t('education.minutes')} {minutes}
            {examScore !== null && ` · ${t('education.examScore')} ${examScore}`} {by}
            {note && ` · ${note}`}
          </li>
        ))}
      </ul>
    </section>
  );
}
