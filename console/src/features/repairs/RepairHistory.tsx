import { repairsCalls } from '@fleetwarden/contract/repairs/routes';
import { useQuery } from '@tanstack/react-query';
import { Timeline } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import type { ResourceRecord } from '../../shared/resource/resource-record.ts';
import { TimeCell } from '../../ui/TimeCell.tsx';

/** History of a repair, oldest first, below its form. */
export function RepairHistory({ record }: { record: ResourceRecord | null }) {
  const { t } = useTranslation();
  const { data } = useQuery({
    queryKey: ['repairMoves', record?.id, record?.version],
    queryFn: ({ signal }) => call(repairsCalls.listMove, { id: record!.id }, { signal, quiet: true }),
    enabled: record !== null,
  });
  if (!record || !data || data.list.length === 0) return null;
  return (
    <section aria-label={t('repair.history')}>
      <h3>{t('repair.history')}</h3>
      <Timeline
        items={data.list.map(({ action, by, at, note }) => ({
          key: `${at} ${action}`,
          content: (
            <>
              {t(`repair.${action}`)} {by} <TimeCell at={at} />
              {note && <p>{note}</p>}
            </>
          ),
        }))}
      />
    </section>
  );
}
