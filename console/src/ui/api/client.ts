import type { CallRow } from 'virtual:calls';
import type { Call, CallInput, CallReply, PageModel } from '@fleetwarden/contract/call';
import { BASE_PATH } from '@fleetwarden/contract/call';
import type { FieldError } from '@fleetwarden/contract/errors';
import { errors } from '@fleetwarden/contract/errors';
import { sign } from '@fleetwarden/contract/sign';

/** Specification 9: request timeout. */
const TIMEOUT_MS = 60_000;
const REFUSAL_SECONDS = 3;
const NETWORK_SECONDS = 5;

/** The server answered, and refused: `code` of the error catalogue, `message` in the user's language. */
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

/** The server did not answer, or not in its own words. */
export class NetworkError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'NetworkError';
  }
}

/** What the client needs of its surroundings. */
export type ClientPorts = {
  readonly fetch: typeof fetch;
  readonly token: () => string | null;
  readonly language: () => string;
  readonly text: (key: 'requestFailed' | 'networkError' | 'timeout') => string;
  /** Shows a message for so many seconds. */
  readonly notify: (message: string, seconds: number) => void;
  readonly onSignedInElsewhere: () => void;
  readonly onNotSignedIn: () => void;
};

export type CallOptions = {
  readonly pageModel?: PageModel;
  readonly signal?: AbortSignal;
  /** The caller shows failures itself; being signed out is still handled here. */
  readonly quiet?: boolean;
};

/** `pageModel` comes with paged calls. */
type Envelope<C extends Call> = { readonly data: CallReply<C>; readonly pageModel?: { readonly total: number } };

type Data = Readonly<Record<string, unknown>>;

/**
 * The one way to the server: envelope, sign, token and the failures everybody treats alike. `call` resolves with the reply's
 * `data` and rejects with `Refusal` or `NetworkError`; an abort by the caller rejects with its own reason and shows nothing.
 */
export function createClient(ports: ClientPorts) {
  async function exchange(row: CallRow, data: Data, options: CallOptions): Promise<unknown> {
    const token = ports.token();
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    const init: RequestInit = {
      method: row.method,
      credentials: 'same-origin',
      signal: options.signal ? AbortSignal.any([timeout, options.signal]) : timeout,
      headers: {
        'Accept-Language': ports.language(),
        ...(token ? { Authorization: token } : {}),
        ...(row.method === 'POST' ? { 'Content-Type': 'application/json' } : {}),
      },
    };
    if (row.method === 'POST') init.body = JSON.stringify({ data, sign: sign(data), pageModel: options.pageModel });
    try {
      const response = await ports.fetch(addressOf(row, data), init);
      return await response.json();
    } catch (cause) {
      if (options.signal?.aborted) throw options.signal.reason;
      throw new NetworkError(ports.text(timeout.aborted ? 'timeout' : 'networkError'), { cause });
    }
  }

  function refusalOf(envelope: unknown): Refusal | null {
    const { code, msg, data } = (envelope ?? {}) as { code?: unknown; msg?: unknown; data?: { fields?: FieldError[] } | null };
    if (code === '0') return null;
    const message = typeof msg === 'string' && msg !== '' ? msg : ports.text('requestFailed');
    return new Refusal(typeof code === 'string' ? code : errors.internal.code, message, data?.fields);
  }

  /** The whole envelope of a successful reply; failures as `call` tells them. */
  async function request<C extends Call>(row: CallRow<C>, data: CallInput<C>, options: CallOptions = {}): Promise<Envelope<C>> {
    try {
      const envelope = await exchange(row, data as Data, options);
      const refusal = refusalOf(envelope);
      if (refusal) throw refusal;
      return envelope as Envelope<C>;
    } catch (failure) {
      report(failure, options.quiet === true);
      throw failure;
    }
  }

  async function call<C extends Call>(row: CallRow<C>, data: CallInput<C>, options: CallOptions = {}): Promise<CallReply<C>> {
    return (await request(row, data, options)).data;
  }

  function report(failure: unknown, quiet: boolean): void {
    if (failure instanceof Refusal) {
      const elsewhere = failure.code === errors.signedInElsewhere.code;
      if (elsewhere) ports.onSignedInElsewhere();
      if (failure.code === errors.notSignedIn.code) ports.onNotSignedIn();
      if (!quiet && !elsewhere) ports.notify(failure.message, REFUSAL_SECONDS);
    } else if (failure instanceof NetworkError && !quiet) {
      ports.notify(failure.message, NETWORK_SECONDS);
    }
  }

  return { call, request };
}

function addressOf(row: CallRow, data: Data): string {
  const path = BASE_PATH + row.path;
  if (row.method === 'POST') return path;
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(data)) if (value !== undefined && value !== null) query.set(key, String(value));
  const text = query.toString();
  return text === '' ? path : `${path}?${text}`;
}
