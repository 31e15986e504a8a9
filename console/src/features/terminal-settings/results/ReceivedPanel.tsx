import { useTranslation } from 'react-i18next';
import { TerminalMessageTable } from '../../../shared/TerminalMessageTable.tsx';
import type { PickedVehicle } from '../../../shared/vehicle-candidates.ts';
import { State } from '../../../ui/States.tsx';
import frame from '../Setup.module.css';

/** What the chosen terminal sent of one message, as received. */
export function ReceivedPanel({ messageId, chosen }: { messageId: number; chosen: readonly PickedVehicle[] }) {
  const { t } = useTranslation();
  const [only] = chosen.length === 1 ? chosen : [];
  return (
    <section className={frame['form']} aria-label={t('terminalSetup.tab_received')}>
      {only ? (
        <TerminalMessageTable filters={{ carId: only.carId, messageId }} />
      ) : (
        <State title={t('terminalSetup.receivedOfOne')} />
      )}
    </section>
  );
}
