import ScheduleOutlined from '@ant-design/icons/ScheduleOutlined';
import type { ReportTemplate } from '@fleetwarden/contract/reports/schemas';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Sort } from '../../../ui/table/use-table-url.ts';
import type { OwnColumn } from '../columns.ts';
import { type Conditions, findComplaint } from '../conditions.ts';
import { complain } from '../refusals.ts';
import { ScheduleForm } from './ScheduleForm.tsx';

/** Creates a schedule with the current conditions, columns and sort. */
export function ScheduleEntry(props: {
  readonly template: ReportTemplate;
  readonly conditions: Conditions;
  readonly columns: readonly OwnColumn[];
  readonly sort: Sort | null;
}) {
  const { template, conditions, columns, sort } = props;
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);

  function begin() {
    const complaint = findComplaint(template, conditions, 'export');
    if (complaint) return complain(complaint);
    setOpen(true);
  }

  return (
    <>
      <Button icon={<ScheduleOutlined />} aria-haspopup="dialog" onClick={begin}>
        {t('schedules.button')}
      </Button>
      {open && (
        <ScheduleForm
          draft={{
            reportId: template.reportId,
            conditions: { ...conditions },
            columns: columns.filter(({ hidden }) => !hidden).map(({ colEName }) => colEName),
            ...(sort ? { orderBy: sort.key, direction: sort.order } : {}),
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
