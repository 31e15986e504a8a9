import { create } from 'zustand';

export type Notice = {
  readonly kind: 'error' | 'success' | 'warning';
  readonly text: string;
  readonly seconds: number;
  /** What can be done about it, by a button beside the text. */
  readonly action?: NoticeAction;
};
type NoticeAction = { readonly label: string; readonly run: () => void };

type Feedback = { readonly notices: readonly Notice[]; readonly elsewhere: boolean };

/** Messages waiting to be shown and the one dialog that may interrupt anything. FeedbackHost draws them. */
export const useFeedback = create<Feedback>(() => ({ notices: [], elsewhere: false }));

/** Shows a message for so many seconds. One already waiting is not queued twice, unless it brings a button of its own. */
export function notify(kind: Notice['kind'], text: string, seconds = 3, action?: NoticeAction): void {
  useFeedback.setState(({ notices }) =>
    !action && notices.some((notice) => notice.text === text)
      ? {}
      : { notices: [...notices, { kind, text, seconds, ...(action ? { action } : {}) }] },
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
