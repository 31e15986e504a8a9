import { bytes, type Codec, codec, decode, encode, gbk, list, NO_PARENT, struct, u8, u16, u32 } from '../codec/index.ts';
import { FORMS, fitForm, type Identification, identification, lastIdentification } from './identification.ts';

// T/JSATL 12-2017 chapter 4.6: attachments of alarms

/** Number of an alarm, chosen by the platform. */
export const ALARM_NO_BYTES = 32;
const alarmNo = gbk(ALARM_NO_BYTES);
const REQUEST_RESERVED = 16;

/** Kinds of files: the numbers of 0x1211 and of file names. */
export const FILE_KIND = { picture: 0, sound: 1, film: 2, text: 3, other: 4 } as const;

/** 0x9208. */
export const RequestAttachments = struct({
  server: gbk(u8),
  tcpPort: u16,
  udpPort: u16,
  identification: identification((_bytes, _at, left) => left === ALARM_NO_BYTES + REQUEST_RESERVED),
  alarmNo,
  reserved: bytes(REQUEST_RESERVED),
});

const files = list(struct({ name: gbk(u8), sizeBytes: u32 }), u8);
const NAME_AND_SIZE = 5;

/** Whether exactly a kind and a list of files stand at `at`. */
function holdsFiles(b: Uint8Array, at: number, end: number): boolean {
  if (end - at < 2) return false;
  let next = at + 2;
  for (let count = b[at + 1]!; count > 0; count--) {
    if (next >= end) return false;
    next += NAME_AND_SIZE + b[next]!;
  }
  return next === end;
}

/** Terminal id, where the region has one, and identification in the form of the region. */
const sender: Codec<{ readonly terminalId?: string; readonly identification: Identification }> = codec(
  -1,
  (r) => {
    const form = FORMS.find((each) => holdsFiles(r.bytes, r.at + each.sender + each.all + ALARM_NO_BYTES, r.end));
    if (form === undefined) throw r.error(`a list of attachments of ${r.left} bytes`);
    const terminalId = form.sender > 0 ? { terminalId: gbk(form.sender).read(r, NO_PARENT) } : {};
    return { ...terminalId, identification: fitForm(form, r) };
  },
  ({ terminalId, identification: named }, w) => {
    if (terminalId !== undefined) gbk(named.idBytes ?? FORMS[0].sender).write(terminalId, w, NO_PARENT);
    lastIdentification.write(named, w, NO_PARENT);
  },
);

/** 0x1210. `kind`: 0 normal, 1 sent again. */
export const AttachmentList = struct({ sender, alarmNo, kind: u8, files });

/** 0x1211 and 0x1212. `kind`: FILE_KIND. */
export const AttachmentFile = struct({ name: gbk(u8), kind: u8, sizeBytes: u32 });

/** 0x9212. `result`: 0 whole, 1 send the gaps again. */
export const AttachmentResult = struct({
  name: gbk(u8),
  kind: u8,
  result: u8,
  gaps: list(struct({ offset: u32, length: u32 }), u8),
});

/** An identification as the bytes of its region. */
export const encodeIdentification = (value: Identification): Uint8Array => encode(lastIdentification, value);
export const decodeIdentification = (bytes: Uint8Array): Identification => decode(lastIdentification, bytes);
