import type { CallInput, CallReply, ClientRoute, PageModel } from '@fleetwarden/contract/call';
import { BASE_PATH } from '@fleetwarden/contract/call';
import type { FieldError } from '@fleetwarden/contract/errors';
import { errors } from '@fleetwarden/contract/errors';
import { sign } from '@fleetwarden/contract/sign';
import { pageSignal } from './page-signal.ts';
import { type FormRequest, NoAnswer } from './send-form.ts';

/** Specification 9: request timeout. */
const TIMEOUT_MS = 60_000;
const REFUSAL_SECONDS = 3;
const NETWORK_SECONDS = 5;
/** Delays of the retries of a read, ms. */
const RETRY_MS = [400, 1_600];

/** An error reply of the server: `code` of the error catalogue, `message` in the user's language. */
export class Refusal extends Error {
  readonly code: string;
  readonly fields: readonly FieldError[];
  constructor(code: string, message: string, fields: readonly FieldError[] = []) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
    this.fields = fields;
  }
}

/** No valid reply of the server; `timedOut`: timeout. */
export class NetworkError extends Error {
  readonly timedOut: boolean;
  constructor(message: string, options: ErrorOptions & { timedOut?: boolean } = {}) {
    super(message, options);
    this.name = 'NetworkError';
    this.timedOut = options.timedOut ?? false;
  }
}

/** Dependencies of the client. */
export type ClientPorts = {
  readonly fetch: typeof fetch;
  readonly sendForm: (request: FormRequest) => Promise<unknown>;
  readonly token: () => string | null;
  readonly language: () => string;
  readonly text: (key: 'requestFailed' | 'networkError' | 'timeout') => string;
  /** Shows a message for a number of seconds. */
  readonly notify: (message: string, seconds: number) => void;
  readonly onSignedInElsewhere: () => void;
  readonly onNotSignedIn: () => void;
  /** A call was forbidden: the known permissions are out of date. */
  readonly onForbidden: () => void;
  /** Reports faults that no user can cause: no reply, or a server error. */
  readonly onFault: (fault: Refusal | NetworkError, path: string) => void;
  /** Resolves after a time in ms, or at once on abort. */
  readonly wait: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
};

export type CallOptions = {
  readonly pageModel?: PageModel;
  /** Aborts the call. Without it, reads are aborted when their page is left; changes never are. */
  readonly signal?: AbortSignal;
  /** Belongs to no page: continues when the page is left. */
  readonly anyPage?: boolean;
  /** The caller shows errors; an expired session is still handled here. */
  readonly quiet?: boolean;
  /** Continues when the page unloads (64 KB at most). */
  readonly keepalive?: boolean;
};

export type UploadOptions = Pick<CallOptions, 'signal' | 'quiet'> & {
  /** Reports the sent share of a form, 0 to 1. */
  readonly onProgress?: (share: number) => void;
};
type UploadRoute = ClientRoute & { readonly upload: { readonly maxBytes: number } };

/** `pageModel` comes with paged calls. */
type Envelope<R> = { readonly data: CallReply<R>; readonly pageModel?: { readonly total: number } };

type Data = Readonly<Record<string, unknown>>;
type ErrorEnvelope = { readonly code?: unknown; readonly msg?: unknown; readonly data?: { fields?: FieldError[] } | null };

/**
 * The only way to the server: envelope, signature, token and common failures. `call` resolves with the reply's `data` and rejects
 * with `Refusal` or `NetworkError`; an aborted call rejects silently. Reads are retried twice; changes are not, because a lost
 * reply may follow a success. `upload` sends a file without a time limit; the server's reply has the usual one.
 */
export function createClient(ports: ClientPorts) {
  function headers(): Record<string, string> {
    const token = ports.token();
    return { 'Accept-Language': ports.language(), ...(token ? { Authorization: token } : {}) };
  }

  async function ask(row: ClientRoute, data: Data, options: CallOptions, giveUp: AbortSignal | undefined): Promise<unknown> {
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    const init: RequestInit = {
      method: row.method,
      credentials: 'include',
      keepalive: options.keepalive ?? false,
      signal: giveUp ? AbortSignal.any([timeout, giveUp]) : timeout,
      headers: {
        ...headers(),
        ...(row.method === 'POST' ? { 'Content-Type': 'application/json' } : {}),
      },
    };
    if (row.method === 'POST') init.body = JSON.stringify({ data, sign: sign(data), pageModel: options.pageModel });
    try {
      const response = await ports.fetch(buildUrl(row, data), init);
      return await response.json();
    } catch (cause) {
      giveUp?.throwIfAborted();
      throw new NetworkError(ports.text(timeout.aborted ? 'timeout' : 'networkError'), { cause, timedOut: timeout.aborted });
    }
  }

  async function exchange(row: ClientRoute, data: Data, options: CallOptions): Promise<unknown> {
    const giveUp = options.signal ?? (row.read && !options.anyPage ? pageSignal() : undefined);
    for (let attempt = 0; ; attempt++) {
      try {
        return await ask(row, data, options, giveUp);
      } catch (failure) {
        const pause = RETRY_MS[attempt];
        if (!row.read || pause === undefined || !(failure instanceof NetworkError) || failure.timedOut) throw failure;
        await ports.wait(pause, giveUp);
        giveUp?.throwIfAborted();
      }
    }
  }

  function readRefusal(row: ClientRoute, envelope: unknown): Refusal | null {
    const { code, msg, data } = (row.resCode ? fromResCode(envelope) : (envelope ?? {})) as ErrorEnvelope;
    if (code === '0') return null;
    const message = typeof msg === 'string' && msg !== '' ? msg : ports.text('requestFailed');
    return new Refusal(typeof code === 'string' ? code : errors.internal.code, message, data?.fields);
  }

  async function send(row: ClientRoute, data: Data, file: File, { onProgress, signal }: UploadOptions): Promise<unknown> {
    const form = new FormData();
    // before the file, so that the server knows its purpose
    form.append('data', JSON.stringify(data));
    form.append('sign', sign(data));
    form.append('file', file, file.name);
    try {
      const url = BASE_PATH + row.path;
      return await ports.sendForm({ url, headers: headers(), form, answerMs: TIMEOUT_MS, onProgress, signal });
    } catch (cause) {
      signal?.throwIfAborted();
      const timedOut = cause instanceof NoAnswer;
      throw new NetworkError(ports.text(timedOut ? 'timeout' : 'networkError'), { cause, timedOut });
    }
  }

  /** The whole envelope of a successful reply; fails like `call`. */
  async function request<R extends ClientRoute>(row: R, data: CallInput<R>, options: CallOptions = {}): Promise<Envelope<R>> {
    return settle(row, () => exchange(row, data as Data, options), options.quiet === true);
  }

  async function settle<R extends ClientRoute>(row: R, make: () => Promise<unknown>, quiet: boolean): Promise<Envelope<R>> {
    try {
      const envelope = await make();
      const refusal = readRefusal(row, envelope);
      if (refusal) throw refusal;
      return envelope as Envelope<R>;
    } catch (failure) {
      report(failure, row.path, quiet);
      throw failure;
    }
  }

  async function call<R extends ClientRoute>(row: R, data: CallInput<R>, options: CallOptions = {}): Promise<CallReply<R>> {
    return (await request(row, data, options)).data;
  }

  async function upload<R extends UploadRoute>(
    row: R,
    data: CallInput<R>,
    file: File,
    options: UploadOptions = {},
  ): Promise<CallReply<R>> {
    return (await settle(row, () => send(row, data as Data, file, options), options.quiet === true)).data;
  }

  function report(failure: unknown, path: string, quiet: boolean): void {
    if (failure instanceof NetworkError || (failure instanceof Refusal && failure.code === errors.internal.code))
      ports.onFault(failure, path);
    if (failure instanceof Refusal) {
      const elsewhere = failure.code === errors.signedInElsewhere.code;
      if (elsewhere) ports.onSignedInElsewhere();
      if (failure.code === errors.notSignedIn.code) ports.onNotSignedIn();
      if (failure.code === errors.forbidden.code) ports.onForbidden();
      if (!quiet && !elsewhere) ports.notify(failure.message, REFUSAL_SECONDS);
    } else if (failure instanceof NetworkError && !quiet) {
      ports.notify(failure.message, NETWORK_SECONDS);
    }
  }

  return { call, request, upload };
}

function buildUrl(row: ClientRoute, data: Data): string {
  const path = BASE_PATH + row.path;
  if (row.method === 'POST') return path;
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(data)) if (value !== undefined && value !== null) query.set(key, String(value));
  const text = query.toString();
  return text === '' ? path : `${path}?${text}`;
}

/** Profile and password calls reply `{resCode, message}`: 1 is success, else the error code as a number. */
function fromResCode(reply: unknown): ErrorEnvelope {
  const { resCode, message } = (reply ?? {}) as { resCode?: unknown; message?: unknown };
  if (resCode === 1) return { code: '0' };
  return { code: typeof resCode === 'number' ? String(resCode) : undefined, msg: message };
}
