import HistoryOutlined from '@ant-design/icons/HistoryOutlined';
import { permission } from '@fleetwarden/contract/permissions';
import { MAX_REBUILT_DAYS } from '@fleetwarden/contract/reports/report-filters';
import { reportsCalls } from '@fleetwarden/contract/reports/routes';
import { Button, Form } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { businessDate, businessNow } from '../../api/business-time.ts';
import { call } from '../../api/call.ts';
import { useSession } from '../../api/session.ts';
import { taskStarted } from '../../api/tasks.ts';
import { DepartmentSelect } from '../../shared/resource/DepartmentSelect.tsx';
import { FormDrawer } from '../../ui/FormDrawer.tsx';
import { DaysInput } from './DayInputs.tsx';
import { countDays } from './days.ts';

type Wish = { readonly deptId?: string; readonly days: readonly [string, string] };

/** Recalculates days of vehicles from their positions, as a task. List and tray follow it. */
export function RebuildDays() {
  const { t } = useTranslation();
  const may = useSession(({ rights }) => rights?.includes(permission.editSettings) ?? false);
  const [open, setOpen] = useState(false);
  if (!may) return null;
  const yesterday = businessDate(-1);

  async function start({ deptId, days: [from, to] }: Wish) {
    const { taskId } = await call(reportsCalls.rebuildReportDays, { from, to, ...(deptId ? { deptId } : {}) });
    taskStarted(t('reports.rebuildStarted'), taskId);
  }

  return (
    <>
      <Button icon={<HistoryOutlined />} onClick={() => setOpen(true)}>
        {t('reports.rebuild')}
      </Button>
      <FormDrawer<Wish>
        open={open}
        title={t('reports.rebuild')}
        submitText={t('reports.rebuildBegin')}
        initialValues={{ days: [yesterday, yesterday] }}
        onSubmit={start}
        onClose={() => setOpen(false)}
      >
        <p>{t('reports.rebuildHint')}</p>
        <Form.Item<Wish> name="deptId" label={t('reports.rebuildDept')} extra={t('reports.rebuildAll')}>
          <DepartmentSelect />
        </Form.Item>
        <Form.Item<Wish>
          name="days"
          label={t('reports.rebuildDays')}
          required
          rules={[
            {
              validator: async (_rule, days: Wish['days'] | null | undefined) => {
                if (!days) throw new Error(t('field.required'));
                if (countDays(dayjs(days[0]), dayjs(days[1])) > MAX_REBUILT_DAYS)
                  throw new Error(t('reports.rebuildTooMany', { days: MAX_REBUILT_DAYS }));
              },
            },
          ]}
        >
          <DaysInput until={businessNow()} />
        </Form.Item>
      </FormDrawer>
    </>
  );
}
