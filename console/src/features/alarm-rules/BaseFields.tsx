import { baseParams } from 'virtual:rule-forms';
import type { RuleCode } from '@fleetwarden/contract/alarm-rules/kinds';
import { alarmRulesCalls } from '@fleetwarden/contract/alarm-rules/routes';
import { date, flag, text } from '@fleetwarden/contract/resources/resource';
import { rules } from '@fleetwarden/domain/form-rules';
import { Form } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { DepartmentSelect } from '../../shared/resource/DepartmentSelect.tsx';
import { FieldInput } from '../../shared/resource/FieldInput.tsx';
import { formRule } from '../../ui/form-rule.ts';
import layout from '../../ui/theme/layout.module.css';
import { ParamItem } from './params/ParamFields.tsx';
import styles from './Rules.module.css';
import type { SchemeValues } from './scheme-values.ts';

const MAX_NAME = 30;
const MAX_REMARK = 200;
const REMARK_LINES = 2;
const NAME = text({ rule: rules.zhLetterDigitLength(1, MAX_NAME) });
const DAY = date({});

/** Name, department, level, validity and other base data of a scheme. `id`: of an existing scheme. */
export function BaseFields({ code, id, disabled }: { code: RuleCode; id: string | undefined; disabled: boolean }) {
  const { t } = useTranslation();
  const form = Form.useFormInstance<SchemeValues>();
  const empty = t('field.required');

  async function requireFree(name: string | undefined) {
    const deptId = form.getFieldValue('deptId') as string | undefined;
    const schemeName = name?.trim();
    if (!schemeName || !deptId || NAME.rule.check(schemeName)) return;
    const input = { schemeType: code, deptId, schemeName, ...(id === undefined ? {} : { id }) };
    // without a reply, saving will check the name
    const reply = await call(alarmRulesCalls.countWarnSchemeByName, input, { quiet: true }).catch(() => null);
    if (reply && reply.count > 0) throw new Error(t('warnScheme.nameTaken'));
  }

  return (
    <div className={layout['fieldGrid']}>
      <Form.Item<SchemeValues>
        name="schemeName"
        label={t('warnScheme.schemeName')}
        validateTrigger={['onChange', 'onBlur']}
        rules={[
          { required: true, whitespace: true, message: empty },
          formRule(NAME.rule, t),
          { validateTrigger: 'onBlur', validator: (_rule, name: string | undefined) => requireFree(name) },
        ]}
      >
        <FieldInput field={NAME} disabled={disabled} />
      </Form.Item>
      <Form.Item<SchemeValues> name="deptId" label={t('warnScheme.deptName')} rules={[{ required: true, message: empty }]}>
        <DepartmentSelect disabled={disabled} />
      </Form.Item>
      <Form.Item<SchemeValues> name="enabled" label={t('warnScheme.enabled')}>
        <FieldInput field={flag({})} disabled={disabled} />
      </Form.Item>
      <Form.Item<SchemeValues> name="validFrom" label={t('warnScheme.validFrom')}>
        <FieldInput field={DAY} disabled={disabled} />
      </Form.Item>
      <Form.Item<SchemeValues>
        name="validTo"
        label={t('warnScheme.validTo')}
        dependencies={['validFrom']}
        rules={[
          ({ getFieldValue }) => ({
            validator: async (_rule, to: string | null | undefined) => {
              const since = getFieldValue('validFrom') as string | null | undefined;
              if (to && since && to < since) throw new Error(t('rule.order'));
            },
          }),
        ]}
      >
        <FieldInput field={DAY} disabled={disabled} />
      </Form.Item>
      {baseParams.map((param) => (
        <ParamItem key={param.name} path={param.name} param={param} hints={[param.name]} disabled={disabled} />
      ))}
      <Form.Item<SchemeValues> name="remark" label={t('warnScheme.remark')} className={styles['wide']!}>
        <FieldInput field={text({ max: MAX_REMARK, lines: REMARK_LINES })} disabled={disabled} />
      </Form.Item>
    </div>
  );
}
