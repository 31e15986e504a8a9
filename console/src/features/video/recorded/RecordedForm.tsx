import { videoCalls } from '@fleetwarden/contract/video/routes';
import { ALARM_TYPES } from '@fleetwarden/domain/alarm-types';
import { useQuery } from '@tanstack/react-query';
import { Button, Select, TimePicker } from 'antd';
import dayjs from 'dayjs';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { businessNow, instantOf } from '../../../api/business-time.ts';
import { call } from '../../../api/call.ts';
import { BusinessDatePicker } from '../../../ui/BusinessDatePicker.tsx';
import controls from '../../../ui/theme/controls.module.css';
import styles from './Recorded.module.css';
import { type RecordedQuery, SOURCES } from './use-recorded-url.ts';

const KINDS = [0, 1, 2, 3] as const;
const STREAMS = [0, 1, 2] as const;
const CLOCK = 'HH:mm';
const DAY = 'YYYY-MM-DD';
/** Alarms that terminals name in their lists: the words of JT/T 808 and 1078. */
const LISTED_ALARMS = ALARM_TYPES.filter(({ source }) => source.kind === 'bit' || source.kind === 'video');

/** The form; its button applies it. The vehicle comes from the tree. */
export function RecordedForm(props: {
  query: RecordedQuery;
  channels: readonly { readonly channel: number; readonly name: string }[];
  isBusy: boolean;
  onQuery: (query: Partial<RecordedQuery>) => void;
}) {
  const { query, channels, isBusy, onQuery } = props;
  const { t } = useTranslation();
  const id = useId();
  const [applied, setApplied] = useState(query);
  const [draft, setDraft] = useState(query);
  // the URL changed: back, forward, a link, or another vehicle
  if (applied !== query) {
    setApplied(query);
    setDraft(query);
  }
  const change = (part: Partial<RecordedQuery>) => setDraft({ ...draft, ...part });
  const isOrdered = draft.from <= draft.to;
  const names = (prefix: 'kind' | 'stream' | 'storage', values: readonly number[]) =>
    values.map((value) => ({ value, label: t(`recordedVideo.${prefix}_${value as 0}`) }));

  return (
    <form
      className={styles['form']}
      aria-label={t('recordedVideo.conditions')}
      onSubmit={(event) => {
        event.preventDefault();
        if (isOrdered) onQuery(draft);
      }}
    >
      <Field id={`${id}c`} label={t('recordedVideo.channel')}>
        <Select
          id={`${id}c`}
          className={styles['wide']!}
          value={draft.channel}
          options={[
            { value: 0, label: t('recordedVideo.all') },
            ...channels.map(({ channel, name }) => ({ value: channel, label: name })),
          ]}
          onChange={(channel) => change({ channel })}
        />
      </Field>
      <Field id={`${id}d`} label={t('recordedVideo.day')}>
        <DayPicker id={`${id}d`} targId={draft.targId} day={draft.day} onChange={(day) => change({ day })} />
      </Field>
      <Field id={`${id}t`} label={t('recordedVideo.hours')}>
        <TimePicker.RangePicker
          id={`${id}t`}
          format={CLOCK}
          allowClear={false}
          order={false}
          needConfirm={false}
          value={[dayjs(`2000-01-01T${draft.from}`), dayjs(`2000-01-01T${draft.to}`)]}
          {...(isOrdered ? {} : { status: 'error' as const })}
          onChange={(range) => range?.[0] && range[1] && change({ from: range[0].format(CLOCK), to: range[1].format(CLOCK) })}
        />
      </Field>
      <Field id={`${id}s`} label={t('recordedVideo.source')}>
        <Select
          id={`${id}s`}
          className={styles['wide']!}
          value={draft.source}
          options={SOURCES.map((value) => ({ value, label: t(`recordedVideo.source_${value}`) }))}
          onChange={(source) => change({ source })}
        />
      </Field>
      <Field id={`${id}k`} label={t('recordedVideo.kind')}>
        <Select
          id={`${id}k`}
          className={styles['wide']!}
          value={draft.kind}
          options={names('kind', KINDS)}
          onChange={(kind) => change({ kind })}
        />
      </Field>
      <Field id={`${id}m`} label={t('recordedVideo.stream')}>
        <Select
          id={`${id}m`}
          className={styles['wide']!}
          value={draft.stream}
          options={names('stream', STREAMS)}
          onChange={(stream) => change({ stream })}
        />
      </Field>
      <Field id={`${id}g`} label={t('recordedVideo.storage')}>
        <Select
          id={`${id}g`}
          className={styles['wide']!}
          value={draft.storage}
          options={names('storage', STREAMS)}
          onChange={(storage) => change({ storage })}
        />
      </Field>
      <Field id={`${id}a`} label={t('recordedVideo.alarms')}>
        <Select<string[]>
          id={`${id}a`}
          mode="multiple"
          allowClear
          className={styles['alarmChoice']!}
          maxTagCount="responsive"
          placeholder={t('recordedVideo.anyAlarm')}
          showSearch={{ optionFilterProp: 'label' }}
          value={[...draft.alarms]}
          options={LISTED_ALARMS.map(({ id: type, key }) => ({ value: String(type), label: t(`alarm.${key}`) }))}
          onChange={(alarms) => change({ alarms })}
        />
      </Field>
      <Button type="primary" htmlType="submit" loading={isBusy} disabled={draft.targId === null}>
        {t('table.query')}
      </Button>
      {!isOrdered && (
        <p className={controls['fault']} role="alert">
          {t('recordedVideo.hoursOrder')}
        </p>
      )}
    </form>
  );
}

/** A day up to today; days with files on the server are marked. */
function DayPicker(props: { id: string; targId: string | null; day: string; onChange: (day: string) => void }) {
  const { id, targId, day, onChange } = props;
  const [open, setOpen] = useState(false);
  const [month, setMonth] = useState(day);
  const first = dayjs(month).startOf('month');
  const { data } = useQuery({
    queryKey: ['video days', targId, first.format(DAY)],
    queryFn: async ({ signal }) => {
      const period = { startTime: instantOf(first), endTime: instantOf(first.add(1, 'month')) };
      return (await call(videoCalls.listRecordDay, { targId: targId!, ...period }, { signal, quiet: true })).list;
    },
    enabled: open && targId !== null,
    networkMode: 'always',
  });
  return (
    <BusinessDatePicker
      id={id}
      allowClear={false}
      value={dayjs(day)}
      onChange={(at) => at && onChange(at.format(DAY))}
      disabledDate={(at) => at.isAfter(businessNow(), 'day')}
      onOpenChange={(now) => {
        setOpen(now);
        setMonth(day);
      }}
      onPanelChange={(at) => setMonth(at.format(DAY))}
      cellRender={(current, { type, originNode }) =>
        type === 'date' && data?.includes(dayjs(current).format(DAY)) ? (
          <span className={controls['markedDay']}>{originNode}</span>
        ) : (
          originNode
        )
      }
    />
  );
}

function Field({ id, label, children }: { id: string; label: string; children: ReactNode }) {
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{label}</label>
      {children}
    </div>
  );
}
