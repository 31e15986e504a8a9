import DeleteOutlined from '@ant-design/icons/DeleteOutlined';
import PlusOutlined from '@ant-design/icons/PlusOutlined';
import type { RuleLeaf, RuleParam } from '@fleetwarden/contract/alarm-rules/forms';
import { Button, Form, Pagination } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatAlarmType } from '../../../shared/alarm-texts.ts';
import { ScrollRegion } from '../../../ui/ScrollRegion.tsx';
import layout from '../../../ui/theme/layout.module.css';
import styles from '../Rules.module.css';
import { LeafInput } from './LeafInput.tsx';
import { aboutTypes, findFaults, initialValues, type ParamControl, type Values } from './param-values.ts';
import { paramText } from './param-words.ts';
import { TypeSelect } from './TypeSelect.tsx';

type Rows = Extract<RuleParam, { kind: 'rows' }>;

/** Rows per page; each has many controls. */
const SHOWN = 10;
const NONE: readonly Values[] = [];

/** A table with a row per value set; faults are marked in their cells. Rows for alarm types are added by type. */
export function RowsInput(props: ParamControl & { param: Rows }) {
  const { param, id = param.name, value, onChange, disabled = false } = props;
  const { t } = useTranslation();
  const { status } = Form.Item.useStatus();
  const rows = (value as readonly Values[] | undefined) ?? NONE;
  const [wanted, setWanted] = useState(1);
  const pages = Math.max(1, Math.ceil(rows.length / SHOWN));
  const page = Math.min(wanted, pages);
  const first = (page - 1) * SHOWN;
  const typed = aboutTypes(param.params);
  const faulty = useMemo(() => {
    // missing values are faults only after the form was validated
    const faults = findFaults(param, rows).filter(({ key }) => status === 'error' || key !== 'field.required');
    return new Set(faults.map(({ path: [row, name] }) => `${row}.${name}`));
  }, [param, rows, status]);

  function add(more: readonly Values[]) {
    const next = [...rows, ...more].slice(0, param.max);
    onChange?.(next);
    setWanted(Math.ceil(next.length / SHOWN));
  }

  const cellOf = (row: Values, at: number, inner: RuleLeaf) => {
    const cell = `${id}-${at}-${inner.name}`;
    if (typed && inner === param.params[0]) return formatAlarmType(t, Number(row[inner.name]));
    return (
      // each cell has its own status
      <Form.Item noStyle validateStatus={faulty.has(`${at}.${inner.name}`) ? 'error' : ''}>
        <label className={layout['visuallyHidden']} htmlFor={cell}>
          {t('warnScheme.cell', { row: at + 1, field: paramText(t, inner.name) })}
        </label>
        <LeafInput
          param={withoutUnit(inner)}
          id={cell}
          value={row[inner.name]}
          disabled={disabled}
          onChange={(next) => onChange?.(rows.map((each, i) => (i === at ? { ...each, [inner.name]: next } : each)))}
        />
      </Form.Item>
    );
  };

  return (
    <div>
      {rows.length > 0 && (
        <ScrollRegion className={styles['rows']} label={paramText(t, param.name)}>
          <table>
            <thead>
              <tr>
                {param.params.map((inner) => (
                  <th key={inner.name} scope="col" data-kind={inner.kind}>
                    {paramText(t, inner.name)}
                    {'unit' in inner && ` (${inner.unit})`}
                  </th>
                ))}
                {!disabled && <td />}
              </tr>
            </thead>
            <tbody>
              {rows.slice(first, first + SHOWN).map((row, i) => (
                <tr key={typed ? String(row[param.params[0]!.name]) : first + i}>
                  {param.params.map((inner) => (
                    <td key={inner.name}>{cellOf(row, first + i, inner)}</td>
                  ))}
                  {!disabled && (
                    <td>
                      <Button
                        type="text"
                        size="small"
                        icon={<DeleteOutlined />}
                        aria-label={t('warnScheme.removeRow', { row: first + i + 1 })}
                        title={t('warnScheme.removeRow', { row: first + i + 1 })}
                        onClick={() => onChange?.(rows.filter((_, at) => at !== first + i))}
                      />
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
      <div className={styles['rowsFoot']}>
        {!disabled && rows.length < param.max && <AddRows param={param} rows={rows} onAdd={add} />}
        {pages > 1 && (
          <Pagination
            simple
            size="small"
            current={page}
            pageSize={SHOWN}
            total={rows.length}
            showSizeChanger={false}
            onChange={setWanted}
          />
        )}
      </div>
    </div>
  );
}

/** The heading has the unit. */
function withoutUnit(param: RuleLeaf): RuleLeaf {
  if (param.kind !== 'integer') return param;
  const { unit: _unit, ...rest } = param;
  return rest;
}

/** Adds one row, or a row per chosen alarm type. */
function AddRows({ param, rows, onAdd }: { param: Rows; rows: readonly Values[]; onAdd: (more: readonly Values[]) => void }) {
  const { t } = useTranslation();
  const [types, setTypes] = useState<readonly number[]>([]);
  const [first] = param.params;
  const known = useMemo(() => new Set(rows.map((row) => Number(row[first!.name]))), [rows, first]);
  if (first?.kind !== 'type')
    return (
      <Button size="small" icon={<PlusOutlined />} onClick={() => onAdd([initialValues(param.params)])}>
        {t('warnScheme.addRow')}
      </Button>
    );
  return (
    <div className={styles['addTypes']}>
      <TypeSelect
        multiple
        among={first.among}
        but={known}
        label={t('warnScheme.chooseTypes')}
        value={types}
        onChange={(chosen) => setTypes(chosen as number[])}
      />
      <Button
        icon={<PlusOutlined />}
        disabled={types.length === 0}
        onClick={() => {
          onAdd(types.map((typeId) => ({ ...initialValues(param.params), [first.name]: typeId })));
          setTypes([]);
        }}
      >
        {t('warnScheme.addTypes')}
      </Button>
    </div>
  );
}
