import { errors, type FieldError } from '@fleetwarden/contract/errors';
import type { Resource } from '@fleetwarden/contract/resources/resource';
import { Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { NetworkError, Refusal } from '../../api/client.ts';
import { notify } from '../../api/feedback.ts';
import styles from './Resource.module.css';
import type { ResourceCallRows } from './resource-call-rows.ts';
import type { ResourceRecord } from './resource-record.ts';
import { titleOf } from './resource-record.ts';

/** px; a dialog only asks for a decision. */
const WIDTH = 416;
const MAX_REASON = 100;
const FAILED_SECONDS = 3;

type Reason = { readonly reason: string };

/**
 * Confirms the removal of records by name, with a reason where one is stored. Records in use stay, and the dialog lists their
 * uses.
 */
export function RemoveDialog(props: {
  resource: Resource;
  rows: ResourceCallRows;
  records: readonly ResourceRecord[];
  /** `removed`: the list must be reloaded. */
  onEnd: (removed: boolean) => void;
}) {
  const { resource, rows, records, onEnd } = props;
  const { t } = useTranslation();
  const [form] = Form.useForm<Reason>();
  const [busy, setBusy] = useState(false);
  const [uses, setUses] = useState<readonly FieldError[] | null>(null);
  const [first] = records;
  const name = first && records.length === 1 ? titleOf(resource, first) : null;

  async function remove() {
    const reason = resource.recycled ? await form.validateFields().catch(() => null) : {};
    if (busy || !reason) return;
    setBusy(true);
    try {
      const { removed } = await call(rows.remove, { ids: records.map(({ id }) => id), ...reason }, { quiet: true });
      notify('success', t('resource.removed', { count: removed }));
      onEnd(true);
    } catch (failure) {
      setBusy(false);
      if (failure instanceof Refusal && failure.code === errors.inUse.code) setUses(failure.fields);
      else if (failure instanceof Refusal || failure instanceof NetworkError) notify('error', failure.message, FAILED_SECONDS);
    }
  }

  const common = { open: true, centered: true, closable: false, width: WIDTH } as const;
  if (uses)
    return (
      <Modal
        {...common}
        mask={{ closable: false }}
        title={name === null ? t('resource.inUseMany') : t('resource.inUse', { name })}
        okText={t('common.close')}
        cancelButtonProps={{ style: { display: 'none' } }}
        onOk={() => onEnd(false)}
        onCancel={() => onEnd(false)}
      >
        <p>{t('resource.usedBy')}</p>
        <ul className={styles['uses']}>
          {uses.map(({ message }) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      </Modal>
    );
  return (
    <Modal
      {...common}
      mask={{ closable: false }}
      title={name === null ? t('resource.removeMany', { count: records.length }) : t('resource.removeOne', { name })}
      okText={t('resource.remove')}
      okButtonProps={{ danger: true, loading: busy }}
      cancelText={t('form.cancel')}
      onOk={() => void remove()}
      onCancel={() => onEnd(false)}
    >
      <p>{t(resource.recycled ? 'resource.recycleHint' : 'resource.removeHint')}</p>
      {resource.recycled && (
        <Form<Reason> form={form} layout="vertical" onFinish={() => void remove()}>
          <Form.Item
            name="reason"
            label={t('resource.reason')}
            rules={[{ required: true, whitespace: true, message: t('resource.reasonRequired') }]}
          >
            <Input.TextArea maxLength={MAX_REASON} autoSize={{ minRows: 2 }} />
          </Form.Item>
        </Form>
      )}
    </Modal>
  );
}
