import { decodeMessage, findCarrier, type Revision } from '@fleetwarden/protocol/jt809';

/** Converts a value to JSON: bytes become hex. */
const toJson = (value: unknown): unknown => {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
  if (Array.isArray(value)) return value.map(toJson);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, toJson(inner)]));
};

/** Decodes a recorded message to its name, vehicle and body; null if it is unreadable. */
export function describeMessage(messageId: number, body: Uint8Array, revision: number | null): unknown {
  if (revision === null || body.length === 0) return null;
  try {
    const {
      type,
      vehicle,
      body: fields,
    } = decodeMessage({ header: { id: findCarrier(messageId) ?? messageId }, body }, revision as Revision);
    return { type, vehicle, ...(toJson({ body: fields }) as object) };
  } catch {
    return null;
  }
}
