import { Checkbox } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDepartments } from '../../shared/departments.ts';
import { State } from '../../ui/States.tsx';
import styles from './audit.module.css';
import { auditFieldText, fieldName } from './audit-names.ts';
import { diffRows } from './diff.ts';

/** Old and new values side by side. A word marks each kind of change, not only its colour. */
export function DiffTable({ area, before, after }: { area: string; before: unknown; after: unknown }) {
  const { t, i18n } = useTranslation();
  const [all, setAll] = useState(false);
  const { departments } = useDepartments();
  const names = new Map(departments.map(({ deptId, deptName }) => [deptId, deptName]));
  const rows = diffRows(before, after, auditFieldText(i18n, area, names));
  const changed = rows.filter(({ kind }) => kind !== 'same');
  if (rows.length === 0) return <State title={t('operations.noChanges')} />;
  return (
    <>
      <div className={styles['diffHead']}>
        <h2>{t('operations.changes')}</h2>
        {changed.length < rows.length && (
          <Checkbox checked={!all} onChange={({ target }) => setAll(!target.checked)}>
            {t('operations.onlyChanged')}
          </Checkbox>
        )}
      </div>
      <table className={styles['diff']}>
        <thead>
          <tr>
            <th scope="col">{t('operations.field')}</th>
            <th scope="col">{t('operations.before')}</th>
            <th scope="col">{t('operations.after')}</th>
            <th scope="col">{t('operations.kind')}</th>
          </tr>
        </thead>
        <tbody>
          {(all ? rows : changed).map((row) => (
            <tr key={row.field} data-kind={row.kind}>
              <th scope="row">{fieldName(i18n, row.field)}</th>
              <td>{row.before}</td>
              <td>{row.after}</td>
              <td>{t(`operations.${row.kind}`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
