import { encode, gbk, list, struct, u8, u32 } from '@fleetwarden/protocol/codec';
import type { Content } from '@fleetwarden/protocol/jt808';

// T/JSATL 12-2017 tables 4-4 to 4-9: peripherals, queried by 0x8900 and told by 0x0900

const [STATE, SYSTEM] = [0xf7, 0xf8] as const;
/** ADAS, DSM, TPMS, BSD. */
const PERIPHERALS = [0x64, 0x65, 0x66, 0x67];
const WORKING = 1;

const StateReply = list(struct({ id: u8, bytes: u8, state: u8, alarmBits: u32 }), u8);
const STATE_BYTES = 5;
const Text = gbk(u8);
const System = struct({ company: Text, product: Text, hardware: Text, software: Text, device: Text, customer: Text });

/** The answer to a query of peripherals; null for other transparent data. */
export function answerPeripherals(kind: number, data: Uint8Array, terminalNo: string): Content | null {
  const asked = PERIPHERALS.filter((id) => data.subarray(1).includes(id) || data.length <= 1);
  if (kind === STATE) {
    const states = asked.map((id) => ({ id, bytes: STATE_BYTES, state: WORKING, alarmBits: 0 }));
    return { id: 0x0900, body: { kind, data: encode(StateReply, states) } };
  }
  if (kind !== SYSTEM) return null;
  const about = { company: 'FWSIM', product: 'FW-AS1', hardware: 'V1.0', software: '2.3.1', device: terminalNo, customer: '' };
  const system = encode(System, about);
  const items = asked.flatMap((id) => [id, system.length, ...system]);
  return { id: 0x0900, body: { kind, data: Uint8Array.from([asked.length, ...items]) } };
}
