import type { Tyre } from '@fleetwarden/contract/details/schemas';
import { monitoredTyres, tyreValues } from '@fleetwarden/domain/additional-items';

/** Bit 0 says that the report is one of those at intervals: no alarm. */
const FIRST_ALARM_BIT = 1;

/** The tyres a report tells of: those of a tyre monitor, else the bytes of item 0x05; null where it tells of none. */
export function tyresOf(extra: Uint8Array): Tyre[] | null {
  const monitored = monitoredTyres(extra);
  if (monitored)
    return monitored.map(({ bits, ...tyre }) => ({ ...tyre, alarms: bits.filter((bit) => bit >= FIRST_ALARM_BIT), value: null }));
  const values = tyreValues(extra);
  return (
    values?.flatMap((value, i) =>
      value === null ? [] : [{ no: i + 1, pressureKpa: null, temperatureC: null, batteryPercent: null, alarms: [], value }],
    ) ?? null
  );
}
