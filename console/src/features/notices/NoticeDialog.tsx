import CloseOutlined from '@ant-design/icons/CloseOutlined';
import LeftOutlined from '@ant-design/icons/LeftOutlined';
import RightOutlined from '@ant-design/icons/RightOutlined';
import type { Notice } from '@fleetwarden/contract/notices/schemas';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatFullTime, formatTime } from '../../ui/format.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { ScrollRegion } from '../../ui/ScrollRegion.tsx';
import styles from './NoticeDialog.module.css';

type Props = {
  list: readonly Notice[];
  noticeId: string;
  onShow: (noticeId: string) => void;
  onClose: () => void;
};

/** A notice, with buttons to the previous and next one. A click on the backdrop does not close it (specification 9). */
export function NoticeDialog({ list, noticeId, onShow, onClose }: Props) {
  const { t, i18n } = useTranslation();
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  /** Shown inside the dialog, because page messages are below a modal dialog. */
  const [atEnd, setAtEnd] = useState<'first' | 'last' | null>(null);
  const index = list.findIndex((notice) => notice.noticeId === noticeId);
  const notice = list[index];
  // revoked while it was open
  const revoked = !notice;

  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);
  useEffect(() => {
    if (revoked) onClose();
  }, [revoked, onClose]);
  if (!notice) return null;

  function step(by: -1 | 1) {
    const next = list[index + by];
    setAtEnd(next ? null : by < 0 ? 'first' : 'last');
    if (next) onShow(next.noticeId);
  }

  return (
    <dialog ref={dialog} className={styles['dialog']} aria-labelledby={title} onClose={onClose}>
      <header>
        <h2 id={title}>{notice.noticeTitle}</h2>
        <IconButton label={t('common.close')} icon={<CloseOutlined aria-hidden />} onClick={() => dialog.current?.close()} />
      </header>
      <time dateTime={new Date(notice.updateTime).toISOString()} title={formatFullTime(i18n.language, notice.updateTime)}>
        {formatTime(notice.updateTime)}
      </time>
      <ScrollRegion key={noticeId} className={styles['content']} label={notice.noticeTitle}>
        {notice.noticeContent}
      </ScrollRegion>
      <footer>
        <p role="status">{atEnd && t(`notices.${atEnd}`)}</p>
        <button type="button" onClick={() => step(-1)}>
          <LeftOutlined aria-hidden />
          {t('notices.previous')}
        </button>
        <button type="button" onClick={() => step(1)}>
          {t('notices.next')}
          <RightOutlined aria-hidden />
        </button>
      </footer>
    </dialog>
  );
}
