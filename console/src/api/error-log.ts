import { create } from 'zustand';
import { NetworkError, Refusal } from './client.ts';
import { PageLeft } from './page-signal.ts';

/** One run-time error: what was said, where it came from, the address shown then, and the call stack. */
export type ErrorEntry = {
  readonly id: number;
  readonly at: number;
  readonly message: string;
  readonly info: string;
  readonly url: string;
  readonly stack: string;
  /** Between console and server: telling the server would help nobody. */
  readonly ofCall: boolean;
};

const KEPT = 100;
let made = 0;

/** The last errors of this window, newest first. */
export const useErrorLog = create<{ readonly entries: readonly ErrorEntry[] }>(() => ({ entries: [] }));

/** Keeps an error, whatever was thrown; `info` says what was being done: components, or the path of a call. */
export function logError(thrown: unknown, info = ''): void {
  const entry: ErrorEntry = {
    id: ++made,
    at: Date.now(),
    message: thrown instanceof Error ? thrown.message || thrown.name : String(thrown),
    info,
    url: location.href,
    stack: thrown instanceof Error ? (thrown.stack ?? '') : '',
    ofCall: isOfCall(thrown),
  };
  useErrorLog.setState(({ entries }) => ({ entries: [entry, ...entries].slice(0, KEPT) }));
}

export function clearErrors(): void {
  useErrorLog.setState({ entries: [] });
}

const isOfCall = (thrown: unknown) => thrown instanceof NetworkError || thrown instanceof Refusal;

/** The browser's own remark that a size changed once more while sizes were told; nothing is wrong. */
const HARMLESS = /^ResizeObserver loop/;

/** Collects what nobody caught. What a call rejected with was seen by the client already. Returns how to stop. */
export function watchErrors(target: Window = window): () => void {
  const onError = ({ error, message, filename, lineno, colno }: ErrorEvent) => {
    if (!HARMLESS.test(message)) logError(error ?? message, filename ? `${filename}:${lineno}:${colno}` : '');
  };
  const onRejection = (event: PromiseRejectionEvent) => {
    const reason: unknown = event.reason;
    if (reason instanceof PageLeft) event.preventDefault();
    else if (!isOfCall(reason)) logError(reason, 'unhandledrejection');
  };
  target.addEventListener('error', onError);
  target.addEventListener('unhandledrejection', onRejection);
  return () => {
    target.removeEventListener('error', onError);
    target.removeEventListener('unhandledrejection', onRejection);
  };
}
