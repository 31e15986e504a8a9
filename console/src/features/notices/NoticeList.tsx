import { useTranslation } from 'react-i18next';
import { formatFullTime, formatTime } from '../../ui/format.ts';
import layout from '../../ui/theme/layout.module.css';
import styles from './Bells.module.css';
import type { Notices } from './use-notices.ts';

type Props = {
  notices: Notices;
  onShow: (noticeId: string) => void;
};

/** The notices, newest first: title, time, and a dot on unread ones. */
export function NoticeList({ notices: { list, failed, refresh }, onShow }: Props) {
  const { t } = useTranslation();
  if (list) return <Rows list={list} onShow={onShow} />;
  if (!failed) return <div className={styles['waiting']} role="status" aria-label={t('notices.list')} />;
  return (
    <p className={styles['plain']} role="alert">
      {t('notices.failed')}
      <button type="button" onClick={refresh}>
        {t('common.retry')}
      </button>
    </p>
  );
}

function Rows({ list, onShow }: { list: NonNullable<Notices['list']>; onShow: Props['onShow'] }) {
  const { t, i18n } = useTranslation();
  if (list.length === 0) return <p className={styles['plain']}>{t('notices.empty')}</p>;
  return (
    <ul className={styles['rows']}>
      {list.map(({ noticeId, noticeTitle, updateTime, readStatus }) => (
        <li key={noticeId}>
          <button type="button" data-unread={readStatus === 0 || undefined} onClick={() => onShow(noticeId)}>
            {readStatus === 0 && <span className={styles['dot']} role="img" aria-label={t('notices.unread')} />}
            <span className={`${layout['truncated']} ${styles['title']}`}>{noticeTitle}</span>
            <time dateTime={new Date(updateTime).toISOString()} title={formatFullTime(i18n.language, updateTime)}>
              {formatTime(updateTime)}
            </time>
          </button>
        </li>
      ))}
    </ul>
  );
}
