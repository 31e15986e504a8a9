import type { BodyOf } from '@fleetwarden/protocol/jt808';
import type { AnswerContext } from './answer-context.ts';
import { resetDevice } from './device.ts';

/** Words of 0x8105. The last four are makers' own: cut the fuel, and restore it. */
const WORD = { upgrade: 1, connect: 2, powerOff: 3, reset: 4, factoryReset: 5, dataOff: 6, radioOff: 7 } as const;
const CUT: ReadonlySet<number> = new Set([0x64, 0xf0]);
const RESTORE: ReadonlySet<number> = new Set([0x65, 0xf1]);
/** Words after which the connection closes; the driver switches the terminal on again. */
const RESTARTING: ReadonlySet<number> = new Set([WORD.powerOff, WORD.reset, WORD.factoryReset, WORD.dataOff, WORD.radioOff]);

const TERMINAL = 0;
const [OK, FAILED] = [0, 1] as const;
/** Places of the address and the version in the parameters of an upgrade. */
const [URL_AT, VERSION_AT] = [0, 9] as const;

/** 0x8105: whether the terminal knows the word. */
export function control({ command, parameters = '' }: BodyOf<0x8105>, context: AnswerContext): boolean {
  const { device, member } = context;
  if (CUT.has(command) || RESTORE.has(command)) device.fuelCut = CUT.has(command);
  else if (command === WORD.upgrade) void upgradeFrom(parameters.split(';'), context);
  else if (RESTARTING.has(command)) {
    if (command === WORD.factoryReset) resetDevice(device, member);
    context.restart();
  } else return command === WORD.connect;
  return true;
}

async function upgradeFrom(parts: readonly string[], { download, later, device }: AnswerContext): Promise<void> {
  const isDone = await download(parts[URL_AT] ?? '');
  if (isDone) device.firmware = parts[VERSION_AT] || device.firmware;
  later({ type: 'upgradeResult', body: { kind: TERMINAL, result: isDone ? OK : FAILED } });
}

/** 0x8108: installs the file. */
export function upgrade({ kind, version }: BodyOf<0x8108>, { later, device }: AnswerContext): void {
  if (kind === TERMINAL) device.firmware = version;
  later({ type: 'upgradeResult', body: { kind, result: OK } });
}
