import { CodecError } from '@fleetwarden/protocol/codec';
import type { Content } from '@fleetwarden/protocol/jt809';
import type { Log } from '../platform/observe/log.ts';
import type { MainLink } from './main-link.ts';
import type { Superior } from './superiors.ts';

/**
 * Sends a message; returns its serial, or null if the link is down. A message that cannot be encoded counts as acknowledged,
 * because it would block the queue for ever.
 */
export function sendOrSkip(
  { main, log, superior }: { readonly main: MainLink; readonly log: Log; readonly superior: Pick<Superior, 'id'> },
  content: Content,
  onAcknowledged: () => void,
): number | null {
  try {
    return main.send(content, onAcknowledged);
  } catch (err) {
    if (!(err instanceof CodecError)) throw err;
    log.warn({ err, superior: superior.id, message: content.type }, 'message for a superior platform cannot be encoded');
    onAcknowledged();
    return 0;
  }
}
