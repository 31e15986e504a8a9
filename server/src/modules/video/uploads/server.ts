/** What the module needs of the FTP server. */

export type UploadAccount = { readonly id: number; readonly folder: string; readonly maxBytes: number };

export type UploadAccounts = {
  signIn(user: string, password: string): Promise<UploadAccount | undefined>;
  onBytes(accountId: number, total: number): void;
  onTransferEnd(accountId: number, refused: string | null): void;
};

export type UploadServer = {
  /** undefined: not started. */
  readonly port: number | undefined;
  isReceiving(accountId: number): boolean;
  end(accountId: number): Promise<void>;
};
