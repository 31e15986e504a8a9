import type { CommandNews } from '@fleetwarden/contract/commands/schemas';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { useEvery } from '../../../hooks/use-interval.ts';
import { SentCommands } from '../../../shared/commands/sent-commands.ts';
import { useCommonMessage, useLive } from '../../../shared/live-context.ts';

/** Polling interval while a command waits for its answer, ms (screen catalogue 0.5). */
export const POLL_MS = 3_000;

/** The commands that this page sent, kept up to date by `cmdResult` and by polling. */
export function useSent(): SentCommands {
  const sent = useMemo(() => new SentCommands(), []);
  useSyncExternalStore(sent.subscribe, () => sent.version);
  const { state } = useLive();
  useCommonMessage('cmdResult', (news) => sent.hear(news as CommandNews));
  const waiting = sent.sends.some(({ counts }) => (counts.sent ?? 0) > 0);
  const connected = state?.sockets.commonmsg === 'open';
  useEffect(() => {
    if (connected) void sent.refresh();
  }, [connected, sent]);
  useEvery(waiting ? POLL_MS : null, () => void sent.refresh());
  return sent;
}
