import { evidenceCalls } from '@fleetwarden/contract/evidence/routes';
import type { EvidenceRow } from '@fleetwarden/contract/evidence/schemas';
import { useQuery } from '@tanstack/react-query';
import { Button, Descriptions } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { callPaged } from '../../api/call-paged.ts';
import { DetailDrawer } from '../../ui/FormDrawer.tsx';
import { LoadFailed } from '../../ui/States.tsx';
import { TimeCell } from '../../ui/TimeCell.tsx';
import { RowActions } from '../../ui/table/SearchTableActions.tsx';
import type { RowAction } from '../../ui/table/table-actions.ts';
import layout from '../../ui/theme/layout.module.css';
import type { AlarmDetailView } from './alarm-detail-view.ts';
import { EvidenceViews } from './EvidenceViews.tsx';
import { ExpiryText } from './ExpiryText.tsx';

type Props = {
  /** null: closed. */
  readonly alarmGid: string | null;
  /** The rows of the page behind it, to step through. */
  readonly rows: readonly EvidenceRow[];
  readonly actionsOf: (row: EvidenceRow) => RowAction[];
  readonly onMove: (alarmGid: string) => void;
  readonly onClose: () => void;
  readonly Detail: AlarmDetailView;
};

/** Keys of the drawer, as in the alarm pages: N next, P previous. */
const STEPS: Readonly<Record<string, number>> = { n: 1, p: -1 };
const EDITABLE = 'input, textarea, select, [contenteditable="true"]';

/** The evidence of one alarm: retention, files, graph, map, handling and views. */
export function EvidenceDrawer({ alarmGid, rows, actionsOf, onMove, onClose, Detail }: Props) {
  const { t } = useTranslation();
  const at = rows.findIndex((row) => row.alarmGid === alarmGid);
  const neighbour = (by: number): EvidenceRow | undefined => (at < 0 ? undefined : rows[at + by]);

  useEffect(() => {
    if (alarmGid === null) return;
    const step = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey || (event.target as Element).closest?.(EDITABLE)) return;
      const next = neighbour(STEPS[event.key.toLowerCase()] ?? 0);
      if (next && next.alarmGid !== alarmGid) onMove(next.alarmGid);
    };
    addEventListener('keydown', step);
    return () => removeEventListener('keydown', step);
  });

  const stepButton = (by: 1 | -1, label: string) => {
    const next = neighbour(by);
    return (
      <Button disabled={!next} onClick={() => next && onMove(next.alarmGid)}>
        {label}
      </Button>
    );
  };
  return (
    <DetailDrawer
      open={alarmGid !== null}
      title={t('evidence.detail')}
      size={720}
      onClose={onClose}
      footer={
        <div className={layout['buttonRow']}>
          {stepButton(-1, t('attachment.previousAlarm'))}
          {stepButton(1, t('attachment.nextAlarm'))}
        </div>
      }
    >
      {alarmGid !== null && (
        <div key={alarmGid} className={layout['stack']}>
          <Keeping alarmGid={alarmGid} actionsOf={actionsOf} />
          <Detail alarmGid={alarmGid} />
          <EvidenceViews alarmGid={alarmGid} />
        </div>
      )}
    </DetailDrawer>
  );
}

/** Retention and its reason, the note, and actions. A message replaces them if the alarm is no longer evidence. */
function Keeping({ alarmGid, actionsOf }: { alarmGid: string; actionsOf: (row: EvidenceRow) => RowAction[] }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery({
    queryKey: ['evidence', 'row', alarmGid],
    queryFn: ({ signal }) =>
      callPaged(evidenceCalls.listEvidence, { alarmGids: [alarmGid] }, { signal, quiet: true, pageModel: { page: 1, limit: 1 } }),
    gcTime: 0,
    networkMode: 'always',
  });
  if (error) return <LoadFailed reason={error.message} onRetry={() => void refetch()} />;
  if (!data) return null;
  const row = data.list[0];
  if (!row) return <p role="status">{t('evidence.noEvidence')}</p>;
  const items = [
    { label: t('evidence.kept'), children: <ExpiryText row={row} /> },
    { label: t('evidence.lockedBy'), children: row.locked ? <Locked row={row} /> : '' },
    { label: t('evidence.holdReason'), children: row.holdReason },
    { label: t('evidence.note'), children: row.note },
    { label: t('evidence.addedBy'), children: row.addedBy },
  ];
  return (
    <>
      <Descriptions
        size="small"
        column={{ xs: 1, sm: 2 }}
        items={items.filter(({ children }) => children !== '').map((item) => ({ ...item, key: item.label }))}
      />
      <RowActions actions={actionsOf(row)} />
    </>
  );
}

const Locked = ({ row: { lockUser, lockedAt, lockReason } }: { row: EvidenceRow }) => (
  <span>
    {lockUser} <TimeCell at={lockedAt} /> {lockReason}
  </span>
);
