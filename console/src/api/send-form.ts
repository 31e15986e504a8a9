/** A form on its way to the server. */
export type FormRequest = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly form: FormData;
  /** How long the server may take to answer once everything is sent, ms. Sending takes as long as it takes. */
  readonly answerMs: number;
  /** Share that is sent, 0 to 1. */
  readonly onProgress: ((share: number) => void) | undefined;
  readonly signal: AbortSignal | undefined;
};

/** The server got everything and did not answer in time. */
export class NoAnswer extends Error {}

/** Sends a form and resolves to the reply's JSON. Only XMLHttpRequest tells how much is sent. Rejects with NoAnswer, or anything else where there was none. */
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
