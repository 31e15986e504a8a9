import { evidenceCalls } from '@fleetwarden/contract/evidence/routes';
import { useTranslation } from 'react-i18next';
import { callPaged } from '../../api/call-paged.ts';
import { PagedList } from '../../ui/PagedList.tsx';
import { TimeCell } from '../../ui/TimeCell.tsx';

/** Who viewed or exported the files of an alarm. */
export function EvidenceViews({ alarmGid }: { alarmGid: string }) {
  const { t } = useTranslation();
  return (
    <section aria-label={t('evidence.views')}>
      <h3>{t('evidence.views')}</h3>
      <PagedList
        question={['evidence', 'views', alarmGid]}
        load={(options) => callPaged(evidenceCalls.listEvidenceView, { alarmGid }, options)}
        rowKey={({ at, username, fileName, action }) => `${at} ${username} ${fileName} ${action}`}
        empty={t('evidence.noViews')}
        scroll={{ x: 'max-content' }}
        columns={[
          { key: 'at', title: t('evidence.viewedAt'), render: (_, { at }) => <TimeCell at={at} /> },
          { key: 'user', title: t('evidence.user'), render: (_, { username }) => username },
          { key: 'action', title: t('evidence.action'), render: (_, { action }) => t(`evidence.action${action}`) },
          { key: 'kind', title: t('evidence.kind'), render: (_, { kind }) => t(`attachment.kind${kind}`) },
          { key: 'file', title: t('evidence.file'), render: (_, { fileName }) => fileName },
          { key: 'ip', title: t('evidence.ip'), render: (_, { ip }) => ip },
        ]}
      />
    </section>
  );
}
