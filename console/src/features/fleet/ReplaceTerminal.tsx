import { fleetCalls } from '@fleetwarden/contract/fleet/routes';
import { TERMINAL_FIELDS, vehicle } from '@fleetwarden/contract/fleet/vehicle-resource';
import { Alert, Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { notify } from '../../api/feedback.ts';
import { ResourceField } from '../../shared/resource/ResourceFields.tsx';
import type { ResourceRecord, ResourceValues } from '../../shared/resource/resource-record.ts';
import { FormDrawer } from '../../ui/FormDrawer.tsx';

const MAX_REASON = 100;
type Filled = { readonly reason: string };

/** A terminal needs its number. */
const resource = { ...vehicle, fields: { ...vehicle.fields, phone: { ...vehicle.fields.phone, required: true } } } as const;

/** Replaces a vehicle's terminal or SIM card. `values`: known values. */
export function ReplaceTerminal(props: {
  record: ResourceRecord;
  values: ResourceValues;
  onSaved: () => void;
  onClose: () => void;
}) {
  const { record, values, onSaved, onClose } = props;
  const { t } = useTranslation();

  async function submit({ reason, ...filled }: Record<string, unknown>) {
    const typed = Object.fromEntries(TERMINAL_FIELDS.map((key) => [key, filled[key] ?? null]));
    const { id, version } = record;
    await call(fleetCalls.replaceTerminal, { id, version, values: typed, reason: String(reason) });
    notify('success', t('vehicle.replaced'));
    onSaved();
  }

  return (
    <FormDrawer<Record<string, unknown>>
      open
      key={record.id}
      title={t('vehicle.replaceTitle', { name: String(record['carNo']) })}
      initialValues={{ ...Object.fromEntries(TERMINAL_FIELDS.map((key) => [key, record[key] ?? undefined])), ...values }}
      onSubmit={submit}
      onClose={onClose}
    >
      <Alert type="info" title={t('vehicle.replaceHint')} />
      {TERMINAL_FIELDS.map((key) => (
        <ResourceField key={key} resource={resource} name={key} record={record} edit />
      ))}
      <Form.Item<Filled>
        name="reason"
        label={t('vehicle.replaceReason')}
        rules={[{ required: true, whitespace: true, message: t('field.required') }]}
      >
        <Input.TextArea maxLength={MAX_REASON} autoSize={{ minRows: 2 }} />
      </Form.Item>
    </FormDrawer>
  );
}
