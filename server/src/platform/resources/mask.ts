import type { Field, Resource } from '@fleetwarden/contract/resources/resource';

/** 138****0000: enough to recognize a number, too little to call it. */
const phone = (text: string) => (text.length < 8 ? '*'.repeat(text.length) : `${text.slice(0, 3)}****${text.slice(-4)}`);
/** 110***********1234 */
const id = (text: string) =>
  text.length < 8 ? '*'.repeat(text.length) : `${text.slice(0, 3)}${'*'.repeat(text.length - 7)}${text.slice(-4)}`;
const MASKS = { phone, id } as const;

const findMask = (field: Field) => (field.kind === 'text' && field.masked ? MASKS[field.masked] : undefined);

/** A record's values with those hidden that only some may see in full. */
export function masked<V extends Readonly<Record<string, unknown>>>({ fields }: Resource, values: V): V {
  const hidden = Object.entries(fields).flatMap(([key, field]) => {
    const mask = findMask(field);
    const value = values[key];
    return mask && typeof value === 'string' ? [[key, mask(value)]] : [];
  });
  return hidden.length === 0 ? values : { ...values, ...Object.fromEntries(hidden) };
}

/** The values sent, with stored values in place of unchanged masks. */
export function unmasked(
  { fields }: Resource,
  sent: Readonly<Record<string, unknown>>,
  before: Readonly<Record<string, unknown>>,
) {
  const same = Object.entries(fields).filter(([key, field]) => {
    const mask = findMask(field);
    const [value, kept] = [sent[key], before[key]];
    return mask && typeof value === 'string' && typeof kept === 'string' && value === mask(kept) && value !== kept;
  });
  return same.length === 0 ? sent : { ...sent, ...Object.fromEntries(same.map(([key]) => [key, before[key]])) };
}

/** Masked fields whose mask matches no stored value: from another record, or for a new one. */
export function emptyMasks(
  { fields }: Resource,
  after: Readonly<Record<string, unknown>>,
  before: Readonly<Record<string, unknown>> | null,
): string[] {
  return Object.keys(fields).filter((key) => {
    const value = after[key];
    return findMask(fields[key]!) && typeof value === 'string' && value.includes('*') && value !== before?.[key];
  });
}
