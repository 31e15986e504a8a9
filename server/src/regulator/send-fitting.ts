import { CodecError } from '@fleetwarden/protocol/codec';
import type { Content } from '@fleetwarden/protocol/jt809';
import type { Log } from '../platform/observe/log.ts';
import type { MainLink } from './main-link.ts';
import type { Superior } from './superiors.ts';

/**
 * Sends a message that waits in the database: its serial, null where the link is cut. What does not fit the wire counts as taken: it
 * never will, and holds up no other.
 */
export function sendOrSkip(
  { main, log, superior }: { readonly main: MainLink; readonly log: Log; readonly superior: Pick<Superior, 'id'> },
  content: Content,
  taken: () => void,
): number | null {
  try {
    return main.send(content, taken);
  } catch (err) {
    if (!(err instanceof CodecError)) throw err;
    log.warn({ err, superior: superior.id, message: content.type }, 'what cannot be told to a superior platform');
    taken();
    return 0;
  }
}
