import { risksCalls } from '@fleetwarden/contract/risks/routes';
import { ENUMERATIONS } from '@fleetwarden/domain/enumerations';
import { Form, Input, InputNumber, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { notify } from '../../api/feedback.ts';
import { enumerationName } from '../../shared/enumeration.ts';
import { FormDrawer } from '../../ui/FormDrawer.tsx';
import { useRiskEventDialog } from './risk-event-dialog.ts';

/** RISK_STATE. */
const [OPEN, NOTIFIED, OBSERVED] = [1, 2, 3] as const;
const MAX_NOTE = 200;
const MAX_DAYS = 60;

type State = 1 | 2 | 3 | 4;
type Handled = { readonly state: State; readonly observeDays?: number | null; readonly note?: string };

/** Handles events of vehicles that entered a risk area. */
export function HandleEvent({ onDone }: { onDone: () => void }) {
  const { t, i18n } = useTranslation();
  const dialog = useRiskEventDialog((state) => state.dialog);
  const [first] = dialog?.records ?? [];
  if (dialog?.action !== 'handle' || !first) return null;
  let done = false;

  async function submit({ state, observeDays, note }: Handled) {
    const ids = dialog!.records.map(({ id }) => id);
    const days = state === OBSERVED && observeDays != null ? { observeDays } : {};
    await call(risksCalls.handleEvent, { ids, state, note: note ?? '', ...days });
    done = true;
    notify('success', t('riskEvent.handled'));
    onDone();
  }

  const state = (first['state'] === OPEN ? NOTIFIED : first['state']) as State;
  return (
    <FormDrawer<Handled>
      open
      key={first.id}
      title={t('riskEvent.handleTitle', { plate: first['carNo'], area: first['areaName'] })}
      initialValues={{ state, observeDays: first['observeDays'] as number | null, note: String(first['note'] ?? '') }}
      onSubmit={submit}
      onClose={() => dialog.end(done)}
    >
      <Form.Item<Handled> name="state" label={t('riskEvent.state')} required>
        <Select
          options={ENUMERATIONS.RISK_STATE.map(({ value }) => ({ value, label: enumerationName(i18n, 'RISK_STATE', value) }))}
        />
      </Form.Item>
      <Form.Item<Handled> noStyle shouldUpdate={(before, now) => before.state !== now.state}>
        {({ getFieldValue }) =>
          getFieldValue('state') === OBSERVED && (
            <Form.Item<Handled> name="observeDays" label={t('riskEvent.observeDays')}>
              <InputNumber<number> min={0} max={MAX_DAYS} precision={0} style={{ width: '100%' }} />
            </Form.Item>
          )
        }
      </Form.Item>
      <Form.Item<Handled> name="note" label={t('riskEvent.note')}>
        <Input.TextArea maxLength={MAX_NOTE} autoSize={{ minRows: 3 }} />
      </Form.Item>
    </FormDrawer>
  );
}
