import { commandsCalls } from '@fleetwarden/contract/commands/routes';
import { type CommandCode, terminalCommands } from '@fleetwarden/contract/commands/terminal-commands';
import { useQuery } from '@tanstack/react-query';
import { Alert, Form, Input, Modal, Radio } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { Refusal } from '../../api/client.ts';
import { notify } from '../../api/feedback.ts';
import { useSubmit } from '../../hooks/use-submit.ts';
import { KeyError } from '../../shared/encrypt.ts';
import { DepartmentSelect } from '../../shared/resource/DepartmentSelect.tsx';
import type { PickedVehicle } from '../../shared/vehicle-candidates.ts';
import { formatList } from '../../ui/format.ts';
import type { Values } from './fields/form-fields.ts';
import { findConnectServer } from './new-servers.ts';
import { ServerProbe } from './ServerProbe.tsx';
import { confirmationOf } from './use-setup.ts';

const WIDTH = 480;
const MAX_NAME = 50;
/** BATCH_STATE */
const AWAITING = 0;
const NONE: readonly string[] = [];

/** A command as its form states it. */
export type BatchRequest = { readonly cmdCode: CommandCode; readonly params: Values; readonly queueOffline: boolean };
type Filled = {
  readonly name: string;
  readonly to: 'vehicles' | 'departments';
  readonly departments?: readonly string[];
  readonly password?: string;
};

/** Starts a batch for the chosen vehicles or for departments. It names the vehicles and their number; a dangerous command needs the password. */
export function BatchDialog(props: { request: BatchRequest; chosen: readonly PickedVehicle[]; onClose: () => void }) {
  const { request, chosen, onClose } = props;
  const { cmdCode } = request;
  const { t, i18n } = useTranslation();
  const [form] = Form.useForm<Filled>();
  const { danger, nameKey } = terminalCommands[cmdCode];
  const command = t(nameKey as 'common.close');
  const initial: Filled = { name: command, to: chosen.length > 0 ? 'vehicles' : 'departments' };
  const to = Form.useWatch('to', form) ?? initial.to;
  const departments = Form.useWatch('departments', form) ?? NONE;
  const servers = findConnectServer(cmdCode, request.params);
  const ids = to === 'vehicles' ? chosen.map(({ carId }) => carId) : [...departments];
  const targets = to === 'vehicles' ? { targIds: ids } : { deptIds: ids };
  const check = useQuery({
    queryKey: ['commandBatch', cmdCode, targets],
    queryFn: ({ signal }) => call(commandsCalls.checkBatch, { cmdCode, ...targets }, { signal, quiet: true }),
    enabled: ids.length > 0,
    networkMode: 'always',
    retry: false,
    gcTime: 0,
  });
  const known = ids.length > 0 ? check.data : undefined;

  const [busy, submit] = useSubmit(async ({ name, password }: Filled) => {
    if (!known) return;
    const { vehicles, plates } = known;
    const named = plates.map((carNo) => ({ carNo }));
    const given = password === undefined ? {} : { password };
    try {
      const { state } = await call(commandsCalls.startBatch, {
        ...request,
        name,
        params: { ...request.params },
        ...targets,
        ...(danger === 'none' ? {} : { confirmation: await confirmationOf(cmdCode, named, vehicles, given) }),
      });
      notify('success', t(state === AWAITING ? 'terminalSetup.needsApproval' : 'commandBatch.started'));
      onClose();
    } catch (failure) {
      if (failure instanceof KeyError) notify('error', t('common.requestFailed'));
      if (failure instanceof Refusal && failure.fields.length > 0) notify('error', messagesOf(failure));
    }
  });

  const count = known?.vehicles ?? 0;
  const names = known && formatList(i18n.language, known.plates);
  const required = [{ required: true, message: t('field.required') }];
  return (
    <Modal
      open
      centered
      width={WIDTH}
      title={t('commandBatch.startTitle', { command })}
      okText={known ? t('terminalSetup.confirmSend', { count }) : t('terminalSetup.send')}
      okButtonProps={{ disabled: !known, danger: danger !== 'none' }}
      cancelText={t('form.cancel')}
      confirmLoading={busy}
      mask={{ closable: false }}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form<Filled> form={form} layout="vertical" initialValues={initial} onFinish={submit}>
        <Form.Item<Filled> name="name" label={t('commandBatch.name')} rules={[{ ...required[0]!, whitespace: true }]}>
          <Input maxLength={MAX_NAME} />
        </Form.Item>
        <Form.Item<Filled> name="to" label={t('commandBatch.to')}>
          <Radio.Group
            options={[
              { value: 'vehicles', label: t('commandBatch.toVehicles', { count: chosen.length }), disabled: chosen.length === 0 },
              { value: 'departments', label: t('commandBatch.toDepartments') },
            ]}
          />
        </Form.Item>
        {to === 'departments' && (
          <Form.Item<Filled> name="departments" label={t('terminalSetup.department')} rules={required}>
            <DepartmentSelect multiple />
          </Form.Item>
        )}
        <p role="status">
          {known &&
            t('terminalSetup.confirmVehicles', {
              count,
              names: count > known.plates.length ? t('terminalSetup.andOthers', { names }) : names,
            })}
        </p>
        {check.error instanceof Refusal && <Alert type="error" showIcon title={messagesOf(check.error)} />}
        {danger === 'dangerous' && (
          <>
            <Alert type="warning" showIcon title={t('terminalSetup.confirmDanger')} />
            {servers.length > 0 && <ServerProbe servers={servers} />}
            <Form.Item<Filled>
              name="password"
              label={t('terminalSetup.password')}
              rules={[{ required: true, message: t('terminalSetup.passwordNeeded') }]}
            >
              <Input.Password autoComplete="current-password" />
            </Form.Item>
          </>
        )}
      </Form>
    </Modal>
  );
}

const messagesOf = ({ fields, message }: Refusal): string =>
  fields.length > 0 ? fields.map((fault) => fault.message).join('\n') : message;
