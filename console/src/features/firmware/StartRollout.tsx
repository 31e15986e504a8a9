import type { CallReply } from '@fleetwarden/contract/call';
import { ROLLOUT_WAYS } from '@fleetwarden/contract/firmware/firmware-limits';
import { firmwareCalls } from '@fleetwarden/contract/firmware/routes';
import type { Firmware } from '@fleetwarden/contract/firmware/schemas';
import { Form, Input, InputNumber, Radio, Switch } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { notify } from '../../api/feedback.ts';
import { encryptPasswords } from '../../shared/encrypt.ts';
import { useEnumeration } from '../../shared/enumeration.ts';
import { VehiclePicker } from '../../shared/VehiclePicker.tsx';
import type { PickedVehicle } from '../../shared/vehicle-candidates.ts';
import { FormDrawer } from '../../ui/FormDrawer.tsx';
import { formatList } from '../../ui/format.ts';
import { useConfirm } from '../../ui/use-confirm.tsx';

type Values = {
  readonly cars: readonly PickedVehicle[];
  readonly way: 1 | 2;
  readonly percent: number;
  readonly stopAfter: number;
  readonly autoNext: boolean;
  readonly note?: string;
};
type Check = CallReply<(typeof firmwareCalls)['checkRollout']>;

/** The command that the confirmation names. */
const UPGRADE = '8108';

/** The user keeps the form: nothing was sent. */
class NotConfirmed extends Error {}

const INITIAL: Partial<Values> = { cars: [], way: ROLLOUT_WAYS.push, percent: 10, stopAfter: 3, autoNext: false };

/** Starts a roll-out: the user chooses vehicles, sees which cannot be part, and confirms the others by plate and number. */
export function StartRollout(props: { firmware: Firmware; onStarted: () => void; onClose: () => void }) {
  const { firmware, onStarted, onClose } = props;
  const { t, i18n } = useTranslation();
  const ways = useEnumeration('ROLLOUT_WAY');
  const [confirm, holder] = useConfirm();
  const password = useRef('');

  const confirmUnfit = ({ unfit, cars }: Check) =>
    confirm({
      title: t('firmware.unfitTitle'),
      content: (
        <ul>
          {unfit.map(({ targId, carNo, reason }) => (
            <li key={targId}>
              {carNo} {t(`firmware.unfit_${reason}`)}
            </li>
          ))}
        </ul>
      ),
      okText: cars > 0 ? t('firmware.withoutUnfit', { count: cars }) : t('form.keepEditing'),
    });
  const confirmCars = ({ cars, firstCars, plates }: Check) => {
    const names = formatList(i18n.language, plates);
    return confirm({
      title: t('firmware.confirmTitle', { count: cars }),
      content: (
        <>
          <p>{t('firmware.confirmText', { version: firmware.version, first: firstCars })}</p>
          <p>
            {names} {cars > plates.length && t('firmware.andMore', { count: cars })}
          </p>
          <Input.Password
            aria-label={t('firmware.password')}
            placeholder={t('firmware.password')}
            autoComplete="current-password"
            onChange={({ target }) => {
              password.current = target.value;
            }}
          />
        </>
      ),
      okText: t('firmware.start'),
      danger: true,
    });
  };

  async function submit({ cars, note = '', ...values }: Values) {
    const firmwareId = firmware.id;
    const chosen = cars.map(({ carId }) => carId);
    const check = await call(firmwareCalls.checkRollout, { firmwareId, targIds: chosen, percent: values.percent });
    if (check.unfit.length > 0 && !((await confirmUnfit(check)) && check.cars > 0)) throw new NotConfirmed();
    password.current = '';
    if (!(await confirmCars(check))) throw new NotConfirmed();
    const unfit = new Set(check.unfit.map(({ targId }) => targId));
    const targIds = chosen.filter((id) => !unfit.has(id));
    const [encrypted] = await encryptPasswords([password.current]);
    const plate = targIds.length === 1 && check.plates[0] !== undefined ? { plate: check.plates[0] } : {};
    const confirmation = { cmdCode: UPGRADE, vehicles: targIds.length, ...plate, password: encrypted };
    await call(firmwareCalls.addRollout, { ...values, firmwareId, targIds, note, confirmation });
    notify('success', t('firmware.started'));
    onStarted();
  }

  return (
    <>
      <FormDrawer<Values>
        open
        size={960}
        title={`${t('firmware.start')} ${firmware.name} ${firmware.version}`}
        initialValues={INITIAL}
        submitText={t('firmware.start')}
        onSubmit={submit}
        onClose={onClose}
      >
        <Form.Item<Values> name="cars" rules={[{ type: 'array', required: true, min: 1, message: t('vehiclePicker.nothing') }]}>
          <VehiclePicker />
        </Form.Item>
        <Form.Item<Values> name="way" label={t('firmware.way')}>
          <Radio.Group options={[...ways]} />
        </Form.Item>
        <Form.Item<Values> name="percent" label={t('firmware.percent')} extra={t('firmware.percentHint')}>
          <InputNumber min={1} max={100} precision={0} suffix="%" />
        </Form.Item>
        <Form.Item<Values> name="stopAfter" label={t('firmware.stopAfter')}>
          <InputNumber min={1} max={10_000} precision={0} />
        </Form.Item>
        <Form.Item<Values> name="autoNext" label={t('firmware.autoNext')} valuePropName="checked">
          <Switch />
        </Form.Item>
        <Form.Item<Values> name="note" label={t('firmware.rollbackNote')} extra={t('firmware.rollbackHint')}>
          <Input.TextArea maxLength={500} rows={3} />
        </Form.Item>
      </FormDrawer>
      {holder}
    </>
  );
}
