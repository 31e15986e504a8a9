import ArrowLeftOutlined from '@ant-design/icons/ArrowLeftOutlined';
import LinkOutlined from '@ant-design/icons/LinkOutlined';
import PrinterOutlined from '@ant-design/icons/PrinterOutlined';
import ReloadOutlined from '@ant-design/icons/ReloadOutlined';
import type { ReportTemplate } from '@fleetwarden/contract/reports/schemas';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { copyText } from '../../ui/copy-text.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import styles from './Reports.module.css';

type Props = {
  readonly template: ReportTemplate;
  /** URL of the page to return to. */
  readonly back: string | null;
  /** Builds the query of the link to share. */
  readonly shared: () => URLSearchParams;
  readonly refreshing: boolean;
  readonly onRefresh: () => void;
  /** Tools of the page, before and after the common ones. */
  readonly before?: ReactNode;
  readonly behind?: ReactNode;
};

/** Head of a report page: name, purpose and tools. */
export function ReportHead({ template, back, shared, refreshing, onRefresh, before, behind }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return (
    <PageHeader
      title={template.reportName}
      description={template.purpose}
      action={
        <div className={styles['tools']}>
          {back !== null && (
            <Button icon={<ArrowLeftOutlined />} onClick={() => void navigate(back)}>
              {t('reports.back')}
            </Button>
          )}
          {before}
          <IconButton label={t('table.refresh')} icon={<ReloadOutlined spin={refreshing} />} onClick={onRefresh} />
          <IconButton
            label={t('reports.share')}
            icon={<LinkOutlined />}
            onClick={() => void copyText(`${window.location.origin}${pathname}?${shared()}`)}
          />
          <IconButton label={t('reports.print')} icon={<PrinterOutlined />} onClick={() => window.print()} />
          {behind}
        </div>
      }
    />
  );
}
