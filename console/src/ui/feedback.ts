import { create } from 'zustand';

export type Notice = { readonly kind: 'error' | 'success' | 'warning'; readonly text: string; readonly seconds: number };

type Feedback = { readonly notices: readonly Notice[]; readonly elsewhere: boolean };

/** Messages waiting to be shown and the one dialog that may interrupt anything. FeedbackHost draws them. */
export const useFeedback = create<Feedback>(() => ({ notices: [], elsewhere: false }));

/** Shows a message for so many seconds. One already waiting is not queued twice. */
export function notify(kind: Notice['kind'], text: string, seconds = 3): void {
  useFeedback.setState(({ notices }) =>
    notices.some((notice) => notice.text === text) ? {} : { notices: [...notices, { kind, text, seconds }] },
  );
}

/** Takes the waiting messages off the list. */
export function takeNotices(): readonly Notice[] {
  const { notices } = useFeedback.getState();
  if (notices.length > 0) useFeedback.setState({ notices: [] });
  return notices;
}

/** Code 9001: the account signed in elsewhere. */
export function askToSignInAgain(): void {
  useFeedback.setState({ elsewhere: true });
}
