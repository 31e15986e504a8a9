/** Names have no namespace prefix. An empty element is opened and closed. */
export type XmlEvents = {
  open(name: string, attributes: string): void;
  close(name: string): void;
  /** Character data with entities decoded; one text may come in several calls. */
  text(text: string): void;
};

/** Malformed XML, or a construct that no spreadsheet uses: a document type or custom entities. */
export class XmlError extends Error {}

const MAX_DEPTH = 64;
/** Far above any tag of a spreadsheet. */
const MAX_TAG_LENGTH = 1_048_576;

const SLASH = 0x2f;
const QUESTION = 0x3f;
const EXCLAMATION = 0x21;
const GREATER = 0x3e;
const DOUBLE_QUOTE = 0x22;
const SINGLE_QUOTE = 0x27;

/**
 * A streaming XML parser that holds one chunk and one unfinished tag. It refuses document types, so there are no external or
 * recursive entities. saxes took 25 % more CPU for a sheet of 60,000 rows: it parses all attributes.
 */
export class XmlScanner {
  readonly #events: XmlEvents;
  readonly #open: string[] = [];
  #rest = '';
  #seenRoot = false;

  constructor(events: XmlEvents) {
    this.#events = events;
  }

  /** Throws XmlError. */
  write(chunk: string): void {
    const text = this.#rest === '' ? chunk : this.#rest + chunk;
    let at = 0;
    while (at < text.length) {
      const next = text.charCodeAt(at) === 0x3c ? this.#markup(text, at) : this.#text(text, at);
      if (next < 0) break;
      at = next;
    }
    this.#rest = text.slice(at);
    if (this.#rest.length > MAX_TAG_LENGTH) throw new XmlError('the tag is too long');
  }

  /** Call after the last chunk. */
  end(): void {
    if (this.#rest.trim() !== '' || this.#open.length > 0 || !this.#seenRoot) throw new XmlError('ends early');
  }

  /** Consumes text up to the next tag or a split entity. Returns -1 if more input is needed. */
  #text(text: string, at: number): number {
    let end = text.indexOf('<', at);
    if (end < 0) {
      const entity = text.lastIndexOf('&');
      end = entity >= at && !text.includes(';', entity) ? entity : text.length;
      if (end === at) return -1;
    }
    if (this.#open.length > 0) this.#events.text(decodeText(text.slice(at, end)));
    else if (text.slice(at, end).replace('\ufeff', '').trim() !== '') throw new XmlError('text outside the root');
    return end;
  }

  /** Consumes a tag, comment, instruction or section. Returns -1 if more input is needed. */
  #markup(text: string, at: number): number {
    const second = text.charCodeAt(at + 1);
    if (second === EXCLAMATION) return this.#declaration(text, at);
    if (second === QUESTION) return findEnd(text, '?>', at + 2);
    const end = findTagEnd(text, at + 1);
    if (end < 0) return -1;
    if (second === SLASH) this.#close(stripPrefix(text.slice(at + 2, end).trimEnd()));
    else this.#element(text, at + 1, end);
    return end + 1;
  }

  #declaration(text: string, at: number): number {
    if (text.length - at < '<![CDATA['.length && !text.startsWith('<!--', at)) return -1;
    if (text.startsWith('<!--', at)) return findEnd(text, '-->', at + 4);
    if (!text.startsWith('<![CDATA[', at)) throw new XmlError('a document type');
    const end = findEnd(text, ']]>', at + 9);
    if (end >= 0) this.#events.text(text.slice(at + 9, end - 3));
    return end;
  }

  /** Handles the tag between `from` and its `>`. */
  #element(text: string, from: number, end: number): void {
    const empty = text.charCodeAt(end - 1) === SLASH;
    const last = empty ? end - 1 : end;
    let nameEnd = from;
    while (nameEnd < last && text.charCodeAt(nameEnd) > 0x20) nameEnd++;
    const name = stripPrefix(text.slice(from, nameEnd));
    if (name === '') throw new XmlError('a tag without a name');
    if (this.#open.length === 0 && this.#seenRoot) throw new XmlError('two roots');
    this.#seenRoot = true;
    if (this.#open.length >= MAX_DEPTH) throw new XmlError('too deep');
    this.#open.push(name);
    this.#events.open(name, text.slice(nameEnd, last));
    if (empty) this.#close(name);
  }

  #close(name: string): void {
    if (this.#open.pop() !== name) throw new XmlError(`</${name}> closes nothing`);
    this.#events.close(name);
  }
}

/** The value of the attribute `name`, with or without a prefix. */
export function readAttribute(attributes: string, name: string): string | undefined {
  for (let at = attributes.indexOf(name); at >= 0; at = attributes.indexOf(name, at + 1)) {
    const before = attributes.charCodeAt(at - 1);
    if (at > 0 && before > 0x20 && before !== 0x3a) continue;
    const equals = skipBlank(attributes, at + name.length);
    if (attributes[equals] !== '=') continue;
    const open = skipBlank(attributes, equals + 1);
    const quote = attributes[open];
    if (quote !== '"' && quote !== "'") throw new XmlError(`attribute ${name} without quotes`);
    const close = attributes.indexOf(quote, open + 1);
    if (close < 0) throw new XmlError(`attribute ${name} without end`);
    return decodeText(attributes.slice(open + 1, close));
  }
  return undefined;
}

function skipBlank(text: string, from: number): number {
  let at = from;
  while (at < text.length && text.charCodeAt(at) <= 0x20) at++;
  return at;
}

function findEnd(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at < 0 ? -1 : at + mark.length;
}

/** The index of the `>` that ends a tag, outside quotes. */
function findTagEnd(text: string, from: number): number {
  let quote = 0;
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (quote !== 0) {
      if (code === quote) quote = 0;
    } else if (code === GREATER) return at;
    else if (code === DOUBLE_QUOTE || code === SINGLE_QUOTE) quote = code;
  }
  return -1;
}

function stripPrefix(name: string): string {
  const colon = name.indexOf(':');
  return colon < 0 ? name : name.slice(colon + 1);
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
const MAX_CODE_POINT = 0x10ffff;

/** A loop is faster than `includes` for texts below this length, which nearly all are. */
const MAX_LOOP_LENGTH = 24;
const AMPERSAND = 0x26;
const CARRIAGE_RETURN = 0x0d;

function isPlain(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === AMPERSAND || code === CARRIAGE_RETURN) return false;
  }
  return true;
}

/** Decodes entities and normalizes line ends (XML 1.0, 2.11). */
function decodeText(text: string): string {
  if (text.length < MAX_LOOP_LENGTH && isPlain(text)) return text;
  const lines = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
  if (!lines.includes('&')) return lines;
  return lines.replace(/&([^;&]{0,10};?)/g, (_, reference: string) => {
    const name = reference.slice(0, -1);
    const entity = ENTITIES[name];
    if (reference.endsWith(';') && entity !== undefined) return entity;
    const number = /^#(?:x([\da-f]+)|(\d+));$/i.exec(reference);
    const code = number ? Number.parseInt(number[1] ?? (number[2] as string), number[1] ? 16 : 10) : Number.NaN;
    if (!(code <= MAX_CODE_POINT)) throw new XmlError(`entity &${reference}`);
    return String.fromCodePoint(code);
  });
}
