import type { CommandList } from '@fleetwarden/contract/commands/command-forms';
import { type CommandCode, type TerminalCommand, terminalCommands } from '@fleetwarden/contract/commands/terminal-commands';
import { Button, Checkbox, Form, Segmented, Select } from 'antd';
import type { Rule } from 'antd/es/form';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.ts';
import { NARROW, useMedia } from '../../hooks/use-media-query.ts';
import { fieldRules } from '../../shared/resource/field-rules.ts';
import type { PickedVehicle } from '../../shared/vehicle-candidates.ts';
import layout from '../../ui/theme/layout.module.css';
import { BatchDialog, type BatchRequest } from './BatchDialog.tsx';
import { FormFieldInput } from './fields/FormFieldInput.tsx';
import { type FormField, faultText, findFault, initialValues, isNothing, limitsText, type Values } from './fields/form-fields.ts';
import { specialForms } from './fields/special-forms.ts';
import styles from './Setup.module.css';
import type { SendCommand } from './use-setup.ts';

/** More commands than this are chosen from a list. */
const MAX_SEGMENTS = 4;

/** Sends one of several commands; only those that the user may send are offered. */
export function CommandPanel(props: { codes: readonly CommandCode[]; send: SendCommand; chosen: readonly PickedVehicle[] }) {
  const { codes, send, chosen } = props;
  const { t } = useTranslation();
  const narrow = useMedia(NARROW);
  const rights = useSession((session) => session.rights);
  const offered = codes.filter((code) => terminalCommands[code].permissions.some((each) => rights?.includes(each)));
  const [wanted, setWanted] = useState<CommandCode | undefined>();
  const code = wanted !== undefined && offered.includes(wanted) ? wanted : offered[0];
  if (code === undefined) return <p className={styles['about']}>{t('terminalSetup.viewOnly')}</p>;
  const options = offered.map((each) => ({ value: each, label: t(terminalCommands[each].nameKey as 'common.close') }));
  return (
    <section className={styles['form']} aria-label={t(terminalCommands[code].nameKey as 'common.close')}>
      <CommandForm
        key={code}
        code={code}
        send={send}
        chosen={chosen}
        choice={
          offered.length > 1 &&
          (offered.length > MAX_SEGMENTS || narrow ? (
            <Select<CommandCode> aria-label={t('terminalSetup.command')} value={code} options={options} onChange={setWanted} />
          ) : (
            <Segmented<CommandCode> value={code} options={options} onChange={setWanted} />
          ))
        }
      />
    </section>
  );
}

/** Key of the box that lets a command wait for offline terminals. */
const QUEUE = 'queueOffline';

function CommandForm(props: { code: CommandCode; send: SendCommand; chosen: readonly PickedVehicle[]; choice: React.ReactNode }) {
  const { code, send, chosen, choice } = props;
  const { t } = useTranslation();
  const [form] = Form.useForm<Values>();
  const [busy, setBusy] = useState(false);
  const [batch, setBatch] = useState<BatchRequest | null>(null);
  const command: TerminalCommand = terminalCommands[code];
  const special = specialForms[code];
  const fields = special?.fields ?? formFields(code);
  const values = (Form.useWatch([], { form, preserve: true }) ?? initialValues(fields)) as Values;
  const shown = special?.shown?.(values) ?? Object.keys(fields);
  const name = t(command.nameKey as 'common.close');
  const label = (key: string) => t((command.labels[key] ?? `terminalSetup.field_${key}`) as 'common.close');

  function requestOf(filled: Values): BatchRequest {
    const given = Object.fromEntries(
      shown.filter((key) => !isNothing(filled[key]) || fields[key]?.kind === 'rows').map((key) => [key, filled[key]]),
    );
    const queueOffline = command.queueable && filled[QUEUE] === true;
    return { cmdCode: code, params: special?.toParams?.(given) ?? given, queueOffline };
  }
  async function submit(filled: Values) {
    setBusy(true);
    const problems = await send(requestOf(filled));
    form.setFields(problems.map(({ path, message }) => ({ name: path, errors: [message] })));
    setBusy(false);
  }

  /** The fields show what is wrong. */
  async function openBatch() {
    const filled = await form.validateFields().catch(() => null);
    if (filled) setBatch(requestOf(filled));
  }

  const body = (
    <Form<Values>
      form={form}
      layout="vertical"
      className={styles['commandForm']!}
      initialValues={{ ...initialValues(fields), [QUEUE]: true }}
      onFinish={(filled) => void submit(filled)}
    >
      <div className={styles['formBody']}>
        {choice && <div className={styles['choice']}>{choice}</div>}
        {shown.length === 0 && <p className={styles['about']}>{t('terminalSetup.noParameters')}</p>}
        <div className={`${layout['fieldGrid']} ${styles['command']}`}>
          {shown.map((key) => (
            <Form.Item
              key={key}
              name={key}
              label={label(key)}
              className={isWide(fields[key]!) ? styles['wide']! : ''}
              extra={limitsText(t, fields[key]!) || undefined}
              rules={rulesOf(command, fields, key, t)}
            >
              <FormFieldInput field={fields[key]!} />
            </Form.Item>
          ))}
        </div>
      </div>
      <footer className={styles['formFoot']}>
        {command.queueable && (
          <Form.Item name={QUEUE} valuePropName="checked" noStyle>
            <Checkbox className={styles['about']!}>{t('terminalSetup.queueOffline')}</Checkbox>
          </Form.Item>
        )}
        <Button onClick={() => void openBatch()}>{t('commandBatch.start')}</Button>
        <Button type="primary" htmlType="submit" danger={command.danger !== 'none'} loading={busy}>
          {command.danger === 'none' ? t('terminalSetup.send') : name}
        </Button>
      </footer>
    </Form>
  );
  return (
    <>
      {body}
      {batch && <BatchDialog request={batch} chosen={chosen} onClose={() => setBatch(null)} />}
    </>
  );
}

/** The fields of a command and its lists. */
function formFields(cmdCode: CommandCode): Readonly<Record<string, FormField>> {
  const { fields, lists, labels }: TerminalCommand = terminalCommands[cmdCode];
  const rows = Object.entries<CommandList>(lists).map(([key, list]) => {
    const file = list.fromFile ? { file: { cmdCode, list: key } } : {};
    return [key, { kind: 'rows', labels, ...list, ...file }] as const;
  });
  return { ...fields, ...Object.fromEntries(rows) };
}

const isWide = (field: FormField): boolean =>
  field.kind === 'rows' || field.kind === 'numbers' || (field.kind === 'text' && field.lines !== undefined);

const MISSING = 'field.required';
/** A trigger that no event fires: such rules run only when the whole form is validated. */
const SENDING = 'onSend';

/** The rules of a field, of its rows, and of the command across its fields. */
function rulesOf({ rules }: TerminalCommand, fields: Readonly<Record<string, FormField>>, key: string, t: TFunction): Rule[] {
  const field = fields[key]!;
  if (field.kind !== 'rows' && field.kind !== 'numbers' && field.kind !== 'select')
    return fieldRules({ fields: { [key]: field }, rules }, key, t);
  const telling = (which: (key: string) => boolean) => async (_rule: unknown, value: unknown) => {
    const fault = findFault(field, value);
    if (fault && which(fault.key)) throw new Error(faultText(t, fault));
  };
  const own: Rule[] = [
    { validateTrigger: 'onChange', validator: telling((key) => key !== MISSING) },
    // rows that are being added may be incomplete
    { validateTrigger: SENDING, validator: telling((key) => key === MISSING) },
  ];
  return [...own, ...fieldRules({ fields: {}, rules }, key, t)];
}
