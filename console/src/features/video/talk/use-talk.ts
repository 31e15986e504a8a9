import { create } from 'zustand';
import { TalkSession, type TalkStart } from './talk-session.ts';

/** The talk or broadcast of this page: a user speaks to one side at a time. `key` names it. */
export const useTalk = create<{ readonly key: string; readonly session: TalkSession | null }>(() => ({ key: '', session: null }));

/** Ends the current talk and starts another. */
export function startTalking(key: string, request: () => Promise<TalkStart>): void {
  useTalk.getState().session?.stop();
  const session = new TalkSession(request);
  useTalk.setState({ key, session });
  void session.start();
}

export function stopTalking(): void {
  useTalk.getState().session?.stop();
}
