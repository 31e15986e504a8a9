/** An account of a provider as messages use it. */
export type SmsCredentials = {
  readonly accessKeyId: string;
  readonly accessKeySecret: string;
};

export type SmsRequest = {
  /** Our number of the message; providers return it in receipts. */
  readonly token: string;
  readonly mobile: string;
  readonly signName: string;
  readonly templateCode: string;
  readonly params: Readonly<Record<string, string>>;
  /** The text as the recipient reads it. */
  readonly content: string;
};

/** What a provider knows of a message. */
export type SmsReceipt = {
  readonly state: 'waiting' | 'delivered' | 'failed';
  /** Epoch ms; null: not stated. */
  readonly at: number | null;
  readonly code: string | null;
};

/**
 * Why a message was not sent. `final`: the provider refuses it. `notSent`: it was certainly not accepted and may be sent again.
 * `unknown`: it may have been accepted, as after a timeout.
 */
export type SmsOutcome = 'final' | 'notSent' | 'unknown';

export class SmsError extends Error {
  readonly code: string;
  readonly outcome: SmsOutcome;
  constructor(code: string, message: string, outcome: SmsOutcome) {
    super(message);
    this.name = 'SmsError';
    this.code = code;
    this.outcome = outcome;
  }
}

/** The balance of a provider's account, as it states it. */
export type SmsBalance = { readonly amount: string; readonly currency: string };

/** An SMS service. */
export type SmsProvider = {
  /** Resolves to the provider's number of the message; throws SmsError. */
  send(request: SmsRequest, credentials: SmsCredentials, signal: AbortSignal): Promise<string>;
  /** The receipt of a message sent about `sentAt` (epoch ms); null: the provider knows no such message. Throws SmsError. */
  find(
    message: { readonly token: string; readonly mobile: string; readonly bizId: string | null; readonly sentAt: number },
    credentials: SmsCredentials,
    signal: AbortSignal,
  ): Promise<SmsReceipt | null>;
  /** Absent: accounts have none. Throws SmsError. */
  balance?(credentials: SmsCredentials, signal: AbortSignal): Promise<SmsBalance>;
};
