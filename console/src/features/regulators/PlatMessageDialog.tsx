import { MAX_REPLY } from '@fleetwarden/contract/regulators/limits';
import type { PlatMessage } from '@fleetwarden/contract/regulators/regulator-questions';
import { regulatorsCalls } from '@fleetwarden/contract/regulators/routes';
import { Button, Input, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { AntdProvider } from '../../ui/theme/AntdProvider.tsx';
import { hasReply, sendReply } from './desk-reply.ts';
import { dropMessage } from './desk-store.ts';
import { COUNTED } from './desk-style.ts';

const WIDTH = 520;
const ROWS = 3;

/** 平台间报文 (0x9302): a message of a superior platform, and its handling. */
export function PlatMessageDialog({ message }: { message: PlatMessage }) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [sending, setSending] = useState(false);
  const { id } = message;
  const later = () => dropMessage(id);

  async function answer() {
    if (!hasReply(text)) return;
    setSending(true);
    const data = { id, note: text.trim() };
    const taken = await sendReply(
      () => call(regulatorsCalls.replyPlatMessage, data, { quiet: true, anyPage: true }),
      'regulators.done',
    );
    setSending(false);
    if (taken) dropMessage(id);
  }

  return (
    <AntdProvider>
      <Modal
        open
        title={t('regulators.message')}
        width={WIDTH}
        closable={false}
        mask={{ closable: false }}
        onCancel={later}
        footer={[
          <Button key="later" onClick={later}>
            {t('regulators.later')}
          </Button>,
          <Button key="answer" type="primary" loading={sending} onClick={() => void answer()}>
            {t('regulators.answer')}
          </Button>,
        ]}
      >
        <p>{t('regulators.messageFrom', { platform: message.platName })}</p>
        <p style={{ whiteSpace: 'pre-wrap' }}>{message.content}</p>
        <Input.TextArea
          aria-label={t('regulators.note')}
          placeholder={t('regulators.note')}
          rows={ROWS}
          style={COUNTED}
          maxLength={MAX_REPLY}
          showCount
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </Modal>
    </AntdProvider>
  );
}
