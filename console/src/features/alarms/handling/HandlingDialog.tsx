import { NOTES_MAX } from '@fleetwarden/contract/alarms/alarm-rights';
import { DEFAULT_CHANNEL } from '@fleetwarden/contract/messages/message-limits';
import { permission } from '@fleetwarden/contract/permissions';
import { Alert, Button, Form, Input, Modal, Radio } from 'antd';
import type { TFunction } from 'i18next';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from '../../../api/feedback.ts';
import { useMay, useSession } from '../../../api/session.ts';
import { takesText } from '../../../shared/accepts-text.ts';
import { formatAlarmType } from '../../../shared/alarm-texts.ts';
import { AlarmFiles } from '../../../shared/evidence/AlarmFiles.tsx';
import { MessageFields } from '../../../shared/message/MessageFields.tsx';
import { CUSTOM, type FilledMessage, messagePayload } from '../../../shared/message/message-payload.ts';
import { useTemplates } from '../../../shared/message/message-templates.ts';
import type { AlarmToHandle, HandlingOptions, HandlingResult } from '../../../shared/open-alarm-handling.ts';
import { formatList } from '../../../ui/format.ts';
import { TimeCell } from '../../../ui/TimeCell.tsx';
import { AntdProvider } from '../../../ui/theme/AntdProvider.tsx';
import styles from './HandlingDialog.module.css';
import { AS_FALSE, BY_MESSAGE, BY_PHONE, type HandlingType, handleAlarms, type Outcome } from './handle-alarms.ts';

const WIDTH = 560;
/** Most alarms listed in the dialog; all of them are handled. */
const SHOWN = 500;
/** Keys that choose the type, and the key that skips to the next alarm (screen catalogue 4.3). */
const KEYS: Readonly<Record<string, HandlingType>> = { 1: BY_MESSAGE, 5: BY_PHONE, 6: AS_FALSE };
const NEXT_KEY = 'n';

type Filled = FilledMessage & { readonly dealType: HandlingType; readonly vNotes?: string };

/** Handles alarms by message, by phone or as false (console.md 4, 5, 8). Closes with 1 after handling, with 0 when cancelled. */
export function HandlingDialog(
  props: HandlingOptions & { alarms: readonly AlarmToHandle[]; onClose: (result: HandlingResult) => void },
) {
  const { alarms, next, autoPlay, onHandled, onClose } = props;
  const { t, i18n } = useTranslation();
  const [form] = Form.useForm<Filled>();
  const [busy, setBusy] = useState(false);
  const [settled, setSettled] = useState<ReadonlySet<string>>(new Set());
  const [refusal, setRefusal] = useState<string | null>(null);
  const maySend = useMay(permission.sendMessage);
  const keeps = useMay(permission.messageTemplates);
  const user = useSession(({ userInfo }) => userInfo);
  const templates = useTemplates(maySend);
  const dealType = Form.useWatch('dealType', form) ?? props.dealType ?? (maySend ? BY_MESSAGE : BY_PHONE);
  const goesOn = useRef(false);
  const open = alarms.filter(({ alarmGid }) => !settled.has(alarmGid));
  const [only] = alarms.length === 1 ? alarms : [];
  const kinds = [...new Set(alarms.map(({ warnId }) => formatAlarmType(t, warnId)))];

  async function submit({ dealType: type, vNotes = '', ...filled }: Filled) {
    const readMessage = () => messagePayload(filled, { templates: templates.list, keeps, userId: user?.userId });
    setBusy(true);
    setRefusal(null);
    try {
      const outcome = await handleAlarms(open, {
        type,
        notes: vNotes.trim(),
        userName: user?.username ?? '',
        ...(type === BY_MESSAGE ? { message: readMessage() } : {}),
      });
      const { handled, alreadyHandled, claimed, failure } = outcome;
      setSettled(new Set([...settled, ...handled, ...alreadyHandled]));
      setRefusal(
        failure?.kind === 'refused' ? failure.reason : claimed.length > 0 ? claimedText(t, i18n.language, claimed) : null,
      );
      if (failure?.kind === 'messageFailed') notify('error', t('alarmHandling.messageFailed'));
      if (failure?.kind === 'submitFailed') notify('error', t('alarmHandling.submitFailed'));
      if (alreadyHandled.length > 0) notify('warning', t('alarmHandling.already'));
      if (handled.length > 0) onHandled?.(handled);
      const named = new Set([...handled, ...alreadyHandled, ...claimed.map(({ alarmGid }) => alarmGid)]);
      // a lot may be left alone as a whole: the rest can be submitted again
      if (handled.length === 0 || failure || open.some(({ alarmGid }) => !named.has(alarmGid))) return;
      // the dialog closes over its own text
      if (claimed.length > 0) notify('warning', claimedText(t, i18n.language, claimed));
      if (type === BY_MESSAGE && filled.isSetToTemplate) templates.again();
      notify('success', t('alarmHandling.done'));
      if (goesOn.current) next?.();
      onClose(1);
    } finally {
      setBusy(false);
    }
  }

  function send(andNext: boolean) {
    if (busy || open.length === 0) return;
    goesOn.current = andNext;
    form.submit();
  }
  useHandlingKeys({
    onSubmit: () => send(next !== undefined),
    onType: (type) => {
      if (!busy && (maySend || type !== BY_MESSAGE)) form.setFieldValue('dealType', type);
    },
    onSkip: () => {
      if (busy || !next) return;
      next();
      onClose(0);
    },
  });

  return (
    <AntdProvider>
      <Modal
        open
        centered
        width={WIDTH}
        title={t('alarmHandling.title')}
        mask={{ closable: false }}
        okText={t('alarmHandling.submit')}
        cancelText={t('form.cancel')}
        confirmLoading={busy}
        okButtonProps={{ disabled: open.length === 0 }}
        footer={(buttons) => (
          <>
            {next && <p className={styles['keys']}>{t('alarmHandling.keys')}</p>}
            {next && (
              <Button disabled={busy || open.length === 0} onClick={() => send(true)}>
                {t('alarmHandling.submitNext')}
              </Button>
            )}
            {buttons}
          </>
        )}
        onOk={() => send(false)}
        onCancel={() => onClose(0)}
      >
        <AlarmNames alarms={alarms} settled={settled} />
        {only && (
          <div className={styles['media']}>
            <AlarmFiles alarmGid={only.alarmGid} files={only.files ?? 0} autoPlay={autoPlay === true} />
          </div>
        )}
        {refusal !== null && <Alert className={styles['refusal']!} type="warning" showIcon title={refusal} />}
        <Form<Filled>
          form={form}
          layout="vertical"
          initialValues={{
            dealType,
            flag: CUSTOM,
            channels: [DEFAULT_CHANNEL],
            message: t('alarmHandling.defaultText', { type: formatList(i18n.language, kinds) }),
          }}
          onFinish={(filled) => void submit(filled)}
          onFinishFailed={({ errorFields }) => {
            if (errorFields.some(({ name }) => name[0] === 'channels')) notify('warning', t('message.channelRequired'));
          }}
        >
          <Form.Item<Filled> name="dealType" label={t('alarmHandling.type')}>
            <Radio.Group
              options={[
                ...(maySend ? [{ value: BY_MESSAGE, label: t('alarmHandling.type1') }] : []),
                { value: BY_PHONE, label: t('alarmHandling.type5') },
                { value: AS_FALSE, label: t('alarmHandling.type6') },
              ]}
            />
          </Form.Item>
          {dealType === BY_MESSAGE && <MessageFields templates={templates} />}
          <Form.Item<Filled> className={styles['notes']!} name="vNotes" label={t('alarmHandling.notes')}>
            <Input.TextArea autoSize={{ minRows: 2, maxRows: 5 }} maxLength={NOTES_MAX} showCount />
          </Form.Item>
        </Form>
      </Modal>
    </AntdProvider>
  );
}

/** Ctrl+Enter submits; outside text fields digits choose the type, and N skips to the next alarm. */
function useHandlingKeys(actions: { onSubmit: () => void; onType: (type: HandlingType) => void; onSkip: () => void }) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing || event.repeat || event.altKey) return;
    const withCtrl = event.ctrlKey || event.metaKey;
    if (withCtrl && event.key === 'Enter') {
      event.preventDefault();
      actions.onSubmit();
    }
    if (withCtrl || takesText(event.target)) return;
    const type = KEYS[event.key];
    if (type !== undefined) actions.onType(type);
    if (event.key.toLowerCase() === NEXT_KEY) actions.onSkip();
  });
  useEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

/** Names who has claimed the alarms. */
function claimedText(t: TFunction, language: string, claimed: Outcome['claimed']): string {
  const names = [...new Set(claimed.map(({ username }) => username).filter((name) => name !== ''))];
  return t('alarmHandling.claimedBy', { count: claimed.length, names: formatList(language, names) });
}

/** The alarms to handle, up to SHOWN; marks those that are handled by now. */
function AlarmNames({ alarms, settled }: { alarms: readonly AlarmToHandle[]; settled: ReadonlySet<string> }) {
  const { t } = useTranslation();
  return (
    <ul className={styles['alarms']} aria-label={t('alarmHandling.alarms', { count: alarms.length })}>
      {alarms.slice(0, SHOWN).map(({ alarmGid, carNo, warnId, vTime }) => (
        <li key={alarmGid}>
          <b>{carNo}</b>
          <span>{formatAlarmType(t, warnId)}</span>
          <TimeCell at={vTime} />
          {settled.has(alarmGid) && <em>{t('alarmHandling.handledMark')}</em>}
        </li>
      ))}
    </ul>
  );
}
