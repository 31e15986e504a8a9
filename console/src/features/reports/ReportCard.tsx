import EditOutlined from '@ant-design/icons/EditOutlined';
import StarFilled from '@ant-design/icons/StarFilled';
import StarOutlined from '@ant-design/icons/StarOutlined';
import type { NavigationReport } from '@fleetwarden/contract/reports/schemas';
import { Button, Form, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { IconButton } from '../../ui/IconButton.tsx';
import styles from './Navigation.module.css';

/** Letters of a user's own word for a report. */
const MAX_EMAILS = 20;

export type ReportWish = { readonly label?: string; readonly favourite?: boolean };

/** A report as the list of all shows it: where it leads, what it answers, the user's word for it and their star. */
export function ReportCard({ report, onWish }: { report: NavigationReport; onWish: (wish: ReportWish) => void }) {
  const { t } = useTranslation();
  const [editing, setEditing] = useState(false);
  const { reportName, purpose, path, label, favourite } = report;
  return (
    <li className={styles['card']}>
      <div className={styles['name']}>
        <Link to={path}>{reportName}</Link>
        {label !== '' && !editing && <span className={styles['label']}>{label}</span>}
        <span className={styles['acts']}>
          <IconButton
            label={t('reports.labelOf', { report: reportName })}
            icon={<EditOutlined />}
            expanded={editing}
            onClick={() => setEditing(!editing)}
          />
          <IconButton
            label={t(favourite ? 'reports.unfavour' : 'reports.favour', { report: reportName })}
            icon={favourite ? <StarFilled /> : <StarOutlined />}
            pressed={favourite}
            onClick={() => onWish({ favourite: !favourite })}
          />
        </span>
      </div>
      {editing ? (
        <LabelForm
          label={label}
          onDone={(next) => {
            setEditing(false);
            if (next !== null && next !== label) onWish({ label: next });
          }}
        />
      ) : (
        <p>{purpose}</p>
      )}
    </li>
  );
}

function LabelForm({ label, onDone }: { label: string; onDone: (label: string | null) => void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(label);
  return (
    <Form className={styles['labelling']!} onFinish={() => onDone(typed.trim())}>
      <Input
        size="small"
        autoFocus
        allowClear
        autoComplete="off"
        maxLength={MAX_EMAILS}
        value={typed}
        aria-label={t('reports.label')}
        placeholder={t('reports.label')}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={({ key }) => key === 'Escape' && onDone(null)}
      />
      <Button size="small" htmlType="submit">
        {t('form.save')}
      </Button>
    </Form>
  );
}
