import { decodeBody, type Header, timeOfDigits } from '@fleetwarden/protocol/jt808';
import type { Parts } from './parts.ts';
import { plainText } from './plain-text.ts';
import { RESULT, type Session } from './session.ts';

const DRIVER_CARD = 0x0702;
const [IN, OUT] = [1, 2] as const;
/** The last result of reading a card that has a meaning. */
const LAST_RESULT = 4;

/** Takes what terminals tell of drivers' cards. */
export type Cards = {
  /** 0x0702: answered once it is kept. Rejects, unanswered, while the database is away. Throws CodecError. */
  told(session: Session, serial: number, header: Header, body: Uint8Array, receivedAt: number): Promise<void>;
};

export function createCards({ cards, metrics }: Parts): Cards {
  return {
    told: async (session, serial, header, body, receivedAt) => {
      const message = decodeBody({ ...header, version: session.version }, body);
      if (message.type !== 'driverCard') return session.answer(serial, DRIVER_CARD, RESULT.unsupported);
      const { action, time, result, expiry } = message.body;
      if (result !== undefined && result > LAST_RESULT) return session.answer(serial, DRIVER_CARD, RESULT.malformed);
      const { name, certNo, issuer, idNo } = message.body;
      const kept = await cards.keep({
        // only live sessions get here, and those have a vehicle
        vehicleId: session.entry!.vehicleId!,
        receivedAt,
        name: plainText(name),
        certNo: plainText(certNo),
        issuer: plainText(issuer),
        idNo: plainText(idNo),
        deviceAt: time === undefined ? null : timeOfDigits(time),
        action: action === OUT ? OUT : IN,
        result: result ?? null,
        expiry: dateOf(expiry ?? ''),
      });
      metrics.cards.inc({ result: kept ? 'kept' : 'refused' });
      session.answer(serial, DRIVER_CARD, kept ? RESULT.ok : RESULT.failed);
    },
  };
}

/** yyyy-MM-dd of eight digits; null where they are no date. */
function dateOf(digits: string): string | null {
  const text = digits.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');
  const date = new Date(`${text}T00:00:00Z`);
  return text.length === 10 && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : null;
}
