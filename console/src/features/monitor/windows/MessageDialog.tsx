import { messagesCalls } from 'virtual:calls/messages';
import DeleteOutlined from '@ant-design/icons/DeleteOutlined';
import { DEFAULT_CHANNEL, MESSAGE_MAX, SEND_FLAG_BASE } from '@fleetwarden/contract/message-limits';
import { permission } from '@fleetwarden/contract/permissions';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Checkbox, Form, Input, Modal, Radio, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../ui/api/call.ts';
import { notify } from '../../../ui/feedback.ts';
import { formatList } from '../../../ui/format.ts';
import { useMay, useSession } from '../../../ui/session.ts';
import { apart } from './apart.ts';
import styles from './MessageDialog.module.css';
import { sentCommands, type Target } from './sent-commands.ts';
import type { TargetDepartment } from './vehicle-window-state.ts';

/** The command that carries texts. */
const TEXT = '8300';
/** Content choice (console.md 5). */
const [TEMPLATE, CUSTOM] = [0, 1] as const;
const WIDTH = 480;
/** Names of receivers that are written out. */
const NAMED = 5;
const TEMPLATES = ['monitor', 'messageTemplates'];

type Filled = {
  readonly flag: typeof TEMPLATE | typeof CUSTOM;
  readonly templateId?: string;
  readonly message?: string;
  readonly isSetToTemplate?: boolean;
  readonly channels: readonly number[];
};

/** To whom: vehicles, or all of some departments. */
type Receivers = { readonly vehicles: readonly Target[] } | { readonly departments: readonly TargetDepartment[] };

const lengthOf = (text: string) => [...text].length;

/** Sends a text to terminals (console.md 5, 9): a template's or one of one's own, on the chosen channels. */
export function MessageDialog({ to, onClose }: { to: Receivers; onClose: () => void }) {
  const { t, i18n } = useTranslation();
  const [form] = Form.useForm<Filled>();
  const [busy, setBusy] = useState(false);
  const flag = Form.useWatch('flag', form) ?? CUSTOM;
  const keepsTemplates = useMay(permission.messageTemplates);
  const readsTemplates = useMay(permission.sendMessage);
  const userId = useSession((state) => state.userInfo?.userId);
  const names = 'vehicles' in to ? to.vehicles.map(({ plate }) => plate) : to.departments.map(({ name }) => name);
  const templates = useTemplates(readsTemplates);

  const namesText = (all: readonly string[]) =>
    all.length <= NAMED
      ? formatList(i18n.language, all)
      : t('vehicleWindow.andOthers', { names: formatList(i18n.language, all.slice(0, NAMED)), count: all.length });

  async function send({ flag: source, templateId, message = '', isSetToTemplate = false, channels }: Filled) {
    const templateMsg = templates.list.find(({ id }) => id === templateId)?.content ?? '';
    const payload = {
      flag: source,
      ...(source === TEMPLATE ? { templateMsg } : { message, isSetToTemplate: isSetToTemplate && keepsTemplates }),
      sendFlag: SEND_FLAG_BASE + channels.reduce((sum, channel) => sum + channel, 0),
      ...(userId === undefined ? {} : { userId }),
    };
    setBusy(true);
    try {
      await sentCommands.track(TEXT, namesText(names), () =>
        'vehicles' in to
          ? call(messagesCalls.sendMessage, { ...payload, targetIds: to.vehicles.map(({ targId }) => targId) })
          : call(messagesCalls.sendMessageForDept, { ...payload, targetIds: to.departments.map(({ deptId }) => deptId) }),
      );
      if (source === CUSTOM && isSetToTemplate) templates.again();
      onClose();
    } catch {
      // said by the client; what was typed stays
    } finally {
      setBusy(false);
    }
  }

  return (
    <Modal
      open
      centered
      width={WIDTH}
      title={t('vehicleWindow.messageTitle')}
      mask={{ closable: false }}
      okText={t('vehicleWindow.sendMessage')}
      cancelText={t('form.cancel')}
      confirmLoading={busy}
      onOk={() => form.submit()}
      onCancel={onClose}
      wrapProps={apart}
    >
      <p className={styles['to']}>
        <span>{t('vehicleWindow.receivers')}</span>
        <span title={formatList(i18n.language, names)}>{namesText(names)}</span>
      </p>
      <Form<Filled>
        form={form}
        layout="vertical"
        initialValues={{ flag: CUSTOM, channels: [DEFAULT_CHANNEL] }}
        onFinish={(filled) => void send(filled)}
      >
        <Form.Item<Filled> name="flag" label={t('vehicleWindow.content')}>
          <Radio.Group
            options={[
              ...(readsTemplates ? [{ value: TEMPLATE, label: t('vehicleWindow.fromTemplate') }] : []),
              { value: CUSTOM, label: t('vehicleWindow.custom') },
            ]}
          />
        </Form.Item>
        {flag === TEMPLATE ? (
          <TemplateChoice templates={templates} mayRemove={keepsTemplates} />
        ) : (
          <>
            <Form.Item<Filled>
              name="message"
              label={t('vehicleWindow.text')}
              rules={[
                { required: true, whitespace: true, message: t('message.contentRequired') },
                {
                  validator: async (_rule, text: string | undefined) => {
                    if (lengthOf(text?.trim() ?? '') > MESSAGE_MAX) throw new Error(t('message.contentTooLong'));
                  },
                },
              ]}
            >
              <Input.TextArea
                autoSize={{ minRows: 3, maxRows: 8 }}
                showCount={{ formatter: ({ value }) => `${lengthOf(value)} / ${MESSAGE_MAX}` }}
              />
            </Form.Item>
            {keepsTemplates && (
              <Form.Item<Filled> name="isSetToTemplate" valuePropName="checked">
                <Checkbox>{t('vehicleWindow.saveAsTemplate')}</Checkbox>
              </Form.Item>
            )}
          </>
        )}
        <Form.Item<Filled>
          name="channels"
          label={t('vehicleWindow.channels')}
          rules={[{ required: true, type: 'array', message: t('message.channelRequired') }]}
        >
          <Channels />
        </Form.Item>
      </Form>
    </Modal>
  );
}

type ChannelsProps = { readonly id?: string; readonly value?: number[]; readonly onChange?: (channels: number[]) => void };

/** Takes from the form only what a group may have: aria-required is for fields. */
function Channels({ id, value = [], onChange }: ChannelsProps) {
  const { t } = useTranslation();
  return (
    <Checkbox.Group<number>
      className={styles['channels'] ?? ''}
      {...(id ? { id } : {})}
      value={value}
      onChange={(channels) => onChange?.(channels)}
      options={[
        { value: 16, label: t('vehicleWindow.channelScreen') },
        { value: 8, label: t('vehicleWindow.channelTts') },
        { value: 4, label: t('vehicleWindow.channelDisplay') },
      ]}
    />
  );
}

type Templates = ReturnType<typeof useTemplates>;

/** The user's templates; `again` reads them anew. */
function useTemplates(enabled: boolean) {
  const userId = useSession((state) => state.userInfo?.userId);
  const queries = useQueryClient();
  const { data, isPending } = useQuery({
    queryKey: TEMPLATES,
    enabled,
    queryFn: ({ signal }) => call(messagesCalls.getTemplate, userId === undefined ? {} : { userId }, { signal }),
  });
  return {
    list: data?.templates ?? [],
    isPending: enabled && isPending,
    again: () => void queries.invalidateQueries({ queryKey: TEMPLATES }),
  };
}

function TemplateChoice({ templates, mayRemove }: { templates: Templates; mayRemove: boolean }) {
  const { t } = useTranslation();
  const form = Form.useFormInstance<Filled>();
  const templateId = Form.useWatch('templateId', form);
  const chosen = templates.list.find(({ id }) => id === templateId);

  async function remove(id: string) {
    try {
      await call(messagesCalls.delTemplate, { ids: [id] });
      notify('success', t('vehicleWindow.templateRemoved'));
      form.resetFields(['templateId']);
    } catch {
      // said by the client
    }
    templates.again();
  }

  return (
    <>
      <Form.Item<Filled>
        name="templateId"
        label={t('vehicleWindow.template')}
        rules={[{ required: true, message: t('message.templateRequired') }]}
      >
        <Select
          loading={templates.isPending}
          showSearch={{ optionFilterProp: 'label' }}
          notFoundContent={t('vehicleWindow.noTemplates')}
          options={templates.list.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Form.Item>
      {chosen && (
        <p className={styles['preview']}>
          <span>{chosen.content}</span>
          {mayRemove && (
            <Button
              type="text"
              size="small"
              icon={<DeleteOutlined />}
              aria-label={t('vehicleWindow.removeTemplate', { name: chosen.name })}
              title={t('vehicleWindow.removeTemplate', { name: chosen.name })}
              onClick={() => void remove(chosen.id)}
            />
          )}
        </p>
      )}
    </>
  );
}
