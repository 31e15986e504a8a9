import type { RepairMove } from '@fleetwarden/contract/repairs/repair-moves';
import { repair } from '@fleetwarden/contract/repairs/repair-resource';
import { repairsCalls } from '@fleetwarden/contract/repairs/routes';
import type { Field } from '@fleetwarden/contract/resources/resource';
import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { notify } from '../../api/feedback.ts';
import { ResourceField } from '../../shared/resource/ResourceFields.tsx';
import { createRecordDialog } from '../../shared/resource/record-dialog.ts';
import type { PageTools } from '../../shared/resource/resource-hooks.ts';
import type { ResourceRecord } from '../../shared/resource/resource-record.ts';
import { FormDrawer } from '../../ui/FormDrawer.tsx';

const MAX_NOTE = 200;

const useDialog = createRecordDialog<RepairMove>();

/** Opens the drawer for the next step of a repair. */
export const askMove = (move: RepairMove, record: ResourceRecord, { refresh }: PageTools): void =>
  useDialog.setState({ dialog: { action: move, record, refresh } });

type Filled = { readonly values?: Readonly<Record<string, unknown>>; readonly note?: string };

/** Moves a repair to its next state, with the required data and a note. */
export function MoveRepair() {
  const { t } = useTranslation();
  const dialog = useDialog(({ dialog }) => dialog);
  if (!dialog) return null;
  const { action: move, record, refresh } = dialog;
  const { action, fields, needs } = move;
  const resource = { ...repair, fields: Object.fromEntries(fields.map((key) => [key, asNeeded(key, needs.includes(key))])) };

  async function submit({ note, ...filled }: Record<string, unknown>) {
    const values = Object.fromEntries(fields.map((key) => [key, filled[key] ?? null]));
    await call(repairsCalls.changeState, {
      id: record.id,
      version: record.version,
      action,
      values,
      note: typeof note === 'string' ? note : '',
    });
    notify('success', t('repair.moved'));
    refresh();
  }

  return (
    <FormDrawer<Record<string, unknown>>
      open
      key={record.id + action}
      title={`${t(`repair.${action}`)} - ${String(record['repairNo'])}`}
      submitText={t(`repair.${action}`)}
      initialValues={Object.fromEntries(fields.map((key) => [key, record[key] ?? undefined]))}
      onSubmit={submit}
      onClose={() => useDialog.setState({ dialog: null })}
    >
      {fields.map((key) => (
        <ResourceField key={key} resource={resource} name={key} record={record} edit />
      ))}
      <Form.Item<Filled> name="note" label={t('repair.note')}>
        <Input.TextArea maxLength={MAX_NOTE} autoSize={{ minRows: 2 }} />
      </Form.Item>
    </FormDrawer>
  );
}

/** A field of the repair, required or optional in this step. */
const asNeeded = (key: keyof (typeof repair)['fields'], needed: boolean): Field =>
  ({ ...repair.fields[key], ...(needed ? { required: true } : {}) }) as Field;
