import type { GatewayDeps } from '../deps.ts';
import { RESULT } from '../session.ts';
import { storeUnregistration } from '../terminal-store.ts';
import type { MessageHandler } from './message-handler.ts';

type Deps = Pick<GatewayDeps, 'db' | 'directory' | 'sessions' | 'log'>;

/** 0x0003: revokes the authentication code of the terminal. */
export function createUnregisterHandler({ db, directory, sessions, log }: Deps): MessageHandler {
  return async ({ session, header, serial }) => {
    const { entry } = session;
    if (entry !== undefined) {
      await storeUnregistration(db, entry.terminalId);
      directory.update(entry, { authCode: null, registered: true });
      sessions.leave(session, 'unregistered');
      session.state = 'new';
      log.info({ phone: session.phone, peer: session.link.peer }, 'terminal unregistered');
    }
    session.answer(serial, header.id, RESULT.ok);
  };
}
