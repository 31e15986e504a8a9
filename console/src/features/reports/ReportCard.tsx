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

/** Most characters of the user's label for a report. */
const MAX_LABEL_LENGTH = 20;

export type ReportWish = { readonly label?: string; readonly favourite?: boolean };

/** A report in the navigation list: link, purpose, the user's label and favourite star. */
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
        maxLength={MAX_LABEL_LENGTH}
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
