import { error } from './error.ts';

export const en = { error };
