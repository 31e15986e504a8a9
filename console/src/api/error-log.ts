import { create } from 'zustand';
import { NetworkError, Refusal } from './client.ts';
import { PageLeft } from './page-signal.ts';

/** A run-time error: message, source, URL and stack. */
export type ErrorEntry = {
  readonly id: number;
  readonly at: number;
  readonly message: string;
  readonly info: string;
  readonly url: string;
  readonly stack: string;
  /** Errors of calls are not reported to the server. */
  readonly ofCall: boolean;
};

const MAX_ENTRIES = 100;
let made = 0;

/** The last errors of this window, newest first. */
export const useErrorLog = create<{ readonly entries: readonly ErrorEntry[] }>(() => ({ entries: [] }));

/** Logs any thrown value; `info`: the components or the path of the call. */
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
  useErrorLog.setState(({ entries }) => ({ entries: [entry, ...entries].slice(0, MAX_ENTRIES) }));
}

export function clearErrors(): void {
  useErrorLog.setState({ entries: [] });
}

const isOfCall = (thrown: unknown) => thrown instanceof NetworkError || thrown instanceof Refusal;

/** A harmless browser warning about resize notifications. */
const HARMLESS = /^ResizeObserver loop/;

/** Collects uncaught errors, except rejected calls, which the client has handled. Returns the function that stops it. */
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
