/**
 * Bytes that do not fit their table. The message names the field and the byte:
 * `location.extra[0x30]: needs 1 byte, 0 left (byte 34)`.
 */
export class CodecError extends Error {
  /** Path within the message, outermost first: `location.extra[0x30]`; empty at the top. */
  path: string;
  /** The error without its path. */
  readonly detail: string;
  /** Offset in the body, or null when the fault is in a value to be written. */
  readonly at: number | null;

  constructor(detail: string, at: number | null = null, path = '') {
    super(detail);
    this.name = 'CodecError';
    this.detail = detail;
    this.at = at;
    this.path = path;
    this.message = text(path, detail, at);
  }

  /** Puts an outer name before the path; `[...]` parts join without a dot. Returns itself, to be thrown on. */
  under(name: string): this {
    this.path = this.path === '' ? name : this.path.startsWith('[') ? name + this.path : `${name}.${this.path}`;
    this.message = text(this.path, this.detail, this.at);
    return this;
  }
}

/** Adds a name to an error of ours on its way up; any other error passes unchanged. */
export const under = (error: unknown, name: string): unknown => (error instanceof CodecError ? error.under(name) : error);

const text = (path: string, detail: string, at: number | null): string =>
  `${path === '' ? '' : `${path}: `}${detail}${at === null ? '' : ` (byte ${at})`}`;
