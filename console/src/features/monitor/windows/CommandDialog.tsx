import {
  type CommandForm,
  commandForms,
  MAX_PHOTOS,
  PHOTO_RECORD,
  PHOTO_STOP,
} from '@fleetwarden/contract/commands/command-forms';
import { Form, InputNumber, Modal, Segmented } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Refusal } from '../../../api/client.ts';
import { notify } from '../../../api/feedback.ts';
import { sendCommand, type Target } from '../../../shared/commands/sent-commands.ts';
import { FieldInput } from '../../../shared/resource/FieldInput.tsx';
import { fieldRules } from '../../../shared/resource/field-rules.ts';
import { apart } from './apart.ts';
import styles from './CommandDialog.module.css';

const WIDTH = 440;

/** Title, button and collapsed fields of each command's window. */
const WINDOWS = {
  '8400': { title: 'vehicleWindow.listenTitle', send: 'vehicleWindow.call', more: [] },
  '8801': {
    title: 'vehicleWindow.photoTitle',
    send: 'vehicleWindow.shoot',
    more: ['interval', 'save', 'brightness', 'contrast', 'saturation', 'chroma'],
  },
} as const satisfies Partial<Record<keyof typeof commandForms, { title: string; send: string; more: readonly string[] }>>;
type Code = keyof typeof WINDOWS;

/** Fields with a custom control. */
const WIDGETS: Readonly<Record<string, (control: Control) => ReactNode>> = { command: (control) => <PhotoCount {...control} /> };
type Control = { readonly id?: string; readonly value?: number; readonly onChange?: (value: number) => void };

/** The form of a command by its definition; the tray shows the terminal's response. */
export function CommandDialog({ cmdCode, vehicle, onClose }: { cmdCode: Code; vehicle: Target; onClose: () => void }) {
  const { t } = useTranslation();
  const [form] = Form.useForm<Record<string, unknown>>();
  const [busy, setBusy] = useState(false);
  const row: CommandForm = commandForms[cmdCode];
  const { title, send } = WINDOWS[cmdCode];
  const more: readonly string[] = WINDOWS[cmdCode].more;

  async function submit(params: Record<string, unknown>) {
    setBusy(true);
    try {
      if (await sendCommand(cmdCode, vehicle, params)) onClose();
    } catch (failure) {
      if (failure instanceof Refusal) notify('error', failure.fields.map(({ message }) => message).join('\n'));
    } finally {
      setBusy(false);
    }
  }

  const inputs = (wanted: (key: string) => boolean) =>
    Object.entries(row.fields)
      .filter(([key]) => wanted(key))
      .map(([key, field]) => (
        <Form.Item
          key={key}
          name={key}
          label={t(`command.field_${key}` as 'command.field_phone')}
          rules={fieldRules(row, key, t)}
        >
          {WIDGETS[key] ? <Widget draw={WIDGETS[key]} /> : <FieldInput field={field} />}
        </Form.Item>
      ));

  return (
    <Modal
      open
      centered
      width={WIDTH}
      title={t(title, { plate: vehicle.plate })}
      mask={{ closable: false }}
      okText={t(send)}
      cancelText={t('form.cancel')}
      confirmLoading={busy}
      onOk={() => form.submit()}
      onCancel={onClose}
      wrapProps={apart}
    >
      <Form
        form={form}
        layout="vertical"
        initialValues={Object.fromEntries(Object.entries(row.fields).map(([key, { initial }]) => [key, initial]))}
        onFinish={(params) => void submit(params)}
      >
        {inputs((key) => !more.includes(key))}
        {more.length > 0 && (
          <details className={styles['more']}>
            <summary>{t('vehicleWindow.moreParameters')}</summary>
            <div className={styles['grid']}>{inputs((key) => more.includes(key))}</div>
          </details>
        )}
        {/* Enter in a field submits. */}
        <button type="submit" hidden />
      </Form>
    </Modal>
  );
}

/** Passes the props of Form.Item to the widget. */
function Widget({ draw, ...control }: Control & { draw: (control: Control) => ReactNode }) {
  return draw(control);
}

/** Photos by number, or start and stop of a video. */
function PhotoCount({ id, value = 1, onChange }: Control) {
  const { t } = useTranslation();
  const kind = value === PHOTO_STOP || value === PHOTO_RECORD ? value : 1;
  return (
    <div className={styles['count']}>
      <Segmented<number>
        value={kind}
        onChange={(chosen) => onChange?.(chosen)}
        options={[
          { value: 1, label: t('vehicleWindow.photos') },
          { value: PHOTO_RECORD, label: t('vehicleWindow.film') },
          { value: PHOTO_STOP, label: t('vehicleWindow.stopFilm') },
        ]}
      />
      {kind === 1 && (
        <InputNumber<number>
          {...(id ? { id } : {})}
          aria-label={t('vehicleWindow.photoCount')}
          min={1}
          max={MAX_PHOTOS}
          precision={0}
          value={value}
          onChange={(count) => onChange?.(count ?? 1)}
        />
      )}
    </div>
  );
}
