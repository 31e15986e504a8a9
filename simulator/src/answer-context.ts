import type { Content, LocationInput } from '@fleetwarden/protocol/jt808';
import type { Areas } from './areas.ts';
import type { Device } from './device.ts';
import type { EvidenceUploads } from './evidence/evidence-uploads.ts';
import type { Member } from './identity.ts';
import type { Vehicle } from './motion/vehicle.ts';
import type { ParameterItems } from './parameters.ts';
import type { Uploads } from './uploads.ts';
import type { Cameras } from './video/cameras.ts';
import type { RecordingUploads } from './video/recording-uploads.ts';

/** State that an answer reads or changes. */
export type AnswerContext = {
  readonly member: Member;
  readonly vehicle: Vehicle;
  readonly device: Device;
  readonly now: () => number;
  readonly parameters: () => ParameterItems;
  readonly setParameters: (changed: ParameterItems) => void;
  readonly location: () => LocationInput;
  /** 0x8202: report this often, for so long; 0 ends it. Seconds. */
  readonly track: (intervalS: number, validityS: number) => void;
  readonly areas: Areas;
  /** 0x8203: a user confirmed the alarms of these bits. */
  readonly confirmAlarms: (alarmBits: number) => void;
  /** Files of the camera and the microphone. Scheduled after the answer. */
  readonly uploads: Pick<Uploads, 'take' | 'record' | 'search' | 'upload' | 'locate'>;
  /** Live and recorded video of its channels. */
  readonly cameras: Omit<Cameras, 'closeAll'>;
  /** Uploads of its recordings by FTP. */
  readonly recordings: Pick<RecordingUploads, 'upload' | 'control'>;
  /** Uploads of files of alarms. */
  readonly evidence: Pick<EvidenceUploads, 'request'>;
  /** What the driver or the terminal does a moment later. */
  readonly later: (content: Content) => void;
  /** Downloads an upgrade; tells whether it worked. */
  readonly download: (url: string) => Promise<boolean>;
  /** 0x8105: close the connection and reconnect. */
  readonly restart: () => void;
};
