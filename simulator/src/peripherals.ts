import {
  decodePeripheralQuery,
  encodePeripheralReports,
  PERIPHERAL_DATA,
  type PeripheralReport,
} from '@fleetwarden/protocol/jsatl12';
import type { Content } from '@fleetwarden/protocol/jt808';

/** ADAS, DSM, TPMS, BSD. */
const PERIPHERALS = [0x64, 0x65, 0x66, 0x67];
const WORKING = 1;

/** The answer to a query of peripherals; null for other transparent data. A query without a name is about all. */
export function answerPeripherals(kind: number, data: Uint8Array, terminalNo: string): Content | null {
  if (kind !== PERIPHERAL_DATA.status && kind !== PERIPHERAL_DATA.system) return null;
  const asked = data.length > 0 ? decodePeripheralQuery(data) : [];
  const report = (peripheral: number): PeripheralReport =>
    kind === PERIPHERAL_DATA.status
      ? { peripheral, workState: WORKING, faultBits: 0 }
      : {
          peripheral,
          company: 'FWSIM',
          product: 'FW-AS1',
          hardware: 'V1.0',
          firmware: '2.3.1',
          device: terminalNo,
          customer: '',
        };
  const named = PERIPHERALS.filter((id) => asked.length === 0 || asked.includes(id));
  return { id: 0x0900, body: { kind, data: encodePeripheralReports(kind, named.map(report)) } };
}
