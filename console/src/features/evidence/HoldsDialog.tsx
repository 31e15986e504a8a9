import { EVIDENCE_REASON_MAX } from '@fleetwarden/contract/evidence/evidence-limits';
import { evidenceCalls } from '@fleetwarden/contract/evidence/routes';
import { permission } from '@fleetwarden/contract/permissions';
import { Button, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { callPaged } from '../../api/call-paged.ts';
import { notify } from '../../api/feedback.ts';
import { useMay } from '../../api/session.ts';
import { PagedList } from '../../ui/PagedList.tsx';
import { TimeCell } from '../../ui/TimeCell.tsx';
import { TextDialog } from './TextDialog.tsx';

const WIDTH = 960;

/** Legal holds on vehicles and drivers: their reasons, users and releases. */
export function HoldsDialog({ onChanged, onClose }: { onChanged: () => Promise<unknown>; onClose: () => void }) {
  const { t } = useTranslation();
  const mayRelease = useMay(permission.lockEvidence);
  const [released, setReleased] = useState<{ readonly id: string; readonly name: string } | null>(null);
  return (
    <Modal open centered width={WIDTH} title={t('evidence.holds')} mask={{ closable: false }} footer={null} onCancel={onClose}>
      <PagedList
        question={['evidence', 'holds']}
        load={(options) => callPaged(evidenceCalls.listEvidenceHold, {}, options)}
        rowKey="id"
        empty={t('evidence.noHolds')}
        scroll={{ x: 'max-content' }}
        columns={[
          { key: 'of', title: t('evidence.holdOf'), render: (_, { carNo, driverName }) => carNo || driverName },
          { key: 'reason', title: t('evidence.reason'), render: (_, { reason }) => reason },
          { key: 'by', title: t('evidence.user'), render: (_, { username }) => username },
          { key: 'at', title: t('evidence.heldAt'), render: (_, { heldAt }) => <TimeCell at={heldAt} /> },
          {
            key: 'released',
            title: t('evidence.released'),
            render: (_, { releasedAt, releasedBy, releaseReason }) =>
              releasedAt === null ? (
                t('evidence.inForce')
              ) : (
                <>
                  <TimeCell at={releasedAt} /> {releasedBy} {releaseReason}
                </>
              ),
          },
          {
            key: 'actions',
            render: (_, { id, releasedAt, carNo, driverName }) =>
              mayRelease &&
              releasedAt === null && (
                <Button type="link" size="small" onClick={() => setReleased({ id, name: carNo || driverName })}>
                  {t('evidence.release')}
                </Button>
              ),
          },
        ]}
      />
      {released && (
        <TextDialog
          question={{
            title: t('evidence.releaseTitle', { name: released.name }),
            label: t('evidence.reason'),
            max: EVIDENCE_REASON_MAX,
            required: true,
            okText: t('evidence.release'),
            run: async (reason) => {
              await call(evidenceCalls.releaseEvidence, { id: released.id, reason });
              notify('success', t('evidence.nowReleased'));
              await onChanged();
            },
          }}
          onClose={() => setReleased(null)}
        />
      )}
    </Modal>
  );
}
