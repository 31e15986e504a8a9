/** A list of files as a terminal announces it. */
export type AnnouncedFiles = {
  readonly alarmNo: string;
  /** Of the frame's header, without leading zeros. */
  readonly phone: string;
  readonly files: readonly { readonly name: string; readonly sizeBytes: number }[];
};

/** Where whole files go. `kind` and `name` are the terminal's claims. */
export type UploadedFile = { readonly name: string; readonly kind: number; readonly sizeBytes: number };

/** The upload of one requested alarm. */
export type Upload = {
  /** `stored`: the product has the whole file. `refused`: too large, or too many. Rejects without a database. */
  begin(file: UploadedFile): Promise<'receive' | 'stored' | 'refused'>;
  /**
   * Takes the whole file at `path`, durably. Rejects if it cannot be stored; then it is not acknowledged. `digest`: its SHA-256, if it is
   * known.
   */
  finish(file: UploadedFile, path: string, digest: Buffer | undefined): Promise<void>;
  /** The connection ended; `reason`: why files are missing. */
  close(reason: UploadEnd): Promise<void>;
};
export type UploadEnd = 'closed' | 'silent' | 'gaps' | 'fragmented' | 'storage' | 'stopping';

/** Decides which uploads are received. */
export type UploadDesk = {
  /** Folder of files that grow. */
  readonly workFolder: string;
  /** undefined: this was not requested from this terminal. Rejects without a database. */
  open(list: AnnouncedFiles): Promise<Upload | undefined>;
};
