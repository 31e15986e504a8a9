import { json } from '../../platform/db/database.ts';

/** A value as JSON for a jsonb column; null for undefined. */
export const jsonText = (value: unknown): string | null => (value === undefined ? null : json(value));
