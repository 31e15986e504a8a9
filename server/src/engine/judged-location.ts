import type { LocationReported } from '@fleetwarden/domain/location';

/** A location with its quality bits (`judge`). */
export type JudgedLocation = LocationReported & { readonly quality: number };
