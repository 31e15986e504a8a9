import { decodeBody, type Version } from '@fleetwarden/protocol/jt808';
import type { Part, TestTerminal } from './terminal.ts';

const UPGRADE = 0x8108;

/** What a terminal has of a firmware message, by index of the sub-package, over all of its connections. */
export type ReceivedParts = { readonly bodies: Map<number, Uint8Array>; total: number; firstSerial: number };

export const noParts = (): ReceivedParts => ({ bodies: new Map(), total: 0, firstSerial: -1 });

/**
 * Receives and acknowledges sub-packages of 0x8108 until the terminal has `most` of them, or all. Parts with an index of `lost` arrive
 * damaged: the terminal acknowledges them and has them not.
 */
export async function receiveParts(
  terminal: TestTerminal,
  received: ReceivedParts,
  { most = Number.POSITIVE_INFINITY, lost = [] }: { readonly most?: number; readonly lost?: readonly number[] } = {},
): Promise<Part[]> {
  const parts: Part[] = [];
  let last = false;
  while (!last && received.bodies.size < most) {
    const part = await terminal.part(UPGRADE);
    parts.push(part);
    received.total = part.total;
    received.firstSerial = (part.serial - part.index + 1) & 0xffff;
    if (!lost.includes(part.index)) received.bodies.set(part.index, part.body);
    terminal.send({ type: 'terminalAck', body: { serial: part.serial, id: UPGRADE, result: 0 } });
    last = part.index === part.total;
  }
  return parts;
}

/** The joined message. */
export function joinParts({ bodies, total }: ReceivedParts, version: Version = 2013) {
  const body = Buffer.concat(Array.from({ length: total }, (_, i) => bodies.get(i + 1) ?? new Uint8Array()));
  const message = decodeBody({ id: UPGRADE, version, encryption: 0 }, body);
  if (message.type !== 'upgrade') throw new Error(message.type);
  return message.body;
}

/** Sends 0x0108, and gives the result of its general answer. */
export const reportUpgrade = (terminal: TestTerminal, result: number, kind = 0): Promise<number> =>
  terminal.ask({ type: 'upgradeResult', body: { kind, result } });
