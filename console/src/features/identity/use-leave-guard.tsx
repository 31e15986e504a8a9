import { Modal } from 'antd';
import type { ReactNode } from 'react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';

/** Closes at once, or asks first when something was typed. The element draws the question. */
export function useLeaveGuard(typed: () => boolean, onClose: () => void): [leave: () => void, question: ReactNode] {
  const { t } = useTranslation();
  const [modal, holder] = Modal.useModal();
  const asking = useRef(false);

  async function leave() {
    if (!typed()) return onClose();
    if (asking.current) return;
    asking.current = true;
    const discard = await modal.confirm({
      title: t('account.discardTitle'),
      content: t('account.discardText'),
      okText: t('account.discard'),
      cancelText: t('account.keepEditing'),
      mask: { closable: false },
    });
    asking.current = false;
    if (discard) onClose();
  }

  return [() => void leave(), holder];
}
