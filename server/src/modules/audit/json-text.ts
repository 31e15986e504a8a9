import { json } from '../../platform/db/database.ts';

/** A value as JSON that PostgreSQL takes as jsonb; null for undefined. */
export const jsonText = (value: unknown): string | null => (value === undefined ? null : json(value));
