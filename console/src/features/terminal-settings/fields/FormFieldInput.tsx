import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { FieldInput } from '../../../shared/resource/FieldInput.tsx';
import type { FormField } from './form-fields.ts';
import { RowsInput } from './RowsInput.tsx';

type Props = {
  readonly field: FormField;
  readonly id?: string;
  readonly value?: unknown;
  readonly onChange?: (value: unknown) => void;
  readonly disabled?: boolean;
};

/** The control of a field of a command's form. */
export function FormFieldInput({ field, ...control }: Props) {
  const { t } = useTranslation();
  if (field.kind === 'rows') return <RowsInput field={field} {...control} />;
  if (field.kind === 'select') {
    const { id, value, onChange, disabled = false } = control;
    return (
      <Select<number>
        {...(id ? { id } : {})}
        {...(typeof value === 'number' ? { value } : {})}
        {...(onChange ? { onChange } : {})}
        disabled={disabled}
        options={field.options.map((option) => ({ value: option.value, label: t(option.label as 'common.close') }))}
      />
    );
  }
  if (field.kind !== 'numbers') return <FieldInput field={field} {...control} />;
  const { id, value, onChange, disabled = false } = control;
  return (
    <Select
      {...(id ? { id } : {})}
      mode="tags"
      open={false}
      suffixIcon={null}
      maxCount={field.most}
      tokenSeparators={[',', ' ', ';']}
      disabled={disabled}
      value={((value ?? []) as readonly number[]).map(String)}
      onChange={(typed) => onChange?.(typed.map(Number))}
    />
  );
}
