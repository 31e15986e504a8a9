import type { Notice } from '@fleetwarden/contract/notices/schemas';
import { useTranslation } from 'react-i18next';
import { useNoticeList, useReadNotice } from '../../shared/notices.ts';
import { formatFullTime, formatTime } from '../../ui/format.ts';
import { State } from '../../ui/States.tsx';
import layout from '../../ui/theme/layout.module.css';
import { Card } from './Card.tsx';
import styles from './Dashboard.module.css';

const SHOWN = 5;

/** The latest notices; opening one marks it as read. */
export function NoticesCard() {
  const { t } = useTranslation();
  const query = useNoticeList();
  const markRead = useReadNotice();

  return (
    <Card title={t('screens.notices')} query={query}>
      {(list) =>
        list.length === 0 ? (
          <State title={t('screens.noNotices')} />
        ) : (
          <ul className={`${layout['plainList']} ${styles['notices']}`}>
            {list.slice(0, SHOWN).map((notice) => (
              <li key={notice.noticeId}>
                <NoticeLine notice={notice} onOpen={() => markRead(notice)} />
              </li>
            ))}
          </ul>
        )
      }
    </Card>
  );
}

function NoticeLine({ notice, onOpen }: { notice: Notice; onOpen: () => void }) {
  const { t, i18n } = useTranslation();
  return (
    <details onToggle={(event) => event.currentTarget.open && onOpen()}>
      <summary>
        {notice.readStatus === 0 && <span className={styles['unread']} role="img" aria-label={t('screens.unread')} />}
        <span className={styles['noticeTitle']}>{notice.noticeTitle}</span>
        <time title={formatFullTime(i18n.language, notice.updateTime)}>{formatTime(notice.updateTime).slice(0, 5)}</time>
      </summary>
      <p>{notice.noticeContent}</p>
    </details>
  );
}
