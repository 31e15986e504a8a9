import type { Header } from '@fleetwarden/protocol/jt808';

const RSA = 1;

/** Why a message is in quarantine, in words. */
export const describeError = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The platform has no keys of terminals: their 0x0A00 is refused. */
export const describeEncryption = ({ id, encryption }: Header): string =>
  `0x${id.toString(16).padStart(4, '0')}: encrypted with ${encryption === RSA ? 'RSA' : `method ${encryption}`}`;
