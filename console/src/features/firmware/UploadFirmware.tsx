import {
  MAX_FIRMWARE_BYTES,
  MAX_MAKER_BYTES,
  MAX_VERSION_BYTES,
  UPGRADE_TERMINAL,
} from '@fleetwarden/contract/firmware/firmware-limits';
import { firmwareCalls } from '@fleetwarden/contract/firmware/routes';
import { Form, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { upload } from '../../api/call.ts';
import { notify } from '../../api/feedback.ts';
import { useEnumeration } from '../../shared/enumeration.ts';
import { FileButton } from '../../ui/FileButton.tsx';
import { FormDrawer } from '../../ui/FormDrawer.tsx';
import { formatBytes } from '../../ui/format.ts';

type Values = {
  readonly file: File;
  readonly kind: 0 | 12 | 52;
  readonly maker: string;
  readonly version: string;
  readonly models: readonly string[];
  readonly note?: string;
};

/** Uploads a firmware file with its version and the terminal models that it is for. */
export function UploadFirmware({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const { t } = useTranslation();
  const kinds = useEnumeration('UPGRADE_KIND');

  async function submit({ file, models, note = '', ...about }: Values) {
    await upload(firmwareCalls.addFirmware, { ...about, note, models: [...models] }, file);
    notify('success', t('firmware.uploaded'));
    onDone();
  }
  const required = [{ required: true, message: t('rule.empty') }];
  return (
    <FormDrawer<Values>
      open
      title={t('firmware.upload')}
      initialValues={{ kind: UPGRADE_TERMINAL, models: [] }}
      submitText={t('firmware.upload')}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item<Values>
        name="file"
        label={t('firmware.file')}
        extra={t('firmware.fileHint')}
        rules={[{ required: true, message: t('firmware.chooseFile') }, { validator: checkSize }]}
      >
        <ChosenFile />
      </Form.Item>
      <Form.Item<Values> name="kind" label={t('firmware.kind')} rules={required}>
        <Select options={[...kinds]} />
      </Form.Item>
      <Form.Item<Values> name="version" label={t('firmware.version')} rules={required}>
        <Input maxLength={MAX_VERSION_BYTES} />
      </Form.Item>
      <Form.Item<Values> name="maker" label={t('firmware.maker')} rules={required}>
        <Input maxLength={MAX_MAKER_BYTES} />
      </Form.Item>
      <Form.Item<Values> name="models" label={t('firmware.models')} rules={required}>
        <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={[',', ' ']} />
      </Form.Item>
      <Form.Item<Values> name="note" label={t('firmware.note')}>
        <Input.TextArea maxLength={500} rows={3} />
      </Form.Item>
    </FormDrawer>
  );

  function checkSize(_: unknown, file: File | undefined): Promise<void> {
    if (!file || file.size <= MAX_FIRMWARE_BYTES) return Promise.resolve();
    return Promise.reject(new Error(t('firmware.fileHint')));
  }
}

/** A form control whose value is a file. */
function ChosenFile({ id, value, onChange }: { id?: string; value?: File; onChange?: (file: File) => void }) {
  const { t, i18n } = useTranslation();
  return (
    <span id={id}>
      <FileButton label={t('resource.importChoose')} onFile={(file) => onChange?.(file)} />{' '}
      {value && `${value.name} (${formatBytes(i18n.language, value.size)})`}
    </span>
  );
}
