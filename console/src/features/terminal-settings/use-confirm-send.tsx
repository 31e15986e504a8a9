import type { Danger } from '@fleetwarden/contract/commands/terminal-commands';
import { Alert, Checkbox, Form, Input, Modal } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PickedVehicle } from '../../shared/vehicle-candidates.ts';
import { formatList } from '../../ui/format.ts';
import type { NewServer } from './new-servers.ts';
import { ServerProbe } from './ServerProbe.tsx';
import styles from './Setup.module.css';

const WIDTH = 440;
/** Vehicles named in the question. */
const NAMED = 5;
/** More vehicles than this are confirmed for every command (screen catalogue 8.1). */
const MANY_VEHICLES = 200;

export type SendQuestion = {
  /** Name of the command, in the user's language. */
  readonly command: string;
  readonly danger: Danger;
  readonly vehicles: readonly PickedVehicle[];
  /** The number of vehicles, if not all of them are known here. */
  readonly count?: number;
  /** What could go wrong, if it is not the danger of the command. */
  readonly warning?: string;
  /** What the user ticks before it is sent. */
  readonly acknowledge?: string;
  /** New servers of the terminals, which are tested meanwhile. */
  readonly servers?: readonly NewServer[];
};
/** What the user added to the confirmation. */
export type Confirmation = { readonly password?: string };
type Filled = Confirmation & { readonly acknowledged?: boolean };

/** Whether a send is confirmed first. */
const needsConfirmation = ({ danger, vehicles, count }: Pick<SendQuestion, 'danger' | 'vehicles' | 'count'>): boolean =>
  danger !== 'none' || (count ?? vehicles.length) > MANY_VEHICLES;

/**
 * Asks before a command that is dangerous, or goes to many vehicles; names the vehicles and their number. A dangerous one needs
 * the password. Resolves with null if the user cancels. Render the second element.
 */
export function useConfirmSend(): [(question: SendQuestion) => Promise<Confirmation | null>, ReactNode] {
  const { t, i18n } = useTranslation();
  const [form] = Form.useForm<Filled>();
  const [open, setOpen] = useState(false);
  const [pending, setPending] = useState<{ question: SendQuestion; answer: (given: Confirmation | null) => void } | null>(null);

  const ask = (question: SendQuestion) =>
    needsConfirmation(question)
      ? new Promise<Confirmation | null>((answer) => {
          form.resetFields();
          setPending({ question, answer });
          setOpen(true);
        })
      : Promise.resolve({});

  function answer(given: Confirmation | null) {
    setOpen(false);
    pending?.answer(given);
  }

  if (!pending) return [ask, null];
  const { command, danger, vehicles, warning, acknowledge, servers = [], count = vehicles.length } = pending.question;
  const alert = warning ?? (danger === 'dangerous' ? t('terminalSetup.confirmDanger') : undefined);
  const plates = formatList(
    i18n.language,
    vehicles.slice(0, NAMED).map(({ carNo }) => carNo),
  );
  const names = count > NAMED ? t('terminalSetup.andOthers', { names: plates }) : plates;
  return [
    ask,
    <Modal
      key="confirm"
      open={open}
      centered
      forceRender
      width={WIDTH}
      title={t('terminalSetup.confirmTitle', { command })}
      okText={t('terminalSetup.confirmSend', { count })}
      okButtonProps={{ danger: danger !== 'none' }}
      cancelText={t('form.cancel')}
      closable={false}
      mask={{ closable: false }}
      onOk={() => form.submit()}
      onCancel={() => answer(null)}
    >
      <div className={styles['danger']}>
        <p>{t('terminalSetup.confirmVehicles', { count, names })}</p>
        {alert !== undefined && <Alert type="warning" showIcon title={alert} />}
        {open && servers.length > 0 && <ServerProbe servers={servers} />}
        <Form<Filled>
          form={form}
          layout="vertical"
          preserve={false}
          onFinish={({ password }) => answer(password === undefined ? {} : { password })}
        >
          {acknowledge !== undefined && (
            <Form.Item<Filled>
              name="acknowledged"
              valuePropName="checked"
              rules={[
                {
                  validator: async (_rule, ticked) => {
                    if (ticked !== true) throw new Error(t('terminalSetup.tickFirst'));
                  },
                },
              ]}
            >
              <Checkbox>{acknowledge}</Checkbox>
            </Form.Item>
          )}
          {danger === 'dangerous' && (
            <Form.Item<Filled>
              name="password"
              label={t('terminalSetup.password')}
              rules={[{ required: true, message: t('terminalSetup.passwordNeeded') }]}
            >
              <Input.Password autoComplete="current-password" />
            </Form.Item>
          )}
        </Form>
      </div>
    </Modal>,
  ];
}
