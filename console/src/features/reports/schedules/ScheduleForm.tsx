import type { ReportFormat } from '@fleetwarden/contract/reports/report-formats';
import { reportSchedulesCalls } from '@fleetwarden/contract/reports/schedules/routes';
import {
  MAX_RECEIVERS,
  periodsOf,
  type SchedulePeriod,
  type ScheduleTurn,
  scheduleTurns,
  type Weekday,
  weekdays,
} from '@fleetwarden/contract/reports/schedules/schedule-periods';
import type { Schedule } from '@fleetwarden/contract/reports/schedules/schemas';
import { rules } from '@fleetwarden/domain/form-rules';
import { useQueryClient } from '@tanstack/react-query';
import { Form, Input, InputNumber, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { atFields } from '../../../api/at-fields.ts';
import { businessZone } from '../../../api/business-clock.ts';
import { call } from '../../../api/call.ts';
import { notify } from '../../../api/feedback.ts';
import { FormDrawer } from '../../../ui/FormDrawer.tsx';
import { formatTime } from '../../../ui/format.ts';
import { SkeletonRows } from '../../../ui/States.tsx';
import styles from '../Downloads.module.css';
import { useTemplate } from '../report-calls.ts';
import { REPORT_FORMATS } from '../report-export.ts';
import { refreshSchedules, useScheduleRights } from './schedule-calls.ts';

/** Content of a schedule: an existing one, or the current state of a report page. */
export type ScheduleDraft = Pick<Schedule, 'reportId' | 'conditions' | 'columns'> &
  Partial<Omit<Schedule, 'reportId' | 'conditions' | 'columns'>>;

type Values = {
  readonly name: string;
  readonly period: SchedulePeriod;
  readonly every: ScheduleTurn;
  readonly weekday?: Weekday;
  readonly monthDay?: number;
  readonly clock: string;
  readonly timeZone: string;
  readonly format: ReportFormat;
  readonly receivers?: readonly string[];
};

const [LAST_DAY, MAX_NAME] = [31, 50];
/** Default time, before the working day. */
const USUAL_CLOCK = '07:30';
const SEPARATORS = [',', ';', ' ', '\n'];

/** Creates or changes a schedule: time, period, format and recipients. */
export function ScheduleForm({ draft, onClose }: { draft: ScheduleDraft; onClose: () => void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { data: template } = useTemplate(draft.reportId);
  const rights = useScheduleRights();
  const periods = template && periodsOf(template.qryCdtionCfgList);
  const known = draft.period && periods?.includes(draft.period) ? draft.period : undefined;
  const zone = draft.timeZone ?? businessZone();
  const zones = [...new Set([zone, ...Intl.supportedValuesOf('timeZone')])];

  async function save(values: Values) {
    const { id, version, reportId, conditions, columns, orderBy, direction } = draft;
    const { every, weekday = null, monthDay = null, receivers = [], ...rest } = values;
    const schedule = {
      ...rest,
      every,
      reportId,
      conditions: { ...conditions },
      columns: [...columns],
      receivers: [...receivers],
      weekday: every === 'week' ? weekday : null,
      monthDay: every === 'month' ? monthDay : null,
      ...(orderBy === undefined || direction === undefined ? {} : { orderBy, direction }),
    };
    const saved = await call(reportSchedulesCalls.saveSchedule, {
      ...(id === undefined ? {} : { id, version: version ?? 0 }),
      schedule,
    }).catch((error: unknown) => {
      throw atFields(error, 'schedule.');
    });
    const { nextAt } = saved;
    notify('success', nextAt === null ? t('schedules.savedPaused') : t('schedules.saved', { time: formatTime(nextAt) }));
    await refreshSchedules(queries);
  }

  const required = [{ required: true, message: t('field.required') }];
  const badReceiver = (receivers: readonly string[] = []) => receivers.find((each) => rules.email.check(each) !== null);
  const noMail = rights?.mail === false;

  return (
    <FormDrawer<Values>
      open
      title={t(draft.id === undefined ? 'schedules.add' : 'schedules.edit')}
      waiting={template && rights ? undefined : <SkeletonRows label={t('table.loading')} />}
      initialValues={{
        name: draft.name ?? template?.reportName ?? '',
        every: draft.every ?? 'day',
        weekday: draft.weekday ?? 1,
        monthDay: draft.monthDay ?? 1,
        clock: draft.clock ?? USUAL_CLOCK,
        timeZone: zone,
        format: draft.format ?? 'xlsx',
        receivers: draft.receivers ?? [],
        period: known ?? periods?.find((each) => each !== 'today') ?? periods?.[0] ?? 'now',
      }}
      onSubmit={save}
      onClose={onClose}
    >
      <p className={styles['intro']}>{t('schedules.fromPage')}</p>
      <Form.Item<Values> name="name" label={t('schedules.name')} rules={[{ ...required[0]!, whitespace: true }]}>
        <Input maxLength={MAX_NAME} autoComplete="off" />
      </Form.Item>
      <Form.Item<Values> name="period" label={t('schedules.period')} rules={required}>
        <Select options={(periods ?? []).map((value) => ({ value, label: t(`schedules.period_${value}`) }))} />
      </Form.Item>
      <Form.Item<Values> name="every" label={t('schedules.every')} rules={required}>
        <Select options={scheduleTurns.map((value) => ({ value, label: t(`schedules.every_${value}`) }))} />
      </Form.Item>
      <Form.Item<Values> noStyle shouldUpdate={(before, after) => before.every !== after.every}>
        {({ getFieldValue }) => <TurnDayField every={getFieldValue('every') as ScheduleTurn} />}
      </Form.Item>
      <Form.Item<Values> name="clock" label={t('schedules.clock')} rules={required}>
        <Input type="time" />
      </Form.Item>
      <Form.Item<Values> name="timeZone" label={t('schedules.timeZone')} rules={required}>
        <Select showSearch options={zones.map((value) => ({ value, label: value }))} />
      </Form.Item>
      <Form.Item<Values> name="format" label={t('schedules.format')} rules={required}>
        <Select options={REPORT_FORMATS.map((value) => ({ value, label: value }))} />
      </Form.Item>
      <Form.Item<Values>
        name="receivers"
        label={t('schedules.receivers')}
        extra={noMail ? t('schedules.noMail') : t('schedules.receiversHint', { max: MAX_RECEIVERS })}
        rules={[
          {
            validator: async (_rule, receivers?: readonly string[]) => {
              const receiver = badReceiver(receivers);
              if (receiver !== undefined) throw new Error(t('schedules.badReceiver', { receiver }));
            },
          },
        ]}
      >
        <Select
          mode="tags"
          open={false}
          suffixIcon={null}
          tokenSeparators={SEPARATORS}
          maxCount={MAX_RECEIVERS}
          disabled={noMail}
        />
      </Form.Item>
    </FormDrawer>
  );
}

/** The weekday of a weekly schedule, or the day of a monthly one. */
function TurnDayField({ every }: { every: ScheduleTurn }) {
  const { t } = useTranslation();
  const required = [{ required: true, message: t('field.required') }];
  if (every === 'day') return null;
  if (every === 'week')
    return (
      <Form.Item<Values> name="weekday" label={t('schedules.weekday')} rules={required}>
        <Select options={weekdays.map((value) => ({ value, label: t(`schedules.weekday_${value}`) }))} />
      </Form.Item>
    );
  return (
    <Form.Item<Values> name="monthDay" label={t('schedules.monthDay')} extra={t('schedules.monthDayHint')} rules={required}>
      <InputNumber<number> min={1} max={LAST_DAY} precision={0} style={{ width: '100%' }} />
    </Form.Item>
  );
}
