import DeleteOutlined from '@ant-design/icons/DeleteOutlined';
import PlusOutlined from '@ant-design/icons/PlusOutlined';
import type { SecretField } from '@fleetwarden/contract/resources/resource';
import type { BitsField, ListField, ParameterField, StructField } from '@fleetwarden/contract/terminal-settings/parameter-fields';
import { listBits, packParts, unpackParts } from '@fleetwarden/contract/terminal-settings/parameter-fields';
import type { TerminalParameter } from '@fleetwarden/contract/terminal-settings/parameter-table';
import { Button, Checkbox } from 'antd';
import { useTranslation } from 'react-i18next';
import { FieldInput } from '../../../shared/resource/FieldInput.tsx';
import styles from './Fields.module.css';
import { HoursInput } from './HoursInput.tsx';
import { bitOptions, fromShown, parameterName, toShown } from './parameter-text.ts';
import { readInput } from './read-input.ts';

type Control<F> = {
  readonly field: F;
  readonly id: string;
  /** Accessible name of a control with several inputs. */
  readonly label: string;
  readonly value: unknown;
  /** undefined: emptied, nothing is sent. */
  readonly onChange: (value: unknown) => void;
  readonly disabled?: boolean;
};

/** A password is typed without being shown. */
const SECRET: SecretField = { kind: 'secret' };

/** The control of a parameter by its kind. */
export function ParameterInput({
  shown,
  secret = false,
  ...control
}: Control<ParameterField> & { shown?: TerminalParameter['shown']; secret?: boolean }) {
  const { field, id, value, onChange, disabled = false } = control;
  switch (field.kind) {
    case 'bits':
      return <BitsInput {...control} field={field} />;
    case 'packed': {
      const fields = Object.fromEntries(Object.entries(field.parts).map(([key, part]) => [key, part.field]));
      const values = unpackParts(field, typeof value === 'number' ? value : 0);
      return (
        <Parts
          {...control}
          fields={fields}
          values={values}
          onChange={(next) => onChange(packParts(field, next as Record<string, number>))}
        />
      );
    }
    case 'struct':
      return 'startHour' in field.fields ? <HoursInput {...control} /> : <StructInput {...control} field={field} />;
    case 'list':
      return <ListInput {...control} field={field} />;
    default: {
      const numeric = field.kind === 'integer' || field.kind === 'decimal';
      return (
        <FieldInput
          field={secret ? SECRET : numeric && shown ? { ...field, unit: shown.unit } : field}
          id={id}
          value={numeric && typeof value === 'number' ? toShown(value, shown) : value}
          disabled={disabled}
          onChange={(next) => {
            const read = readInput(next);
            // an empty text clears the parameter, an empty number says nothing
            if (read === null || read === undefined) onChange(undefined);
            else onChange(numeric && typeof read === 'number' ? fromShown(read, shown) : read);
          }}
        />
      );
    }
  }
}

const sumBits = (bits: readonly number[]): number => bits.reduce((sum, bit) => sum + 2 ** bit, 0);

function BitsInput({ field, label, value, onChange, disabled = false }: Control<BitsField>) {
  const { t, i18n } = useTranslation();
  const options = bitOptions(t, i18n, field);
  const set = listBits(typeof value === 'number' ? value : 0);
  // bits without a name stay as they are
  const unnamed = set.filter((bit) => !options.some((option) => option.value === bit));
  return (
    // biome-ignore lint/a11y/useSemanticElements: the form draws its name, a fieldset would draw a frame
    <div role="group" aria-label={label}>
      <Checkbox.Group<number>
        className={styles['bits']!}
        disabled={disabled}
        options={[...options]}
        value={set}
        onChange={(bits) => onChange(sumBits([...new Set([...unnamed, ...bits])]))}
      />
    </div>
  );
}

const StructInput = ({ field, ...control }: Control<StructField>) => (
  <Parts {...control} fields={field.fields} values={(control.value ?? {}) as Readonly<Record<string, unknown>>} />
);

/** Labelled inputs of the parts of a value. */
function Parts(
  props: Omit<Control<unknown>, 'field' | 'value'> & {
    fields: Readonly<Record<string, ParameterField>>;
    values: Readonly<Record<string, unknown>>;
  },
) {
  const { id, label, fields, values, disabled = false, onChange } = props;
  const { t } = useTranslation();
  return (
    // biome-ignore lint/a11y/useSemanticElements: the form draws its name, a fieldset would draw a frame
    <div className={styles['fields']} role="group" aria-label={label}>
      {Object.entries(fields).map(([key, inner]) => (
        <div key={key} data-wide={inner.kind === 'bits' || undefined}>
          <label htmlFor={`${id}-${key}`}>{parameterName(t, key)}</label>
          <ParameterInput
            field={inner}
            id={`${id}-${key}`}
            label={parameterName(t, key)}
            value={values[key]}
            disabled={disabled}
            onChange={(next) => {
              const { [key]: _before, ...others } = values;
              onChange(next === undefined ? others : { ...others, [key]: next });
            }}
          />
        </div>
      ))}
    </div>
  );
}

/** A list of objects, each with its inputs. */
function ListInput({ field, id, label, value, onChange, disabled = false }: Control<ListField>) {
  const { t } = useTranslation();
  const items = (value ?? []) as readonly Readonly<Record<string, unknown>>[];
  return (
    // biome-ignore lint/a11y/useSemanticElements: the form draws its name, a fieldset would draw a frame
    <div role="group" aria-label={label}>
      <ol className={styles['items']}>
        {items.map((item, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an item has no key but its place
          <li key={at}>
            <StructInput
              field={field.of}
              id={`${id}-${at}`}
              label={`${label} ${at + 1}`}
              value={item}
              disabled={disabled}
              onChange={(next) => onChange(items.map((each, i) => (i === at ? next : each)))}
            />
            <Button
              type="text"
              size="small"
              icon={<DeleteOutlined />}
              disabled={disabled}
              aria-label={t('terminalSetup.removeRow', { row: at + 1 })}
              title={t('terminalSetup.removeRow', { row: at + 1 })}
              onClick={() => onChange(items.filter((_, i) => i !== at))}
            />
          </li>
        ))}
      </ol>
      <Button
        size="small"
        icon={<PlusOutlined />}
        disabled={disabled || items.length >= field.max}
        onClick={() => onChange([...items, {}])}
      >
        {t('terminalSetup.addRow')}
      </Button>
    </div>
  );
}
