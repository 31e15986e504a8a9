import { MAX_REPLY } from '@fleetwarden/contract/regulators/limits';
import { regulatorsCalls } from '@fleetwarden/contract/regulators/routes';
import { Alert, Button, Descriptions, Input, Modal } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { notify } from '../../api/feedback.ts';
import { useNow } from '../../hooks/use-now.ts';
import { enumerationName } from '../../shared/enumeration.ts';
import { formatDuration } from '../../ui/format.ts';
import { AntdProvider } from '../../ui/theme/AntdProvider.tsx';
import { hasReply, sendReply } from './desk-reply.ts';
import { dropCheck, type WaitingCheck } from './desk-store.ts';
import { APART, COUNTED } from './desk-style.ts';

const WIDTH = 520;
const ROWS = 4;
/** Above all other dialogs. */
const ABOVE = 1_100;

/** 查岗 (0x00B9): stays until answered here or elsewhere, or expired. `more`: number of further ones. */
export function PostCheckDialog({ check, more }: { check: WaitingCheck; more: number }) {
  const { t, i18n } = useTranslation();
  const [text, setText] = useState('');
  const [sending, setSending] = useState(false);
  const now = useNow();
  const { seqId, objectId, dueAt } = check;
  const over = now >= dueAt;

  useEffect(() => {
    if (!over) return;
    dropCheck(seqId);
    notify('warning', t('regulators.expired'));
  }, [over, seqId, t]);

  async function answer() {
    if (!hasReply(text)) return;
    setSending(true);
    const data = { objectId, rspSeqId: seqId, data: text.trim() };
    const taken = await sendReply(
      () => call(regulatorsCalls.replyPlatCheck, data, { quiet: true, anyPage: true }),
      'regulators.replied',
    );
    setSending(false);
    if (taken) dropCheck(seqId);
  }

  return (
    <AntdProvider>
      <Modal
        open
        title={t('regulators.postCheck')}
        width={WIDTH}
        zIndex={ABOVE}
        closable={false}
        keyboard={false}
        mask={{ closable: false }}
        footer={
          <Button type="primary" loading={sending} onClick={() => void answer()}>
            {t('regulators.answer')}
          </Button>
        }
      >
        {check.called > 1 && <Alert type="warning" showIcon style={APART} title={t('regulators.escalated')} />}
        <Descriptions
          size="small"
          column={1}
          styles={{ label: { color: 'inherit' } }}
          items={[
            { key: 'from', label: t('regulators.platform'), children: check.platName },
            { key: 'question', label: t('regulators.question'), children: check.msg },
            {
              key: 'object',
              label: t('regulators.object'),
              children: `${enumerationName(i18n, 'POST_CHECK_OBJECT', check.objectType)} ${objectId}`,
            },
            {
              key: 'left',
              label: t('regulators.timeLeft'),
              children: <span role="timer">{formatDuration(t, dueAt - now)}</span>,
            },
          ]}
        />
        <Input.TextArea
          aria-label={t('regulators.answerText')}
          placeholder={t('regulators.answerText')}
          rows={ROWS}
          style={COUNTED}
          maxLength={MAX_REPLY}
          showCount
          autoFocus
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        {more > 0 && <p role="status">{t('regulators.moreChecks', { count: more })}</p>}
      </Modal>
    </AntdProvider>
  );
}
