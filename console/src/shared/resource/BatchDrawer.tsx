import type { Resource } from '@fleetwarden/contract/resources/resource';
import { Form, Select } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { notify } from '../../api/feedback.ts';
import { FormDrawer } from '../../ui/FormDrawer.tsx';
import { ResourceField } from './ResourceFields.tsx';
import type { ResourceCallRows } from './resource-call-rows.ts';
import type { ResourceHooks } from './resource-hooks.ts';
import type { ResourceRecord, ResourceValues } from './resource-record.ts';
import { sentValues, writtenFields } from './resource-record.ts';
import { fieldText } from './resource-texts.ts';

/** Fields that can be set for many records at once. */
export const batchFields = (resource: Resource): readonly string[] =>
  writtenFields(resource).flatMap(([key, { batch }]) => (batch ? [key] : []));

/** Form key of the chosen fields; no field has this name. */
const CHOSEN = '$fields';

/** Sets the chosen fields of many records. */
export function BatchDrawer(props: {
  resource: Resource;
  rows: ResourceCallRows;
  records: readonly ResourceRecord[];
  widgets: ResourceHooks['widgets'];
  /** `changed`: the list must be reloaded. */
  onEnd: (changed: boolean) => void;
}) {
  const { resource, rows, records, widgets, onEnd } = props;
  const { t } = useTranslation();
  const changed = useRef(false);

  async function submit({ [CHOSEN]: chosen, ...filled }: ResourceValues) {
    const keys = chosen as readonly string[];
    const all = sentValues(resource, filled, true);
    const values = Object.fromEntries(keys.map((key) => [key, all[key]]));
    const reply = await call(rows.batch, { ids: records.map(({ id }) => id), values });
    notify('success', t('resource.changed', { count: reply.changed }));
    changed.current = true;
  }

  return (
    <FormDrawer<Record<string, unknown>>
      open
      title={t('resource.batchTitle', { count: records.length })}
      onSubmit={submit}
      onClose={() => onEnd(changed.current)}
    >
      <Form.Item
        name={CHOSEN}
        label={t('resource.batchFields')}
        rules={[{ required: true, type: 'array', message: t('resource.batchFieldsRequired') }]}
      >
        <Select
          mode="multiple"
          options={batchFields(resource).map((key) => ({ value: key, label: fieldText(t, resource, key) }))}
          showSearch={{ optionFilterProp: 'label' }}
        />
      </Form.Item>
      <Form.Item<Record<string, unknown>> noStyle dependencies={[CHOSEN]}>
        {({ getFieldValue }) =>
          ((getFieldValue(CHOSEN) as readonly string[] | undefined) ?? []).map((key) => (
            <ResourceField key={key} resource={resource} name={key} record={null} edit widgets={widgets} />
          ))
        }
      </Form.Item>
    </FormDrawer>
  );
}
