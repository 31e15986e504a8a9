import type { ChoiceField, ChoicesField, CodeField, Field, TextField } from '@fleetwarden/contract/resources/resource';
import { getMaxChars } from '@fleetwarden/contract/resources/resource';
import { Input, InputNumber, Select, Switch } from 'antd';
import dayjs from 'dayjs';
import { useTranslation } from 'react-i18next';
import { businessTime, instantOf } from '../../api/business-time.ts';
import { BusinessDatePicker } from '../../ui/BusinessDatePicker.tsx';
import { inputUnit } from '../../ui/units.ts';
import { enumerationName, useEnumeration } from '../enumeration.ts';
import { DepartmentSelect } from './DepartmentSelect.tsx';
import { LinkSelect } from './LinkSelect.tsx';
import { UpperInput } from './UpperInput.tsx';

const DAY = 'YYYY-MM-DD';
const MOMENT = 'YYYY-MM-DD HH:mm';

/** Props that antd's Form.Item passes to its control. */
type Controlled = {
  readonly id?: string;
  readonly value?: unknown;
  readonly onChange?: (value: unknown) => void;
};

export type FieldInputProps = Controlled & {
  readonly field: Field;
  /** Names of the linked records, where known. */
  readonly names?: ReadonlyMap<string, string>;
  /** A secret is stored; empty input keeps it. */
  readonly stored?: boolean;
  readonly disabled?: boolean;
};

/**
 * The control of a field by its kind; values are in the format of the calls. Used in a Form.Item, or with `value` and `onChange`.
 */
export function FieldInput({ field, names, stored = false, disabled = false, ...control }: FieldInputProps) {
  const { t, i18n } = useTranslation();
  switch (field.kind) {
    case 'text':
      return <TextInput field={field} disabled={disabled} {...control} />;
    case 'secret':
      return (
        <Input.Password
          {...(control as object)}
          disabled={disabled}
          maxLength={getMaxChars(field)}
          autoComplete="new-password"
          {...(stored ? { placeholder: t('resource.secretKeep') } : {})}
        />
      );
    case 'integer':
    case 'decimal':
      return (
        <InputNumber<number>
          {...(control as object)}
          disabled={disabled}
          inputMode={field.kind === 'integer' ? 'numeric' : 'decimal'}
          style={{ width: '100%' }}
          {...(field.unit === undefined ? {} : { suffix: inputUnit(i18n.language, field.unit, control.value) })}
        />
      );
    case 'flag':
      return (
        <Switch
          {...(control.id ? { id: control.id } : {})}
          checked={control.value === true}
          disabled={disabled}
          onChange={(on) => control.onChange?.(on)}
        />
      );
    case 'date':
    case 'instant':
      return <TimeInput day={field.kind === 'date'} disabled={disabled} {...control} />;
    case 'choice':
    case 'code':
    case 'choices':
      return <ChoiceInput field={field} disabled={disabled} {...control} />;
    case 'link':
    case 'links': {
      const link = { ...(control as object), multiple: field.kind === 'links', disabled, ...(names ? { names } : {}) };
      return field.to === 'department' ? <DepartmentSelect {...link} /> : <LinkSelect to={field.to} {...link} />;
    }
    // rendered by the page's own widget
    case 'permissions':
    case 'geometry':
      return null;
  }
}

function TextInput({ field, disabled, ...control }: Controlled & { field: TextField; disabled: boolean }) {
  const given = control as object;
  const common = { disabled, maxLength: getMaxChars(field), autoComplete: 'off' };
  if (field.lines) return <Input.TextArea {...given} {...common} autoSize={{ minRows: field.lines, maxRows: field.lines * 3 }} />;
  const { inputMode } = field.rule ?? {};
  const more = { ...given, ...common, ...(inputMode ? { inputMode } : {}) };
  return field.upper || field.rule?.capitals ? <UpperInput {...more} /> : <Input {...more} allowClear />;
}

/** A day as yyyy-MM-dd, or a moment as epoch ms. */
function TimeInput({ day, disabled, id, value, onChange }: Controlled & { day: boolean; disabled: boolean }) {
  const shown = () => (day ? dayjs(String(value)) : businessTime(Number(value)));
  return (
    <BusinessDatePicker
      {...(id ? { id } : {})}
      style={{ width: '100%' }}
      disabled={disabled}
      format={day ? DAY : MOMENT}
      {...(day ? {} : { showTime: { format: 'HH:mm' } })}
      value={value === undefined || value === null ? null : shown()}
      onChange={(chosen) => onChange?.(chosen ? (day ? chosen.format(DAY) : instantOf(chosen)) : null)}
    />
  );
}

/** Values of an enumeration; a stored value that is no longer offered keeps its label. */
function ChoiceInput(props: Controlled & { field: ChoiceField | CodeField | ChoicesField; disabled: boolean }) {
  const { field, disabled, id, value, onChange } = props;
  const { i18n } = useTranslation();
  const offered = useEnumeration(field.of);
  const chosen = [value ?? []].flat() as (string | number)[];
  const unlisted = chosen.filter((each) => !offered.some((option) => option.value === each));
  return (
    <Select
      {...(id ? { id } : {})}
      {...(field.kind === 'choices' ? { mode: 'multiple' as const } : {})}
      {...(value === undefined || value === null ? {} : { value })}
      {...(onChange ? { onChange } : {})}
      disabled={disabled}
      allowClear={!field.required}
      showSearch={{ optionFilterProp: 'label' }}
      options={[...offered, ...unlisted.map((each) => ({ value: each, label: enumerationName(i18n, field.of, each) }))]}
    />
  );
}
