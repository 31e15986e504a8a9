import { create } from 'zustand';

export type Notice = {
  readonly kind: 'error' | 'success' | 'warning';
  readonly text: string;
  readonly seconds: number;
  /** An action button beside the text. */
  readonly action?: NoticeAction;
};
type NoticeAction = { readonly label: string; readonly run: () => void };

type Feedback = { readonly notices: readonly Notice[]; readonly elsewhere: boolean };

/** Pending messages, and the dialog that may interrupt anything. FeedbackHost renders them. */
export const useFeedback = create<Feedback>(() => ({ notices: [], elsewhere: false }));

/** Shows a message for a number of seconds. Duplicates are dropped, except with an action button. */
export function notify(kind: Notice['kind'], text: string, seconds = 3, action?: NoticeAction): void {
  useFeedback.setState(({ notices }) =>
    !action && notices.some((notice) => notice.text === text)
      ? {}
      : { notices: [...notices, { kind, text, seconds, ...(action ? { action } : {}) }] },
  );
}

/** Removes and returns the pending messages. */
export function takeNotices(): readonly Notice[] {
  const { notices } = useFeedback.getState();
  if (notices.length > 0) useFeedback.setState({ notices: [] });
  return notices;
}

/** Code 9001: the account signed in elsewhere. */
export function askToSignInAgain(): void {
  useFeedback.setState({ elsewhere: true });
}
