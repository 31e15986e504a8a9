import type { GatewayDeps } from '../deps.ts';
import { RESULT } from '../session.ts';
import type { MessageHandler } from './message-handler.ts';

type Deps = Pick<GatewayDeps, 'terminalMessages'>;

/** A message whose content is not interpreted: stores it as received, then answers. `typeAt`: offset of its own type. */
export function createUninterpretedHandler({ terminalMessages }: Deps, typeAt: number): MessageHandler {
  return async ({ session, header, body, serial, receivedAt }) => {
    await terminalMessages.keep({
      // live sessions have a vehicle
      vehicleId: session.entry!.vehicleId!,
      receivedAt,
      messageId: header.id,
      serial: header.serial,
      reason: 'uninterpreted',
      subType: body[typeAt] ?? null,
      body,
    });
    session.answer(serial, header.id, RESULT.ok);
  };
}
