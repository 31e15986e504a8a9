import type { RuleCode } from '@fleetwarden/contract/alarm-rules/kinds';
import type { EffectRow } from '@fleetwarden/contract/alarm-rules/schemas';
import { useTranslation } from 'react-i18next';
import { PagedList } from '../../ui/PagedList.tsx';
import { TimeCell } from '../../ui/TimeCell.tsx';
import { type DetailRow, loadDetails } from './scheme-values.ts';

const isEffect = (row: DetailRow): row is EffectRow => 'resultCode' in row;

/** 下发结果: texts sent by a scheme with the terminals' replies, newest first. */
export function SchemeEffects({ code, id }: { code: RuleCode; id: string }) {
  const { t } = useTranslation();
  const columns = [
    {
      key: 'at',
      title: t('warnScheme.sentAt'),
      width: 150,
      render: (_: unknown, row: DetailRow) => isEffect(row) && <TimeCell at={row.at} />,
    },
    { key: 'carNo', dataIndex: 'carNo', title: t('warnScheme.sentTo'), width: 110 },
    {
      key: 'result',
      title: t('warnScheme.sentResult'),
      width: 100,
      render: (_: unknown, row: DetailRow) =>
        isEffect(row) && (row.state === null ? t('warnScheme.sentNowhere') : t(`alarmHistory.command${row.state}`)),
    },
    { key: 'text', dataIndex: 'text', title: t('warnScheme.sentText') },
  ];
  return (
    <PagedList<DetailRow>
      question={['scheme effects', code, id]}
      load={(options) => loadDetails({ schemeType: code, id, what: 'effects' }, options)}
      rowKey={(row) => (isEffect(row) ? `${row.at}-${row.targId}-${row.subject}` : '')}
      columns={columns}
      scroll={{ x: 'max-content' }}
    />
  );
}
