/** A form to send. */
export type FormRequest = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly form: FormData;
  /** Timeout of the server's reply after everything is sent, ms. Sending has no limit. */
  readonly answerMs: number;
  /** Sent share, 0 to 1. */
  readonly onProgress: ((share: number) => void) | undefined;
  readonly signal: AbortSignal | undefined;
};

/** The server received everything and did not reply in time. */
export class NoAnswer extends Error {}

/**
 * Sends a form and resolves with the reply's JSON. Uses XMLHttpRequest for its progress events. Rejects with NoAnswer on timeout,
 * or with another error.
 */
export function sendForm({ url, headers, form, answerMs, onProgress, signal }: FormRequest): Promise<unknown> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const request = new XMLHttpRequest();
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const giveUp = () => end(() => reject(signal?.reason), true);
    const end = (settle: () => void, abort = false) => {
      clearTimeout(waiting);
      signal?.removeEventListener('abort', giveUp);
      settle();
      if (abort) request.abort();
    };
    signal?.addEventListener('abort', giveUp);
    request.open('POST', url);
    request.withCredentials = true;
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress?.(loaded / total);
    };
    request.upload.onload = () => {
      onProgress?.(1);
      waiting = setTimeout(() => end(() => reject(new NoAnswer('no answer to what was sent')), true), answerMs);
    };
    request.onload = () =>
      end(() => {
        try {
          resolve(JSON.parse(request.responseText));
        } catch (error) {
          reject(error);
        }
      });
    request.onerror = () => end(() => reject(new TypeError('Failed to send')));
    request.onabort = request.onerror;
    request.send(form);
  });
}
