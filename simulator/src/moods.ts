import { type Content, encodeBody, type Header, type Version } from '@fleetwarden/protocol/jt808';

/**
 * How a mode reacts to a command. `late` and `twice` answer like that, `wrong` with a body that cannot be read, and `stray` under the
 * serial of another command.
 */
export type Mood = 'answer' | 'refuse' | 'silent' | 'late' | 'twice' | 'wrong' | 'stray';

const FAILED = 1;
const SERIAL_BYTES = 2;
/** A body without its last fields. */
const LEFT_BYTES = 1;

/** The replies in a mood in place of the right one. `delayed`: send it later. */
export type MoodyReply = { readonly content: Content; readonly delayed: boolean };

export function applyMood(mood: Mood, header: Header, version: Version, answer: () => Content | null): readonly MoodyReply[] {
  if (mood === 'silent') return [];
  const right = mood === 'refuse' ? refusal(header) : answer();
  if (right === null) return [];
  const id = 'id' in right ? right.id : null;
  const bytes = () => encodeBody(right, version);
  const changed = (body: Uint8Array): Content => (id === null ? ({ ...right, body } as Content) : { id, body });
  switch (mood) {
    case 'late':
      return [{ content: right, delayed: true }];
    case 'twice':
      return [right, right].map((content) => ({ content, delayed: false }));
    case 'wrong':
      return [{ content: changed(bytes().slice(0, LEFT_BYTES)), delayed: false }];
    case 'stray':
      return [{ content: changed(underOtherSerial(bytes())), delayed: false }];
    default:
      return [{ content: right, delayed: false }];
  }
}

const refusal = ({ serial, id }: Header): Content => ({ id: 0x0001, body: { serial, id, result: FAILED } });

/** Answers begin with the serial of the command. */
function underOtherSerial(body: Uint8Array): Uint8Array {
  const other = body.slice();
  for (let i = 0; i < Math.min(SERIAL_BYTES, other.length); i++) other[i] = other[i]! ^ 0xff;
  return other;
}
