import { decodeBody } from '@fleetwarden/protocol/jt808';
import type { GatewayDeps } from '../deps.ts';
import { RESULT } from '../session.ts';
import type { MessageHandler } from './message-handler.ts';

/** 0x0005: the terminal lacks sub-packages of a command. They are sent again instead of an answer. */
export function createTerminalResendHandler({ delivery, firmware }: Pick<GatewayDeps, 'delivery' | 'firmware'>): MessageHandler {
  return async ({ session, header, body, serial }) => {
    const message = decodeBody(header, body);
    if (message.type !== 'terminalResend') return;
    const { serial: firstSerial, indexes } = message.body;
    if (delivery.resendParts(session, firstSerial, indexes)) return;
    if (await firmware.resendParts(session, firstSerial, indexes)) return;
    session.answer(serial, header.id, RESULT.failed);
  };
}
