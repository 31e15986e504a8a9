import type { RuleParam } from '@fleetwarden/contract/alarm-rules/forms';
import type { RuleCode } from '@fleetwarden/contract/alarm-rules/kinds';
import { TEXT_FIELDS } from '@fleetwarden/contract/alarm-rules/text-fields';
import { Form } from 'antd';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import layout from '../../../ui/theme/layout.module.css';
import styles from '../Rules.module.css';
import type { SchemeValues } from '../scheme-values.ts';
import { ParamInput } from './ParamInput.tsx';
import { findFaults, type ParamFault, type Values } from './param-values.ts';
import { faultText, paramText } from './param-words.ts';

/** Placeholders as written in a text. */
const FIELDS = TEXT_FIELDS.map((name) => `{${name}}`).join(' ');
const MESSAGE = 1;
const WEEKLY = 3;
/** Parameters that apply only with certain values of others. */
const APPLIES: Readonly<Record<string, (params: Values) => boolean>> = {
  content: ({ dealType }) => dealType === undefined || dealType === MESSAGE,
  channels: ({ dealType }) => dealType === undefined || dealType === MESSAGE,
  weekdays: ({ scheduleType }) => scheduleType === undefined || scheduleType === WEEKLY,
};
/** Parameters that are required with certain values of others, such as a text for handling by text. */
const NEEDED: Readonly<Record<string, (params: Values) => boolean>> = { content: ({ dealType }) => dealType === MESSAGE };
/** Types that take the full width. */
const WIDE: ReadonlySet<RuleParam['kind']> = new Set(['rows', 'group', 'types', 'text', 'vehicles', 'clocks', 'choices']);

/** The parameters of a kind, in the order of its table. */
export function ParamFields({ code, params, disabled }: { code: RuleCode; params: readonly RuleParam[]; disabled: boolean }) {
  const form = Form.useFormInstance<SchemeValues>();
  const values = (Form.useWatch('params', { form, preserve: true }) ?? {}) as Values;
  return (
    <div className={layout['fieldGrid']}>
      {params.map((param) => {
        if (APPLIES[param.name]?.(values) === false) return null;
        const needed = NEEDED[param.name]?.(values) === true;
        return (
          <ParamItem
            key={param.name}
            path={['params', param.name]}
            param={needed ? { ...param, required: true } : param}
            // the name of a group can also be the name of an option elsewhere
            hints={[`${code}_${param.name}`, ...(param.kind === 'group' ? [] : [param.name])]}
            disabled={disabled}
          />
        );
      })}
    </div>
  );
}

/** A trigger that no event fires: such rules run only when the whole form is validated. */
const SAVING = 'onSave';
const isMissing = (key: ParamFault['key']) => key === 'field.required' || key === 'field.tooFew';

/** A parameter with label and faults. `hints`: possible text keys of its help; none needs to exist. */
export function ParamItem(props: { path: string | string[]; param: RuleParam; hints: readonly string[]; disabled: boolean }) {
  const { path, param, hints, disabled } = props;
  const { t } = useTranslation();
  const hint = hints
    .map((name) => `warnScheme.hint_${name}` as 'warnScheme.hint_130105_content')
    .find((key) => i18next.exists(key));
  const telling = (which: (fault: ParamFault) => boolean) => async (_rule: unknown, value: unknown) => {
    const faults = findFaults(param, value).filter(which);
    if (faults.length > 0) throw new Error([...new Set(faults.map((fault) => faultText(t, fault)))].join('\n'));
  };
  return (
    <Form.Item
      name={path}
      label={paramText(t, param.name)}
      required={param.required}
      className={WIDE.has(param.kind) ? styles['wide']! : ''}
      extra={hint === undefined ? undefined : t(hint, { fields: FIELDS })}
      rules={
        param.kind === 'rows'
          ? [
              { validateTrigger: 'onChange', validator: telling(({ key }) => !isMissing(key)) },
              // rows that are being added may be incomplete
              { validateTrigger: SAVING, validator: telling(({ key }) => isMissing(key)) },
            ]
          : [{ validator: telling(() => true) }]
      }
    >
      <ParamInput param={param} disabled={disabled} />
    </Form.Item>
  );
}
