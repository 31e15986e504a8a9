import { reportsCalls } from '@fleetwarden/contract/reports/routes';
import type { ReportQuery } from '@fleetwarden/contract/reports/schemas';
import { Button, Dropdown } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { notify } from '../../api/feedback.ts';
import styles from './Reports.module.css';

/** A report a figure leads to, with the conditions it begins with. */
export type Target = {
  readonly reportId: number;
  readonly reportName: string;
  readonly path: string;
  readonly conditions: Readonly<Record<string, string>>;
};

/** A figure that leads on: to its one report at once, or by a menu of several. Where they lead is asked when somebody presses it. */
export function DrillCell(props: {
  asked: ReportQuery;
  colEName: string;
  ids: Readonly<Record<string, string>>;
  /** What it leads to, read out. */
  label: string;
  onGo: (target: Target) => void;
  children: ReactNode;
}) {
  const { asked, colEName, ids, label, onGo, children } = props;
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [targets, setTargets] = useState<readonly Target[]>([]);

  async function follow() {
    if (busy) return;
    setBusy(true);
    // told by the client
    const found = await call(reportsCalls.getReportRedirectorTabs, { ...asked, colEName, ids: { ...ids } }).catch(() => null);
    setBusy(false);
    const [only, ...others] = found?.list ?? [];
    if (!found) return;
    if (!only) notify('warning', t('reports.leadsNowhere'));
    else if (others.length === 0) onGo(only);
    else setTargets(found.list);
  }

  const link = (
    <Button className={styles['figure']!} type="link" size="small" aria-busy={busy} title={label} onClick={() => void follow()}>
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
