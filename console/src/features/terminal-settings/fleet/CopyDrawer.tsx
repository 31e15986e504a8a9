import { terminalSettingsCalls } from '@fleetwarden/contract/terminal-settings/routes';
import { Form } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { VehiclePicker } from '../../../shared/VehiclePicker.tsx';
import type { PickedVehicle } from '../../../shared/vehicle-candidates.ts';
import { FormDrawer } from '../../../ui/FormDrawer.tsx';
import type { Setup } from '../use-setup.ts';
import type { ParamCar } from './param-car.ts';

type Filled = { readonly cars: readonly PickedVehicle[] };

/** Sends the stored parameters of a vehicle to others. */
export function CopyDrawer(props: { setup: Setup; from: ParamCar | null; onClose: () => void; onSent: () => void }) {
  const { setup, from, onClose, onSent } = props;
  const { t } = useTranslation();
  return (
    <FormDrawer<Filled>
      key={from?.targId ?? ''}
      open={from !== null}
      size={720}
      title={t('terminalSetup.copyTitle', { plate: from?.carNo ?? '' })}
      submitText={t('terminalSetup.send')}
      onClose={onClose}
      onSubmit={async ({ cars }) => {
        if (!from) return;
        const targIds = cars.map(({ carId }) => carId);
        // which parameters are dangerous is known to the server only
        const sent = await setup.apply(null, cars, (confirmed) =>
          call(terminalSettingsCalls.copyParams, { fromId: from.targId, targIds, queueOffline: true, ...confirmed }),
        );
        if (!sent) throw new Error('copy was given up');
        onSent();
      }}
    >
      <p>{t('terminalSetup.copyHint')}</p>
      <Form.Item<Filled> name="cars" rules={[{ required: true, type: 'array', message: t('terminalSetup.chooseFirst') }]}>
        <VehiclePicker />
      </Form.Item>
    </FormDrawer>
  );
}
