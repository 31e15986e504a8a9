import { setTimeout as delay } from 'node:timers/promises';
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
type Layout = { readonly revision: Revision; readonly at: number };
/** Length of the body, decoded as 2011, -> revision and offset of the code. A 2019 body starts with the rest of its header. */
const CODE_AT: ReadonlyMap<number, Layout> = new Map([
  [4, { revision: 2011, at: 0 }],
  [12, { revision: 2019, at: 8 }],
]);
const WRONG_CODE = 1;

const findLayout = ({ header, body }: ReceivedMessage): Layout | undefined =>
  header.id === SUB_LOGIN ? CODE_AT.get(body.length) : undefined;

/** Whether the verify code of a sub login is the one of this platform. */
async function isOwner(owner: SubOwner, { header, body }: ReceivedMessage, layout: Layout): Promise<boolean> {
  const { accessCode, revision, keys } = owner.superior;
  if (accessCode !== header.accessCode || revision >= 2019 !== layout.revision >= 2019) return false;
  const code = body.slice(layout.at);
  if (header.encrypted === 1) cipher(code, header.key, keys);
  return new DataView(code.buffer).getUint32(0) === (await owner.verifyCode());
}

/** Finds the owner of a sub login. Several platforms may have the same access code. Rejects if there is none. */
const findOwner = (owners: Iterable<SubOwner>, heard: ReceivedMessage, layout: Layout): Promise<SubOwner> =>
  Promise.any(
    [...owners].map(async (owner) => {
      if (!(await isOwner(owner, heard, layout))) throw new Error('not the owner');
      return owner;
    }),
  );

export function createSubLinks(deps: {
  readonly host: string;
  readonly port: number;
  readonly limits: RegulatorLimits;
  readonly log: Log;
  readonly now: () => number;
  readonly owners: () => Iterable<SubOwner>;
}): SubLinks {
  const { limits, now } = deps;

  return createLinkListener(deps, (socket, login) => {
    let isLoggingIn = false;
    let isClosed = false;
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
        isClosed = true;
        clearTimeout(loginTimeout);
        events?.onClosed(reason);
      },
    });

    /** Unknown access codes and wrong verify codes get the same plain answer at the same time, so a stranger learns nothing. */
    const refuse = async ({ header: { accessCode } }: ReceivedMessage, { revision }: Layout, earliest: Promise<unknown>) => {
      login.refused();
      await earliest;
      line.channel.speak({ wire: { revision, keys: null }, accessCode, encryptKey: null });
      line.send({ type: 'subLoginReply', body: { result: WRONG_CODE } });
      line.close('refused');
    };
    const signIn = async (heard: ReceivedMessage) => {
      const layout = findLayout(heard);
      if (layout === undefined) {
        login.refused();
        return line.close('unknown');
      }
      socket.pause();
      const earliestRefusal = delay(limits.earlySubMs, undefined, { ref: false });
      const owner = await findOwner(deps.owners(), heard, layout).catch(() => null);
      if (owner === null) return refuse(heard, layout, earliestRefusal);
      if (isClosed) return;
      const { revision, keys, accessCode, encryptKey, protocol } = owner.superior;
      line.channel.speak({ wire: { revision, keys }, accessCode, encryptKey, protocol });
      clearTimeout(loginTimeout);
      login.authenticated();
      events = owner.attachSubLink(line);
      line.send({ type: 'subLoginReply', body: { result: 0 } });
      socket.resume();
    };
  });
}
