import { carrierOf, decodeMessage, type Revision } from '@fleetwarden/protocol/jt809';

/** A value as JSON has it: bytes as hex. */
const plain = (value: unknown): unknown => {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]));
};

/** What a written down message says by its fields: its name, vehicle and body; null where it cannot be read. */
export function describeMessage(messageId: number, body: Uint8Array, revision: number | null): unknown {
  if (revision === null || body.length === 0) return null;
  try {
    const {
      type,
      vehicle,
      body: said,
    } = decodeMessage({ header: { id: carrierOf(messageId) ?? messageId }, body }, revision as Revision);
    return { type, vehicle, ...(plain({ body: said }) as object) };
  } catch {
    return null;
  }
}
