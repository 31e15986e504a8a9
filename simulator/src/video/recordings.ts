import { DAY_MS, MINUTE_MS } from '@fleetwarden/domain/durations';
import { type BodyOf, digitsOfTime, timeOfDigits } from '@fleetwarden/protocol/jt808';
import { hash } from '../random.ts';

/** Files begin at full quarters of an hour, as recorders without pauses write them. */
const FILE_MS = 15 * MINUTE_MS;
const KEPT_DAYS = 7;
/** One file in so many is missing, and one in so many has an alarm. */
const [MISSING, ALARMED] = [24, 12] as const;
const SPEEDING = 1 << 1;
const COVERED = 1 << 1;
/** Bytes of the main and the sub stream. */
const FILE_BYTES = [9_000_000, 2_400_000] as const;

type Recording = BodyOf<0x1205>['items'][number];

/** The recordings of a terminal that a wish matches, the same for each run. The file of `now` is not finished. */
export function searchRecordings(seed: number, channels: number, wish: BodyOf<0x9205>, now: number): Recording[] {
  const oldest = now - KEPT_DAYS * DAY_MS;
  const from = Math.max(timeOfDigits(wish.startTime) ?? oldest, oldest);
  const to = Math.min(timeOfDigits(wish.endTime) ?? now, now);
  const numbers = Array.from({ length: channels }, (_, i) => i + 1).filter((n) => wish.channel === 0 || wish.channel === n);
  const starts: number[] = [];
  for (let at = Math.floor(from / FILE_MS) * FILE_MS; at < to && at + FILE_MS <= now; at += FILE_MS) starts.push(at);
  return numbers.flatMap((channel) => starts.flatMap((at) => recordingAt(seed, channel, at))).filter((each) => fits(each, wish));
}

function recordingAt(seed: number, channel: number, at: number): Recording[] {
  const number = hash('recording', seed, channel, at);
  if (number % MISSING === 0) return [];
  const isAlarmed = (number >>> 8) % ALARMED === 0;
  return [1, 2].map((streamType) => ({
    channel,
    startTime: digitsOfTime(at),
    endTime: digitsOfTime(at + FILE_MS),
    alarmBits: isAlarmed && channel % 2 === 1 ? SPEEDING : 0,
    videoAlarmBits: isAlarmed && channel % 2 === 0 ? COVERED : 0,
    mediaType: 0,
    streamType,
    storage: 1,
    sizeBytes: FILE_BYTES[streamType - 1]! + (number % 100_000),
  }));
}

const BACKUP = 2;

/** Types 0, and 3 of media, mean any; alarm bits without one set too. */
const fits = (file: Recording, { alarmBits, videoAlarmBits, streamType, storage }: BodyOf<0x9205>): boolean =>
  storage !== BACKUP &&
  (streamType === 0 ? file.streamType === 1 : file.streamType === streamType) &&
  ((alarmBits === 0 && videoAlarmBits === 0) ||
    (file.alarmBits & alarmBits) !== 0 ||
    (file.videoAlarmBits & videoAlarmBits) !== 0);
