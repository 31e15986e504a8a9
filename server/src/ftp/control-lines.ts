/** A command of a client: `verb` in upper case. */
export type FtpCommand = { readonly verb: string; readonly argument: string };

/** Splits the bytes of a control connection into commands. Texts are latin1: bytes stay what they were. */
export class ControlLines {
  readonly #maxBytes: number;
  #rest = '';

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The complete commands; undefined: a line is too long. */
  push(chunk: Buffer): FtpCommand[] | undefined {
    const lines = (this.#rest + chunk.toString('latin1')).split('\n');
    this.#rest = lines.pop()!;
    if ([...lines, this.#rest].some(({ length }) => length > this.#maxBytes)) return undefined;
    return lines.map(parseLine);
  }
}

function parseLine(line: string): FtpCommand {
  // telnet signals may stand before ABOR
  const text = line.replace(/\r$/, '').replace(/^[^A-Za-z]+/, '');
  const space = text.indexOf(' ');
  if (space < 0) return { verb: text.toUpperCase(), argument: '' };
  return { verb: text.slice(0, space).toUpperCase(), argument: text.slice(space + 1) };
}
