import DeleteOutlined from '@ant-design/icons/DeleteOutlined';
import { MESSAGE_MAX } from '@fleetwarden/contract/messages/message-limits';
import { messagesCalls } from '@fleetwarden/contract/messages/routes';
import { permission } from '@fleetwarden/contract/permissions';
import { Button, Checkbox, Form, Input, Radio, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { notify } from '../../api/feedback.ts';
import { useMay } from '../../api/session.ts';
import styles from './MessageFields.module.css';
import { CUSTOM, type FilledMessage, TEMPLATE } from './message-payload.ts';
import type { Templates } from './message-templates.ts';

type Filled = FilledMessage;

const lengthOf = (text: string) => [...text].length;

/**
 * Fields of a text message to terminals (console.md 5): a template or custom text, and channels. Only the chosen text is
 * validated. `savesTemplate`: users with the permission can save the text as a template.
 */
export function MessageFields({ templates, savesTemplate = true }: { templates: Templates; savesTemplate?: boolean }) {
  const { t } = useTranslation();
  const form = Form.useFormInstance<Filled>();
  const flag = Form.useWatch('flag', form) ?? CUSTOM;
  const keepsTemplates = useMay(permission.messageTemplates);
  const readsTemplates = useMay(permission.sendMessage);
  return (
    <>
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
          {keepsTemplates && savesTemplate && (
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
    </>
  );
}

type ChannelsProps = { readonly id?: string; readonly value?: number[]; readonly onChange?: (channels: number[]) => void };

/** Passes only group attributes to the checkboxes: aria-required is for fields. */
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
      // shown by the client
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
