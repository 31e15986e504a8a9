import type { BatchPackage } from '@fleetwarden/contract/reports/batch/batch-packages';
import { reportBatchCalls } from '@fleetwarden/contract/reports/batch/routes';
import type { ReportFormat } from '@fleetwarden/contract/reports/report-formats';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Alert, Button, Checkbox, Form, Select, Steps } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { exportStarted } from '../../../api/tasks.ts';
import { BusinessDatePicker } from '../../../ui/BusinessDatePicker.tsx';
import { DetailDrawer } from '../../../ui/FormDrawer.tsx';
import { LoadFailed, SkeletonRows, State } from '../../../ui/States.tsx';
import layout from '../../../ui/theme/layout.module.css';
import { MONTH } from '../days.ts';
import styles from './Batch.module.css';
import { CompanyChoice } from './CompanyChoice.tsx';

const FRESH_MS = 60_000;
const STEPS = ['companies', 'packages', 'monthFormat'] as const;

/** Starts a batch export in three steps: companies, report packages, month and format. `onStarted` receives its task. */
export function BatchWizard({ onStarted, onClose }: { onStarted: (taskId: string) => void; onClose: () => void }) {
  const { t, i18n } = useTranslation();
  const [step, setStep] = useState(0);
  const [companies, setCompanies] = useState<readonly string[]>([]);
  const [packages, setPackages] = useState<readonly string[]>([]);
  const [month, setMonth] = useState<string>();
  const [format, setFormat] = useState<ReportFormat>();
  const [busy, setBusy] = useState(false);

  const {
    data: params,
    error,
    refetch,
  } = useQuery({
    queryKey: ['report', 'batchParams'],
    queryFn: ({ signal }) => call(reportBatchCalls.getBatchExportParams, {}, { signal, quiet: true }),
    staleTime: FRESH_MS,
    networkMode: 'always',
  });
  // packages depend on a company's industries; a package of any company can be chosen
  const offered = useQueries({
    queries: companies.map((deptId) => ({
      queryKey: ['report', 'batchPackages', deptId, i18n.language],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        call(reportBatchCalls.getBatchExportListByDeptId, { deptId }, { signal, quiet: true }),
      enabled: step > 0,
      staleTime: FRESH_MS,
      networkMode: 'always' as const,
    })),
    combine: (replies) => ({
      list: [
        ...new Map(replies.flatMap(({ data }) => (data?.list ?? []).map((each) => [each.packageId, each] as const))).values(),
      ],
      isPending: replies.some(({ isPending }) => isPending),
      error: replies.find(({ error: one }) => one)?.error ?? null,
      refetch: () => Promise.all(replies.map((one) => one.refetch())),
    }),
  });
  const chosenMonth = month ?? params?.lastMonth ?? '';
  const chosenFormat = format ?? params?.formats[0] ?? 'xlsx';
  const most = params?.mostCompanies ?? 0;
  const ready = [companies.length > 0 && companies.length <= most, packages.length > 0, chosenMonth !== ''][step] ?? false;
  const last = step === 2;

  async function begin() {
    setBusy(true);
    const input = {
      deptIds: [...companies],
      packageIds: packages as BatchPackage[],
      month: chosenMonth,
      format: chosenFormat,
    };
    // the client shows a refusal; the choices stay
    const task = await call(reportBatchCalls.startBatchExport, input).catch(() => null);
    setBusy(false);
    if (!task) return;
    exportStarted(task.taskId);
    onStarted(task.taskId);
  }

  const footer = (
    <div className={layout['buttonRow']}>
      {step > 0 && (
        <Button disabled={busy} onClick={() => setStep(step - 1)}>
          {t('batch.back')}
        </Button>
      )}
      <Button type="primary" loading={busy} disabled={!ready} onClick={() => (last ? void begin() : setStep(step + 1))}>
        {t(last ? 'batch.begin' : 'batch.next')}
      </Button>
    </div>
  );

  return (
    <DetailDrawer open title={t('batch.start')} size={720} footer={footer} onClose={() => !busy && onClose()}>
      <div className={styles['steps']}>
        <Steps size="small" current={step} items={STEPS.map((key) => ({ key, title: t(`batch.${key}`) }))} />
        {error && <LoadFailed reason={error.message} onRetry={() => void refetch()} />}
        {!error && !params && <SkeletonRows label={t('table.loading')} />}
        {params && step === 0 && <CompanyChoice chosen={companies} most={most} onChange={setCompanies} />}
        {step === 1 && offered.isPending && <SkeletonRows label={t('table.loading')} />}
        {step === 1 && offered.error && <LoadFailed reason={offered.error.message} onRetry={() => void offered.refetch()} />}
        {step === 1 && !offered.isPending && !offered.error && offered.list.length === 0 && (
          <State title={t('batch.noPackage')} />
        )}
        {step === 1 && !offered.isPending && offered.list.length > 0 && (
          <PackageChoice offered={offered.list} chosen={packages} onChange={setPackages} />
        )}
        {params && last && (
          <Form layout="vertical">
            <Form.Item label={t('batch.month')} htmlFor="batch-month" required>
              <BusinessDatePicker
                id="batch-month"
                style={{ width: '100%' }}
                picker="month"
                format={MONTH}
                allowClear={false}
                value={dayjs(`${chosenMonth}-01`)}
                disabledDate={(day) => day.format(MONTH) > params.lastMonth}
                onChange={(day) => day && setMonth(day.format(MONTH))}
              />
            </Form.Item>
            <Form.Item label={t('batch.format')} htmlFor="batch-format" required>
              <Select
                id="batch-format"
                value={chosenFormat}
                onChange={setFormat}
                options={params.formats.map((value) => ({ value, label: value }))}
              />
            </Form.Item>
            <Alert type="info" title={t('batch.selected', { count: companies.length, max: most })} />
          </Form>
        )}
      </div>
    </DetailDrawer>
  );
}

type Offered = {
  readonly packageId: string;
  readonly packageName: string;
  readonly reports: readonly { readonly reportName: string }[];
};

/** Check boxes of the packages with their reports. */
function PackageChoice(props: {
  offered: readonly Offered[];
  chosen: readonly string[];
  onChange: (packages: readonly string[]) => void;
}) {
  return (
    <Checkbox.Group
      className={styles['packages']!}
      value={[...props.chosen]}
      onChange={(chosen) => props.onChange(chosen as string[])}
      options={props.offered.map(({ packageId, packageName, reports }) => ({
        value: packageId,
        label: (
          <>
            <strong>{packageName}</strong>
            <span className={styles['reports']}>{reports.map(({ reportName }) => reportName).join(' · ')}</span>
          </>
        ),
      }))}
    />
  );
}
