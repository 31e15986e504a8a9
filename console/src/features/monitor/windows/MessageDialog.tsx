import { DEFAULT_CHANNEL } from '@fleetwarden/contract/messages/message-limits';
import { messagesCalls } from '@fleetwarden/contract/messages/routes';
import { permission } from '@fleetwarden/contract/permissions';
import { Form, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { useMay, useSession } from '../../../api/session.ts';
import { useSubmit } from '../../../hooks/use-submit.ts';
import { sentCommands, type Target } from '../../../shared/commands/sent-commands.ts';
import { MessageFields } from '../../../shared/message/MessageFields.tsx';
import { CUSTOM, type FilledMessage, messagePayload } from '../../../shared/message/message-payload.ts';
import { useTemplates } from '../../../shared/message/message-templates.ts';
import { formatList } from '../../../ui/format.ts';
import { TabBar } from '../../../ui/TabBar.tsx';
import { apart } from './apart.ts';
import styles from './MessageDialog.module.css';
import { SentMessages } from './SentMessages.tsx';
import type { TargetDepartment } from './vehicle-window-state.ts';

/** The text command. */
const TEXT = '8300';
const WIDTH = 480;
const WIDE = 640;
/** Maximum of receivers listed by name. */
const NAMED = 5;

const TABS = ['new', 'sent'] as const;

/** Receivers: vehicles, or all vehicles of departments. */
type Receivers = { readonly vehicles: readonly Target[] } | { readonly departments: readonly TargetDepartment[] };

/** Sends a text to terminals (console.md 5, 9): a template or custom text, on the chosen channels. */
export function MessageDialog({ to, onClose }: { to: Receivers; onClose: () => void }) {
  const { t, i18n } = useTranslation();
  const [form] = Form.useForm<FilledMessage>();
  const keepsTemplates = useMay(permission.messageTemplates);
  const readsTemplates = useMay(permission.sendMessage);
  const userId = useSession((state) => state.userInfo?.userId);
  const names = 'vehicles' in to ? to.vehicles.map(({ plate }) => plate) : to.departments.map(({ name }) => name);
  const templates = useTemplates(readsTemplates);
  const [tab, setTab] = useState<(typeof TABS)[number]>('new');
  const only = 'vehicles' in to && to.vehicles.length === 1 ? to.vehicles[0]?.targId : undefined;

  const namesText = (all: readonly string[]) =>
    all.length <= NAMED
      ? formatList(i18n.language, all)
      : t('vehicleWindow.andOthers', { names: formatList(i18n.language, all.slice(0, NAMED)), count: all.length });

  const [busy, send] = useSubmit(async (filled: FilledMessage) => {
    const payload = messagePayload(filled, { templates: templates.list, keeps: keepsTemplates, userId });
    await sentCommands.track(TEXT, namesText(names), () =>
      'vehicles' in to
        ? call(messagesCalls.sendMessage, { ...payload, targetIds: to.vehicles.map(({ targId }) => targId) })
        : call(messagesCalls.sendMessageForDept, { ...payload, targetIds: to.departments.map(({ deptId }) => deptId) }),
    );
    if (filled.flag === CUSTOM && filled.isSetToTemplate) templates.again();
    onClose();
  });

  return (
    <Modal
      open
      centered
      width={tab === 'new' ? WIDTH : WIDE}
      title={t('vehicleWindow.messageTitle')}
      mask={{ closable: false }}
      okText={t('vehicleWindow.sendMessage')}
      cancelText={t('form.cancel')}
      confirmLoading={busy}
      okButtonProps={{ disabled: tab !== 'new' }}
      onOk={() => form.submit()}
      onCancel={onClose}
      wrapProps={apart}
    >
      <p className={styles['to']}>
        <span>{t('vehicleWindow.receivers')}</span>
        <span title={formatList(i18n.language, names)}>{namesText(names)}</span>
      </p>
      {readsTemplates && (
        <TabBar
          label={t('vehicleWindow.messageTitle')}
          items={TABS.map((key) => ({ key, label: t(`vehicleWindow.messages_${key}`) }))}
          active={tab}
          onChange={setTab}
        />
      )}
      {tab === 'sent' && <SentMessages targId={only} />}
      <div hidden={tab !== 'new'}>
        <Form<FilledMessage>
          form={form}
          layout="vertical"
          initialValues={{ flag: CUSTOM, channels: [DEFAULT_CHANNEL] }}
          onFinish={send}
        >
          <MessageFields templates={templates} />
        </Form>
      </div>
    </Modal>
  );
}
