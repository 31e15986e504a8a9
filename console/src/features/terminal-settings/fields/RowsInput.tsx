import DeleteOutlined from '@ant-design/icons/DeleteOutlined';
import PlusOutlined from '@ant-design/icons/PlusOutlined';
import UploadOutlined from '@ant-design/icons/UploadOutlined';
import { Button, Form } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldInput } from '../../../shared/resource/FieldInput.tsx';
import { ScrollRegion } from '../../../ui/ScrollRegion.tsx';
import layout from '../../../ui/theme/layout.module.css';
import frame from '../Setup.module.css';
import styles from './Fields.module.css';
import { findFault, initialValues, type RowsField, type Values } from './form-fields.ts';
import { ImportRows } from './ImportRows.tsx';
import { readInput } from './read-input.ts';

type Props = {
  readonly field: RowsField;
  readonly id?: string;
  readonly value?: unknown;
  readonly onChange?: (value: unknown) => void;
  readonly disabled?: boolean;
};

/** A table with a row of inputs per entry. */
export function RowsInput({ field, id = 'rows', value, onChange, disabled = false }: Props) {
  const { t } = useTranslation();
  const [importing, setImporting] = useState(false);
  const { status } = Form.Item.useStatus();
  const rows = (value ?? []) as readonly Values[];
  const columns = Object.entries(field.fields);
  const label = (key: string) => t(field.labels[key] as 'common.close');
  const change = (next: readonly Values[]) => onChange?.(next);
  return (
    <div>
      {rows.length > 0 && (
        <ScrollRegion className={styles['table']} label={t('terminalSetup.rows')}>
          <table>
            <thead>
              <tr>
                {columns.map(([key]) => (
                  <th key={key} scope="col">
                    {label(key)}
                  </th>
                ))}
                <td />
              </tr>
            </thead>
            <tbody>
              {rows.map((row, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a row has no key but its place
                <tr key={at}>
                  {columns.map(([key, inner]) => (
                    <td key={key}>
                      <label className={layout['visuallyHidden']} htmlFor={`${id}-${at}-${key}`}>
                        {t('terminalSetup.cell', { row: at + 1, field: label(key) })}
                      </label>
                      <Form.Item noStyle validateStatus={status === 'error' && findFault(inner, row[key]) ? 'error' : ''}>
                        <FieldInput
                          field={inner}
                          id={`${id}-${at}-${key}`}
                          value={row[key]}
                          disabled={disabled}
                          onChange={(next) =>
                            change(rows.map((each, i) => (i === at ? { ...each, [key]: readInput(next) } : each)))
                          }
                        />
                      </Form.Item>
                    </td>
                  ))}
                  <td>
                    <Button
                      type="text"
                      size="small"
                      disabled={disabled}
                      icon={<DeleteOutlined />}
                      aria-label={t('terminalSetup.removeRow', { row: at + 1 })}
                      title={t('terminalSetup.removeRow', { row: at + 1 })}
                      onClick={() => change(rows.filter((_, i) => i !== at))}
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
      <p className={styles['rowsFoot']}>
        <Button
          size="small"
          icon={<PlusOutlined />}
          disabled={disabled || rows.length >= field.max}
          onClick={() => change([...rows, initialValues(field.fields)])}
        >
          {t('terminalSetup.addRow')}
        </Button>
        {field.file && (
          <Button
            size="small"
            icon={<UploadOutlined />}
            disabled={disabled || rows.length >= field.max}
            onClick={() => setImporting(true)}
          >
            {t('resource.import')}
          </Button>
        )}
        <span className={frame['about']}>{t('terminalSetup.rowCount', { count: rows.length, max: field.max })}</span>
      </p>
      {field.file && importing && (
        <ImportRows
          file={field.file}
          room={field.max - rows.length}
          onClose={() => setImporting(false)}
          onRows={(more) => change([...rows, ...more])}
        />
      )}
    </div>
  );
}
