import { CodecError, decodeText, isUtf8 } from '@fleetwarden/protocol/codec';
import { decodeBody } from '@fleetwarden/protocol/jt808';
import type { GatewayDeps } from '../deps.ts';
import { RESULT } from '../session.ts';
import type { MessageHandler } from './message-handler.ts';
import { plainText } from './plain-text.ts';

type Deps = Pick<GatewayDeps, 'waybills' | 'limits' | 'observations'> & {
  readonly metrics: Pick<GatewayDeps['metrics'], 'waybills'>;
};

/** 0x0701: stores an electronic waybill, then answers. An empty waybill is answered and not stored. */
export function createWaybillHandler({ waybills, metrics, limits, observations }: Deps): MessageHandler {
  return async ({ session, header, body, serial, receivedAt }) => {
    if (body.length > limits.waybillBytes)
      throw new CodecError(`waybill: ${body.length} bytes, takes ${limits.waybillBytes} at the most`);
    const message = decodeBody({ ...header, version: session.version }, body);
    if (message.type !== 'waybill') return session.answer(serial, header.id, RESULT.unsupported);
    const { data } = message.body;
    const { textEncoding } = session;
    // live sessions have an entry with a vehicle
    if (textEncoding === 'gbk' && isUtf8(data, 0, data.length)) observations.note(session.entry!, 'utf8');
    const text = plainText(decodeText(data, 0, data.length, textEncoding));
    if (text === '') return session.answer(serial, header.id, RESULT.ok);
    const stored = await waybills.keep({ vehicleId: session.entry!.vehicleId!, receivedAt, text });
    metrics.waybills.inc({ result: stored ? 'kept' : 'refused' });
    session.answer(serial, header.id, stored ? RESULT.ok : RESULT.failed);
  };
}
