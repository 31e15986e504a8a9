import { cipher, type ReceivedMessage, type Revision } from '@fleetwarden/protocol/jt809';
import type { Log } from '../platform/observe/log.ts';
import type { RegulatorLimits } from './limits.ts';
import { createLine, type Line } from './line.ts';
import { createLinkListener, type LinkListener } from './link-listener.ts';
import type { Superior } from './superiors.ts';

/** The main link to which a sub link belongs. */
export type SubOwner = {
  readonly superior: Superior;
  /** The verify code that the superior platform sent over the main link; null if there is none. */
  verifyCode(): Promise<number | null>;
  /** Attaches the link; returns its event handlers. */
  attachSubLink(line: Line): {
    onMessage(heard: ReceivedMessage): void;
    onBad(reason: string, bytes: Uint8Array): void;
    onClosed(reason: string): void;
  };
};

/** The listener for sub links of superior platforms. */
export type SubLinks = LinkListener;

const SUB_LOGIN = 0x9001;
/** Length of the body, decoded as 2011, -> revision and offset of the code. A 2019 body starts with the rest of its header. */
const CODE_AT: ReadonlyMap<number, { readonly revision: Revision; readonly at: number }> = new Map([
  [4, { revision: 2011, at: 0 }],
  [12, { revision: 2019, at: 8 }],
]);
const WRONG_CODE = 1;

export function createSubLinks(deps: {
  readonly host: string;
  readonly port: number;
  readonly limits: RegulatorLimits;
  readonly log: Log;
  readonly now: () => number;
  readonly owners: () => Iterable<SubOwner>;
}): SubLinks {
  const { limits, now } = deps;
  /** Finds the owner by the access code of the header, and checks the verify code. */
  const findOwner = async ({ header, body }: ReceivedMessage): Promise<{ owner: SubOwner; isValid: boolean } | null> => {
    const layout = header.id === SUB_LOGIN ? CODE_AT.get(body.length) : undefined;
    if (layout === undefined) return null;
    for (const owner of deps.owners()) {
      const { superior } = owner;
      if (superior.accessCode !== header.accessCode || superior.revision !== layout.revision) continue;
      const code = body.slice(layout.at);
      if (header.encrypted === 1) cipher(code, header.key, superior.keys);
      const presented = new DataView(code.buffer).getUint32(0);
      return { owner, isValid: presented === (await owner.verifyCode()) };
    }
    return null;
  };

  return createLinkListener(deps, (socket, login) => {
    let isLoggingIn = false;
    let events: ReturnType<SubOwner['attachSubLink']> | undefined;
    const loginTimeout = setTimeout(() => line.close('did not sign in'), limits.signInMs);
    // before the login, frames are decoded as 2011: that header is a prefix of the 2019 header
    const line = createLine(socket, { wire: { revision: 2011, keys: null }, accessCode: 0, encryptKey: null, now }, limits, {
      onMessage: (heard) => {
        if (events) return events.onMessage(heard);
        // the revision is unknown until the login is read, so earlier messages are ignored
        if (isLoggingIn) return;
        isLoggingIn = true;
        void signIn(heard);
      },
      onBad: (reason, bytes) => events?.onBad(reason, bytes),
      onClosed: (reason) => {
        clearTimeout(loginTimeout);
        events?.onClosed(reason);
      },
    });
    const signIn = async (heard: ReceivedMessage) => {
      socket.pause();
      const match = await findOwner(heard);
      if (match === null) return line.close('unknown');
      const { superior } = match.owner;
      const { revision, keys, accessCode, encryptKey, protocol } = superior;
      line.channel.speak({ wire: { revision, keys }, accessCode, encryptKey, protocol });
      if (!match.isValid) {
        line.send({ type: 'subLoginReply', body: { result: WRONG_CODE } });
        return line.close('wrong verify code');
      }
      clearTimeout(loginTimeout);
      login.authenticated();
      events = match.owner.attachSubLink(line);
      line.send({ type: 'subLoginReply', body: { result: 0 } });
      socket.resume();
    };
  });
}
