/** What a scanner reports. Names come without their namespace prefix; an element that is empty is opened and closed. */
export type XmlEvents = {
  open(name: string, attributes: string): void;
  close(name: string): void;
  /** A stretch of character data or a CDATA section, entities replaced; one text may come in several. */
  text(text: string): void;
};

/** What is not well-formed, or more than a spreadsheet's parts ever hold: a document type, entities of one's own. */
export class XmlError extends Error {}

const MAX_DEPTH = 64;
/** No tag of a spreadsheet comes near. */
const MAX_TAG_LENGTH = 1_048_576;

const SLASH = 0x2f;
const QUESTION = 0x3f;
const EXCLAMATION = 0x21;
const GREATER = 0x3e;
const DOUBLE_QUOTE = 0x22;
const SINGLE_QUOTE = 0x27;

/**
 * Reads XML in pieces of any size and reports it as it comes; holds no more than the piece and an unfinished tag. Document
 * types are refused, so there are no entities but the five of XML and character references, and nothing outside is ever read.
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
  write(piece: string): void {
    const text = this.#rest === '' ? piece : this.#rest + piece;
    let at = 0;
    while (at < text.length) {
      const next = text.charCodeAt(at) === 0x3c ? this.#markup(text, at) : this.#characters(text, at);
      if (next < 0) break;
      at = next;
    }
    this.#rest = text.slice(at);
    if (this.#rest.length > MAX_TAG_LENGTH) throw new XmlError('a tag too long');
  }

  /** After the last piece. */
  end(): void {
    if (this.#rest.trim() !== '' || this.#open.length > 0 || !this.#seenRoot) throw new XmlError('ends early');
  }

  /** Character data up to the next tag, or to the end of the piece less an entity cut in two; -1 where nothing can be taken yet. */
  #characters(text: string, at: number): number {
    let end = text.indexOf('<', at);
    if (end < 0) {
      const entity = text.lastIndexOf('&');
      end = entity >= at && !text.includes(';', entity) ? entity : text.length;
      if (end === at) return -1;
    }
    if (this.#open.length > 0) this.#events.text(plain(text.slice(at, end)));
    else if (text.slice(at, end).replace('\ufeff', '').trim() !== '') throw new XmlError('text outside the root');
    return end;
  }

  /** The tag, comment, instruction or section at `at`; -1 where it is not all there yet. */
  #markup(text: string, at: number): number {
    const second = text.charCodeAt(at + 1);
    if (second === EXCLAMATION) return this.#exclaimed(text, at);
    if (second === QUESTION) return endOf(text, '?>', at + 2);
    const end = endOfTag(text, at + 1);
    if (end < 0) return -1;
    if (second === SLASH) this.#close(localName(text.slice(at + 2, end).trimEnd()));
    else this.#element(text, at + 1, end);
    return end + 1;
  }

  #exclaimed(text: string, at: number): number {
    if (text.length - at < '<![CDATA['.length && !text.startsWith('<!--', at)) return -1;
    if (text.startsWith('<!--', at)) return endOf(text, '-->', at + 4);
    if (!text.startsWith('<![CDATA[', at)) throw new XmlError('a document type');
    const end = endOf(text, ']]>', at + 9);
    if (end >= 0) this.#events.text(text.slice(at + 9, end - 3));
    return end;
  }

  /** The tag between `from` and its `>`. */
  #element(text: string, from: number, end: number): void {
    const empty = text.charCodeAt(end - 1) === SLASH;
    const last = empty ? end - 1 : end;
    let nameEnd = from;
    while (nameEnd < last && text.charCodeAt(nameEnd) > 0x20) nameEnd++;
    const name = localName(text.slice(from, nameEnd));
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

/** The attribute `name` (with or without a prefix) of a tag; undefined where it has none. */
export function attribute(attributes: string, name: string): string | undefined {
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
    return plain(attributes.slice(open + 1, close));
  }
  return undefined;
}

function skipBlank(text: string, from: number): number {
  let at = from;
  while (at < text.length && text.charCodeAt(at) <= 0x20) at++;
  return at;
}

function endOf(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at < 0 ? -1 : at + mark.length;
}

/** Where the `>` stands that ends a tag: one within quotes does not. */
function endOfTag(text: string, from: number): number {
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

function localName(name: string): string {
  const colon = name.indexOf(':');
  return colon < 0 ? name : name.slice(colon + 1);
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
const MAX_CODE_POINT = 0x10ffff;

/** Texts shorter than this, nearly all, are looked through faster here than by `includes`. */
const SHORT = 24;
const AMPERSAND = 0x26;
const RETURN = 0x0d;

function isPlain(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === AMPERSAND || code === RETURN) return false;
  }
  return true;
}

/** XML text as it is meant: entities replaced, line ends as XML 1.0 (2.11) wants them. */
function plain(text: string): string {
  if (text.length < SHORT && isPlain(text)) return text;
  const lines = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
  if (!lines.includes('&')) return lines;
  return lines.replace(/&([^;&]{0,10};?)/g, (_, reference: string) => {
    const name = reference.slice(0, -1);
    const known = ENTITIES[name];
    if (reference.endsWith(';') && known !== undefined) return known;
    const number = /^#(?:x([\da-f]+)|(\d+));$/i.exec(reference);
    const code = number ? Number.parseInt(number[1] ?? (number[2] as string), number[1] ? 16 : 10) : Number.NaN;
    if (!(code <= MAX_CODE_POINT)) throw new XmlError(`entity &${reference}`);
    return String.fromCodePoint(code);
  });
}
