import { Modal } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

export type Question = {
  readonly title: string;
  readonly content?: ReactNode;
  /** The verb. */
  readonly okText: string;
  readonly cancelText?: string;
  readonly danger?: boolean;
};

/** px; a dialog only asks for a decision. */
const WIDTH = 416;

/**
 * Asks before an irreversible action; render the second element. A click outside does nothing. (antd's own `modal.confirm` has no
 * accessible name.)
 */
export function useConfirm(): [(question: Question) => Promise<boolean>, ReactNode] {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const [pending, setPending] = useState<{ question: Question; answer: (yes: boolean) => void } | null>(null);

  const confirm = (question: Question) =>
    new Promise<boolean>((answer) => {
      setPending({ question, answer });
      setOpen(true);
    });

  function answer(yes: boolean) {
    setOpen(false);
    pending?.answer(yes);
  }

  const question = pending?.question;
  const dialog = question && (
    <Modal
      open={open}
      title={question.title}
      okText={question.okText}
      okButtonProps={{ danger: question.danger ?? false }}
      cancelText={question.cancelText ?? t('form.cancel')}
      closable={false}
      centered
      mask={{ closable: false }}
      width={WIDTH}
      onOk={() => answer(true)}
      onCancel={() => answer(false)}
    >
      {question.content}
    </Modal>
  );
  return [confirm, dialog];
}
