import { Modal } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

export type Question = {
  readonly title: string;
  readonly content?: ReactNode;
  /** The verb. */
  readonly okText: string;
  readonly cancelText?: string;
  readonly danger?: boolean;
};

/** Asks before something that cannot be taken back; render the second part. A click beside the dialog answers nothing. */
export function useConfirm(): [(question: Question) => Promise<boolean>, ReactNode] {
  const { t } = useTranslation();
  const [modal, holder] = Modal.useModal();
  async function confirm({ title, content, okText, cancelText, danger = false }: Question): Promise<boolean> {
    return await modal.confirm({
      title,
      content,
      okText,
      cancelText: cancelText ?? t('form.cancel'),
      okButtonProps: { danger },
      mask: { closable: false },
      centered: true,
    });
  }
  return [confirm, holder];
}
