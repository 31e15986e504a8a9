import { Button, Modal, message } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type Notice, takeNotices, useFeedback } from '../api/feedback.ts';
import { endSession } from '../api/session.ts';
import { AntdProvider } from '../ui/theme/AntdProvider.tsx';

/** Renders the messages of feedback.ts. */
export function FeedbackHost() {
  return (
    <AntdProvider>
      <Feedback />
    </AntdProvider>
  );
}

/** Takes messages only once antd's texts are loaded, so that none is lost. */
function Feedback() {
  const { t } = useTranslation();
  const [messages, holder] = message.useMessage();
  const { notices, elsewhere } = useFeedback();
  const shown = useRef(0);

  useEffect(() => {
    if (notices.length === 0) return;
    for (const { kind, text, seconds, action } of takeNotices()) {
      if (!action) messages.open({ key: text, type: kind, content: text, duration: seconds });
      else {
        const key = `action ${++shown.current}`;
        const close = () => messages.destroy(key);
        const content = <WithAction text={text} action={action} onTaken={close} />;
        messages.open({ key, type: kind, content, duration: seconds, pauseOnHover: true });
      }
    }
  }, [notices, messages]);

  return (
    <>
      {holder}
      <Modal
        open={elsewhere}
        title={t('identity.elsewhereTitle')}
        okText={t('identity.signInAgain')}
        cancelButtonProps={{ hidden: true }}
        closable={false}
        keyboard={false}
        mask={{ closable: false }}
        width={400}
        onOk={() => {
          endSession();
          location.reload();
        }}
      >
        {t('identity.elsewhereText')}
      </Modal>
    </>
  );
}

function WithAction({ text, action, onTaken }: { text: string; action: NonNullable<Notice['action']>; onTaken: () => void }) {
  return (
    <>
      {text}
      <Button
        type="link"
        size="small"
        onClick={() => {
          onTaken();
          action.run();
        }}
      >
        {action.label}
      </Button>
    </>
  );
}
