import { MAX_REPLY } from '@fleetwarden/contract/regulators/limits';
import type { SuperviseTask } from '@fleetwarden/contract/regulators/regulator-questions';
import { regulatorsCalls } from '@fleetwarden/contract/regulators/routes';
import { Button, Input, Select, Space } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useEnumeration } from '../../shared/enumeration.ts';
import { hasReply, sendReply } from './desk-reply.ts';
import { settleTask } from './desk-store.ts';
import { ONE_LINE } from './desk-style.ts';

/** Result value of the console's call: handled (specification 7). */
const DEALT = 2 as const;
/** SUPERVISE_RESULT */
const [IN_PROGRESS, DONE, LATER] = [0, 1, 3] as const;
const CHOICE_WIDTH = 120;

/** The answer form of a supervision; afterwards, its answer. */
export function TaskReply({ task }: { task: SuperviseTask }) {
  const { t } = useTranslation();
  const results = useEnumeration('SUPERVISE_RESULT');
  const [text, setText] = useState('');
  const [choice, setChoice] = useState<0 | 1 | 2 | 3>(DONE);
  const [sending, setSending] = useState(false);
  const { supervise_jg: result } = task;
  if (result !== null && result !== IN_PROGRESS && result !== LATER)
    return (
      <p style={ONE_LINE} title={task.note}>
        {task.note || t('regulators.handled')}
      </p>
    );

  async function answer() {
    if (!hasReply(text)) return;
    setSending(true);
    const data = {
      carNo: task.cno,
      newCommandId: task.cmd_code,
      result: DEALT,
      superviseId: task.supervise_id,
      targId: task.tid,
      choice,
      data: text.trim(),
    } as const;
    const taken = await sendReply(
      () => call(regulatorsCalls.sendWarnSuperviseRsp, data, { quiet: true, anyPage: true }),
      'regulators.done',
    );
    setSending(false);
    if (taken) settleTask(task.supervise_id, choice);
  }

  return (
    <Space.Compact block>
      <Select
        aria-label={t('regulators.result')}
        style={{ width: CHOICE_WIDTH }}
        value={choice}
        options={[...results]}
        onChange={setChoice}
      />
      <Input
        aria-label={t('regulators.answerText')}
        placeholder={t('regulators.answerText')}
        maxLength={MAX_REPLY}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onPressEnter={() => void answer()}
      />
      {/* only the row with a text stands out */}
      <Button type={text.trim() === '' ? 'default' : 'primary'} loading={sending} onClick={() => void answer()}>
        {t('regulators.answer')}
      </Button>
    </Space.Compact>
  );
}
