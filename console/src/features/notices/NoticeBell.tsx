import BellOutlined from '@ant-design/icons/BellOutlined';
import { permission } from '@fleetwarden/contract/permissions';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/session.ts';
import { BarPopup } from '../../ui/BarPopup.tsx';
import { CountBadge, withBadge } from './CountBadge.tsx';
import { NoticeDialog } from './NoticeDialog.tsx';
import { NoticeList } from './NoticeList.tsx';
import { useNotices } from './use-notices.ts';

/** The notice bell (specification 2.3, 2.7): unread count, list, and a dialog per notice. */
export function NoticeBell() {
  return useMay(permission.readNotices) ? <Bell /> : null;
}

function Bell() {
  const { t } = useTranslation();
  const notices = useNotices();
  const { list, unread, markRead } = notices;
  const [open, setOpen] = useState(false);
  const [shownId, setShownId] = useState<string | null>(null);
  const button = useRef<HTMLButtonElement>(null);

  const show = (noticeId: string) => {
    const notice = list?.find((candidate) => candidate.noticeId === noticeId);
    if (!notice) return;
    setOpen(false);
    setShownId(noticeId);
    markRead(notice);
  };

  return (
    <>
      <BarPopup
        label={unread > 0 ? withBadge(t('notices.bellUnread', { count: unread }), unread) : t('notices.bell')}
        title={t('notices.bell')}
        panelLabel={t('notices.list')}
        face={
          <>
            <BellOutlined aria-hidden />
            <CountBadge count={unread} tone="neutral" />
          </>
        }
        open={open}
        button={button}
        onOpen={setOpen}
      >
        <NoticeList notices={notices} onShow={show} />
      </BarPopup>
      {shownId !== null && list && (
        <NoticeDialog
          list={list}
          noticeId={shownId}
          onShow={show}
          onClose={() => {
            setShownId(null);
            button.current?.focus();
          }}
        />
      )}
    </>
  );
}
