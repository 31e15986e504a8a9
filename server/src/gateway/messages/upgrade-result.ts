import { decodeBody } from '@fleetwarden/protocol/jt808';
import type { GatewayDeps } from '../deps.ts';
import { RESULT } from '../session.ts';
import type { MessageHandler } from './message-handler.ts';

/** 0x0108: stores the result of an upgrade, then answers. One that no roll-out waits for is stored as received. */
export function createUpgradeResultHandler({
  firmware,
  terminalMessages,
}: Pick<GatewayDeps, 'firmware' | 'terminalMessages'>): MessageHandler {
  return async ({ session, header, body, serial, receivedAt }) => {
    const message = decodeBody({ ...header, version: session.version }, body);
    if (message.type !== 'upgradeResult') return session.answer(serial, header.id, RESULT.unsupported);
    const { kind, result } = message.body;
    if (!(await firmware.acceptResult(session, kind, result)))
      await terminalMessages.keep({
        // live sessions have a vehicle
        vehicleId: session.entry!.vehicleId!,
        receivedAt,
        messageId: header.id,
        serial,
        reason: 'uninterpreted',
        subType: kind,
        body,
      });
    session.answer(serial, header.id, RESULT.ok);
  };
}
