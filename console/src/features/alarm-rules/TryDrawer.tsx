import type { RuleCode } from '@fleetwarden/contract/alarm-rules/kinds';
import { TRY_DAYS, TRY_LISTED, TRY_VEHICLES } from '@fleetwarden/contract/alarm-rules/limits';
import { alarmRulesCalls } from '@fleetwarden/contract/alarm-rules/routes';
import type { Tried } from '@fleetwarden/contract/alarm-rules/schemas';
import { date, integer } from '@fleetwarden/contract/resources/resource';
import { tasksCalls } from '@fleetwarden/contract/tasks/routes';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Form, Progress } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { businessDate } from '../../api/business-time.ts';
import { call } from '../../api/call.ts';
import { cancelTask, isUnderWay, loadTasks } from '../../api/tasks.ts';
import { FieldInput } from '../../shared/resource/FieldInput.tsx';
import { VehiclePicker } from '../../shared/VehiclePicker.tsx';
import type { PickedVehicle } from '../../shared/vehicle-candidates.ts';
import { DetailDrawer } from '../../ui/FormDrawer.tsx';
import layout from '../../ui/theme/layout.module.css';
import styles from './Rules.module.css';
import type { TryInput } from './scheme-values.ts';
import { TriedAlarms } from './TriedAlarms.tsx';

/** Interval of progress requests, ms. */
const POLL_MS = 1_000;
const WHOLE = 100;

type Wish = { readonly cars?: readonly PickedVehicle[]; readonly day?: string | null; readonly days?: number | null };

/** 试算: a dry run of the unsaved scheme over past days of some vehicles. It stores nothing. */
export function TryDrawer({ code, scheme, onClose }: { code: RuleCode; scheme: Partial<TryInput>; onClose: () => void }) {
  const { t } = useTranslation();
  const [form] = Form.useForm<Wish>();
  const [taskId, setTaskId] = useState<string | null>(null);
  const [starting, setStarting] = useState(false);
  const { data: task } = useQuery({
    queryKey: ['dry run', taskId],
    queryFn: ({ signal }) => call(tasksCalls.getTask, { id: taskId! }, { signal, quiet: true }),
    enabled: taskId !== null,
    refetchInterval: ({ state }) => (state.data && !isUnderWay(state.data) ? false : POLL_MS),
    gcTime: 0,
    networkMode: 'always',
  });

  async function start({ cars = [], day, days }: Wish) {
    if (starting) return;
    setStarting(true);
    const wish = { day: day!, days: days!, targIds: cars.map(({ carId }) => carId) };
    const made = await call(alarmRulesCalls.tryScheme, { ...scheme, schemeType: code, params: scheme.params!, ...wish }).catch(
      () => null,
    );
    setStarting(false);
    if (!made) return;
    setTaskId(made.taskId);
    void loadTasks();
  }

  const running = taskId !== null && (!task || isUnderWay(task));
  const footer = (
    <div className={layout['buttonRow']}>
      <Button onClick={onClose}>{t('common.close')}</Button>
      {running && <Button onClick={() => void cancelTask(taskId!)}>{t('warnScheme.tryCancel')}</Button>}
      {taskId !== null && !running && <Button onClick={() => setTaskId(null)}>{t('warnScheme.tryAgain')}</Button>}
      {taskId === null && (
        <Button type="primary" loading={starting} onClick={() => form.submit()}>
          {t('warnScheme.tryRun')}
        </Button>
      )}
    </div>
  );
  return (
    <DetailDrawer open title={t('warnScheme.tryTitle')} size={960} footer={footer} onClose={onClose}>
      {/* the choices stay for another run */}
      <div className={styles['wish']} hidden={taskId !== null}>
        <p className={styles['note']}>
          {t('warnScheme.tryHint', { vehicles: TRY_VEHICLES, days: TRY_DAYS, listed: TRY_LISTED })}
        </p>
        <TryForm form={form} onStart={(wish) => void start(wish)} />
      </div>
      {running && (
        <div role="status">
          <p>{t('warnScheme.tryRunning')}</p>
          <Progress
            percent={task?.total ? Math.round((task.done / task.total) * WHOLE) : 0}
            aria-label={t('resource.importProgress')}
          />
        </div>
      )}
      {task?.state === 'failed' && <Alert type="error" title={t('warnScheme.tryFailed')} description={task.error} showIcon />}
      {task?.state === 'cancelled' && <Alert type="warning" title={t('warnScheme.tryCancelled')} showIcon />}
      {task?.state === 'done' && <TriedAlarms tried={task.result as Tried} />}
    </DetailDrawer>
  );
}

/** Vehicles, first day and number of days. */
function TryForm({ form, onStart }: { form: ReturnType<typeof Form.useForm<Wish>>[0]; onStart: (wish: Wish) => void }) {
  const { t } = useTranslation();
  const today = businessDate();
  const days = { min: 1, max: TRY_DAYS };
  const required = { required: true, message: t('field.required') };
  return (
    <Form<Wish>
      form={form}
      name="dry-run"
      layout="vertical"
      initialValues={{ day: businessDate(-1), days: 1, cars: [] }}
      onFinish={onStart}
    >
      <div className={layout['fieldGrid']}>
        <Form.Item<Wish>
          name="day"
          label={t('warnScheme.tryDay')}
          rules={[
            required,
            {
              validator: async (_rule, day: string | null | undefined) => {
                if (day && day > today) throw new Error(t('warnScheme.tryFuture'));
              },
            },
          ]}
        >
          <FieldInput field={date({})} />
        </Form.Item>
        <Form.Item<Wish>
          name="days"
          label={t('warnScheme.tryDays')}
          rules={[required, { type: 'integer', ...days, message: t('rule.integer', days) }]}
        >
          <FieldInput field={integer(days)} />
        </Form.Item>
      </div>
      <Form.Item<Wish>
        name="cars"
        label={t('warnScheme.targetCars')}
        rules={[
          {
            validator: async (_rule, cars: readonly PickedVehicle[] = []) => {
              if (cars.length === 0) throw new Error(t('warnScheme.noTarget'));
              if (cars.length > TRY_VEHICLES) throw new Error(t('warnScheme.tryLimit', { most: TRY_VEHICLES }));
            },
          },
        ]}
      >
        <VehiclePicker />
      </Form.Item>
    </Form>
  );
}
