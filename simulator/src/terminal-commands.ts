import { SECOND_MS } from '@fleetwarden/domain/durations';
import type { Content, Header, Message } from '@fleetwarden/protocol/jt808';
import type { Alarms } from './alarms.ts';
import type { AnswerContext } from './answer-context.ts';
import { answerTo } from './answers.ts';
import { createAreas } from './areas.ts';
import type { Device } from './device.ts';
import type { EvidenceUploads } from './evidence/evidence-uploads.ts';
import type { Member } from './identity.ts';
import type { Later } from './later.ts';
import type { Mode } from './modes.ts';
import { applyMood } from './moods.ts';
import type { Vehicle } from './motion/vehicle.ts';
import type { PositionReports } from './position-reports.ts';
import type { Uploads } from './uploads.ts';
import type { Cameras } from './video/cameras.ts';
import type { RecordingUploads } from './video/recording-uploads.ts';

const DEFAULT_REACTION_MS = 3 * SECOND_MS;
const DEFAULT_LATE_MS = 30 * SECOND_MS;

/** Executes commands of the server. Holds the areas that they change. */
export function createCommands(terminal: {
  readonly member: Member;
  readonly vehicle: Vehicle;
  readonly reactionMs?: number;
  readonly mode: Mode;
  readonly alarms: Alarms;
  readonly device: Device;
  readonly later: Later;
  readonly reports: PositionReports;
  readonly uploads: Uploads;
  readonly cameras: Cameras;
  readonly recordings: RecordingUploads;
  readonly evidence: EvidenceUploads;
  readonly schedule: () => void;
  readonly restart: () => void;
}) {
  const { member, vehicle, mode, alarms, device, later, reports, uploads, cameras, recordings, evidence, schedule, restart } =
    terminal;
  const { reactionMs = DEFAULT_REACTION_MS } = terminal;
  let count = 0;
  const sendLater = (content: Content, afterMs: number) => {
    later.add(content, Date.now() + afterMs);
    schedule();
  };
  // files are sent after the answer is out
  const thenUpload =
    <A extends readonly unknown[], R>(act: (...args: A) => R) =>
    (...args: A): R => {
      setImmediate(schedule);
      return act(...args);
    };
  const context: AnswerContext = {
    member,
    vehicle,
    device,
    now: Date.now,
    parameters: () => ({ ...device.parameters, defaultIntervalS: Math.ceil(reports.movingIntervalS()) }),
    setParameters: (changed) => {
      device.parameters = { ...device.parameters, ...changed };
      if (changed.defaultIntervalS) reports.setInterval(changed.defaultIntervalS);
      schedule();
    },
    location: () => reports.locate(Date.now()),
    track: (everyS, validityS) => {
      reports.track(everyS, validityS);
      schedule();
    },
    areas: createAreas(),
    confirmAlarms: alarms.confirm,
    uploads: {
      ...uploads,
      take: thenUpload(uploads.take),
      record: thenUpload(uploads.record),
      upload: thenUpload(uploads.upload),
    },
    cameras,
    recordings,
    evidence,
    later: (content) => sendLater(content, reactionMs),
    download,
    // after the answer is out
    restart: () => setImmediate(restart),
  };
  return {
    /** The replies to send at once. */
    answer: (header: Header, message: Message): Content[] => {
      const replies = applyMood(mode.mood?.(count++) ?? 'answer', header, member.version, () =>
        answerTo(header, message, context),
      );
      for (const { content, delayed } of replies) if (delayed) sendLater(content, mode.lateMs ?? DEFAULT_LATE_MS);
      return replies.flatMap(({ content, delayed }) => (delayed ? [] : [content]));
    },
    heartbeatMs: () => (device.parameters.heartbeatS ?? 30) * SECOND_MS,
  };
}

/** Downloads a file and forgets it. */
async function download(url: string): Promise<boolean> {
  try {
    const response = await fetch(url);
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}
