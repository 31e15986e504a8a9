import { reportsCalls } from '@fleetwarden/contract/reports/routes';
import type { ReportAsked } from '@fleetwarden/contract/reports/schemas';
import { Button, Dropdown } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { notify } from '../../api/feedback.ts';
import styles from './Reports.module.css';

/** Target report of a drill-down, with its initial conditions. */
export type Target = {
  readonly reportId: number;
  readonly reportName: string;
  readonly path: string;
  readonly conditions: Readonly<Record<string, string>>;
};

/** A figure with a drill-down: a click loads the target reports, then opens the only one or a menu. */
export function DrillCell(props: {
  request: ReportAsked;
  colEName: string;
  ids: Readonly<Record<string, string>>;
  /** Accessible description of the target. */
  label: string;
  onGo: (target: Target) => void;
  children: ReactNode;
}) {
  const { request, colEName, ids, label, onGo, children } = props;
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [targets, setTargets] = useState<readonly Target[]>([]);

  async function openTarget() {
    if (busy) return;
    setBusy(true);
    // the client shows failures
    const reply = await call(reportsCalls.getReportRedirectorTabs, { ...request, colEName, ids: { ...ids } }).catch(() => null);
    setBusy(false);
    const [only, ...others] = reply?.list ?? [];
    if (!reply) return;
    if (!only) notify('warning', t('reports.leadsNowhere'));
    else if (others.length === 0) onGo(only);
    else setTargets(reply.list);
  }

  const link = (
    <Button
      className={styles['figure']!}
      type="link"
      size="small"
      aria-busy={busy}
      title={label}
      onClick={() => void openTarget()}
    >
      {children}
    </Button>
  );
  if (targets.length === 0) return link;
  return (
    <Dropdown
      open
      trigger={['click']}
      autoFocus
      menu={{
        items: targets.map(({ reportId, reportName }) => ({ key: String(reportId), label: reportName })),
        onClick: ({ key }) => {
          const target = targets.find(({ reportId }) => String(reportId) === key);
          setTargets([]);
          if (target) onGo(target);
        },
      }}
      onOpenChange={(open) => !open && setTargets([])}
    >
      {link}
    </Dropdown>
  );
}
