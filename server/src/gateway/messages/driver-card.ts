import { decodeBody, timeOfDigits } from '@fleetwarden/protocol/jt808';
import type { GatewayDeps } from '../deps.ts';
import { RESULT } from '../session.ts';
import type { MessageHandler } from './message-handler.ts';
import { plainText } from './plain-text.ts';

const [IN, OUT] = [1, 2] as const;
/** The highest result of a card reading that the standard defines. */
const MAX_RESULT = 4;

type Deps = Pick<GatewayDeps, 'cards' | 'observations'> & {
  readonly delivery: Pick<GatewayDeps['delivery'], 'acceptAnswer'>;
  readonly ingest: Pick<GatewayDeps['ingest'], 'correctTime'>;
  readonly metrics: Pick<GatewayDeps['metrics'], 'cards'>;
};

/** 0x0702: stores a sign-in or sign-out of a driver card, then answers. It may also answer a command (0x8702). */
export function createDriverCardHandler({ cards, ingest, observations, metrics, delivery }: Deps): MessageHandler {
  return async ({ session, header, body, serial, receivedAt }) => {
    const message = decodeBody({ ...header, version: session.version, textEncoding: session.textEncoding }, body);
    if (message.type !== 'driverCard') return session.answer(serial, header.id, RESULT.unsupported);
    // live sessions have an entry with a vehicle
    if (message.utf8) observations.note(session.entry!, 'utf8');
    const { action, time, result, expiry } = message.body;
    if (result !== undefined && result > MAX_RESULT) return session.answer(serial, header.id, RESULT.malformed);
    delivery.acceptAnswer(session, header.id, body);
    const { name, certNo, issuer, idNo } = message.body;
    const deviceAt = time === undefined ? null : timeOfDigits(time);
    // live sessions have a vehicle
    const vehicleId = session.entry!.vehicleId!;
    const stored = await cards.keep({
      vehicleId,
      receivedAt,
      name: plainText(name),
      certNo: plainText(certNo),
      issuer: plainText(issuer),
      idNo: plainText(idNo),
      deviceAt: deviceAt === null ? null : ingest.correctTime(vehicleId, deviceAt),
      action: action === OUT ? OUT : IN,
      result: result ?? null,
      expiry: parseDate(expiry ?? ''),
    });
    metrics.cards.inc({ result: stored ? 'kept' : 'refused' });
    session.answer(serial, header.id, stored ? RESULT.ok : RESULT.failed);
  };
}

/** '20301231' -> '2030-12-31'; null if it is no date. */
function parseDate(digits: string): string | null {
  const text = digits.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');
  const date = new Date(`${text}T00:00:00Z`);
  return text.length === 10 && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : null;
}
