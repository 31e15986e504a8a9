import type { RuleCode } from '@fleetwarden/contract/alarm-rules/kinds';
import { useTranslation } from 'react-i18next';
import { PagedList } from '../../ui/PagedList.tsx';
import { TimeCell } from '../../ui/TimeCell.tsx';
import { changedFields } from './changed-fields.ts';
import { paramText } from './params/param-words.ts';
import styles from './Rules.module.css';
import { type DetailRow, loadDetails } from './scheme-values.ts';

/** 记录: changes of a scheme, newest first. */
export function SchemeLog({ code, id }: { code: RuleCode; id: string }) {
  const { t } = useTranslation();
  const wordOf = (field: string): string =>
    field
      .split('.')
      .filter((part) => part !== 'params')
      .map((part) => (/^\d+$/.test(part) ? String(Number(part) + 1) : nameOf(part)))
      .join(' · ');
  // everything else is a parameter
  const nameOf = (part: string) => (OWN.has(part) ? t(`warnScheme.${part as 'schemeName'}`) : paramText(t, part));
  const columns = [
    {
      key: 'at',
      title: t('warnScheme.updatedAt'),
      width: 140,
      render: (_: unknown, row: DetailRow) => 'action' in row && <TimeCell at={row.at} />,
    },
    { key: 'username', dataIndex: 'username', title: t('warnScheme.updatedBy'), width: 110 },
    {
      key: 'action',
      title: t('warnScheme.action'),
      width: 90,
      render: (_: unknown, row: DetailRow) => 'action' in row && t(`warnScheme.act_${row.action}`),
    },
    {
      key: 'changes',
      title: t('warnScheme.changes'),
      render: (_: unknown, row: DetailRow) =>
        !('action' in row) ? null : row.action === 'bind' ? (
          boundText(row.after)
        ) : row.action === 'edit' ? (
          <ul className={styles['changes']}>
            {changedFields(row.before, row.after).map(({ field, before, after }) => (
              <li key={field}>
                {wordOf(field)}: {before} → {after}
              </li>
            ))}
          </ul>
        ) : null,
    },
  ];
  return (
    <PagedList<DetailRow>
      question={['scheme log', code, id]}
      load={(options) => loadDetails({ schemeType: code, id, what: 'log' }, options)}
      rowKey={(row) => ('action' in row ? `${row.at}-${row.action}` : '')}
      columns={columns}
      scroll={{ x: 'max-content' }}
    />
  );
}

/** Numbers of added and removed targets. */
function boundText(after: unknown): string {
  const which = (after ?? {}) as Readonly<Record<string, readonly unknown[] | undefined>>;
  const count = (...names: string[]) => names.reduce((sum, name) => sum + (which[name]?.length ?? 0), 0);
  return `+${count('addCars', 'addDepts')} −${count('removeCars', 'removeDepts')}`;
}

const OWN: ReadonlySet<string> = new Set(['schemeName', 'enabled', 'validFrom', 'validTo', 'remark']);
