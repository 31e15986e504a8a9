import { cipher, type Heard, type Revision } from '@fleetwarden/protocol/jt809';
import type { Log } from '../platform/observe/log.ts';
import type { RegulatorLimits } from './limits.ts';
import { createLine, type Line } from './line.ts';
import { createLinkListener, type LinkListener } from './link-listener.ts';
import type { Superior } from './superiors.ts';

/** Whoever a sub link may belong to. */
export type SubOwner = {
  readonly superior: Superior;
  /** The code the main link was given. */
  verifyCode(): Promise<number | null>;
  /** Takes the link over; returns who hears it from now on. */
  attachSubLink(line: Line): {
    heard(heard: Heard): void;
    bad(reason: string, bytes: Uint8Array): void;
    closed(reason: string): void;
  };
};

/** The listener superior platforms open their sub links to. */
export type SubLinks = LinkListener;

const SUB_LOGIN = 0x9001;
/** Bytes of its body by how it is read as one of 2011: one of 2019 has the rest of its header before it. */
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
  /** The platform of a login: it names the access code in its header, and the verify code our main link was given. */
  const ownerOf = async ({ header, body }: Heard): Promise<{ owner: SubOwner; known: boolean } | null> => {
    const form = header.id === SUB_LOGIN ? CODE_AT.get(body.length) : undefined;
    if (form === undefined) return null;
    for (const owner of deps.owners()) {
      const { superior } = owner;
      if (superior.accessCode !== header.accessCode || superior.revision !== form.revision) continue;
      const code = body.slice(form.at);
      if (header.encrypted === 1) cipher(code, header.key, superior.keys);
      const stated = new DataView(code.buffer).getUint32(0);
      return { owner, known: stated === (await owner.verifyCode()) };
    }
    return null;
  };

  return createLinkListener(deps, (socket, stranger) => {
    let asked = false;
    let sink: ReturnType<SubOwner['attachSubLink']> | undefined;
    const late = setTimeout(() => line.close('did not sign in'), limits.signInMs);
    // until it says who it is, its frames are read as those of 2011, whose header is the beginning of that of 2019
    const line = createLine(socket, { wire: { revision: 2011, keys: null }, accessCode: 0, encryptKey: null, now }, limits, {
      onMessage: (heard) => {
        if (sink) return sink.heard(heard);
        // nothing may be said before the answer: how it would be read is not known so far
        if (asked) return;
        asked = true;
        void signIn(heard);
      },
      onBad: (reason, bytes) => sink?.bad(reason, bytes),
      onClosed: (reason) => {
        clearTimeout(late);
        sink?.closed(reason);
      },
    });
    const signIn = async (login: Heard) => {
      socket.pause();
      const found = await ownerOf(login);
      if (found === null) return line.close('unknown');
      const { superior } = found.owner;
      const { revision, keys, accessCode, encryptKey, protocol } = superior;
      line.channel.speak({ wire: { revision, keys }, accessCode, encryptKey, protocol });
      if (!found.known) {
        line.send({ type: 'subLoginReply', body: { result: WRONG_CODE } });
        return line.close('wrong verify code');
      }
      clearTimeout(late);
      stranger.known();
      sink = found.owner.attachSubLink(line);
      line.send({ type: 'subLoginReply', body: { result: 0 } });
      socket.resume();
    };
  });
}
