import type { AlarmTypeKey } from '@fleetwarden/domain/alarm-types';
import { HOUR_MS, SECOND_MS } from '@fleetwarden/domain/durations';
import { encodeVehicleStates, FILE_KIND, type VehicleStateRecord } from '@fleetwarden/protocol/jsatl12';
import { digitsOfTime } from '@fleetwarden/protocol/jt808';
import type { Member } from '../identity.ts';
import type { Vehicle, VehicleState } from '../motion/vehicle.ts';
import { recordSound } from '../sound.ts';
import { CLIP_FORMATS } from './alarm-clip.ts';
import { paint, write } from './canvas.ts';
import { encodePng } from './png.ts';
import { OTHER_SCENE, SCENES } from './scenes.ts';

/** An alarm of T/JSATL 12 whose files a terminal has. */
export type FiledAlarm = {
  /** Item of 0x0200, and the type in it. */
  readonly item: number;
  readonly type: number;
  /** undefined: a type that no standard knows. */
  readonly key?: AlarmTypeKey;
  /** Epoch ms. */
  readonly at: number;
};

/** A file as it is announced and uploaded. `kind`: FILE_KIND. */
export type AlarmFile = { readonly name: string; readonly kind: number; readonly data: Uint8Array };

type Medium = 'picture' | 'film' | 'sound' | 'data';

/** Files of an alarm by its item, and the format of clips. Some makers store clips as the camera encodes them. */
const MEDIA: Readonly<Record<number, { readonly files: readonly Medium[]; readonly clip: keyof typeof CLIP_FORMATS }>> = {
  100: { files: ['picture', 'film', 'data', 'picture'], clip: 'mp4' },
  101: { files: ['picture', 'film', 'data', 'picture', 'sound'], clip: 'mp4' },
  102: { files: ['data'], clip: 'mp4' },
  103: { files: ['picture', 'film', 'data'], clip: 'h264' },
  112: { files: ['data', 'film'], clip: 'h264' },
};
const NO_FILES = { files: [], clip: 'mp4' } as const;

/** Number of files that a terminal has of an alarm of an item. */
export const countFiles = (item: number): number => (MEDIA[item] ?? NO_FILES).files.length;

const [WIDTH, HEIGHT] = [640, 480];
const PICTURE_STEP_MS = 800;
const SOUND_S = 2;
const GMT8_MS = 8 * HOUR_MS;

/** The files of an alarm: `count` of them, the standard set repeated. The same alarm has the same files. */
export function buildAlarmFiles(
  { item, type, key, at }: FiledAlarm,
  { count, alarmNo }: { readonly count: number; readonly alarmNo: string },
  { member, vehicle }: { readonly member: Member; readonly vehicle: Pick<Vehicle, 'stateAt'> },
): AlarmFile[] {
  const { files, clip } = MEDIA[item] ?? NO_FILES;
  const scene = (key && SCENES[key]) ?? OTHER_SCENE;
  const hex = (value: number) => value.toString(16).padStart(2, '0');
  const content: Readonly<Record<Medium, (index: number) => readonly [kind: number, extension: string, data: Uint8Array]>> = {
    picture: (index) => {
      const shownAt = at + index * PICTURE_STEP_MS;
      const { speedKmh } = vehicle.stateAt(shownAt);
      const picture = paint(WIDTH, HEIGHT, [...scene.background(shownAt / SECOND_MS), ...scene.event]);
      const clock = new Date(shownAt + GMT8_MS).toISOString().slice(0, 19).replace('T', ' ');
      // the font has no Chinese
      write(picture, `${clock} ${member.plate.replace(/[^A-Z0-9]/g, '')} ${Math.round(speedKmh)}KM/H`);
      return [FILE_KIND.picture, 'png', encodePng(picture)];
    },
    film: () => [FILE_KIND.film, clip, CLIP_FORMATS[clip](key ?? 'camera', scene)],
    sound: (index) => [FILE_KIND.sound, 'wav', recordSound(member.seed + index, SOUND_S)],
    data: () => [FILE_KIND.other, 'bin', encodeVehicleStates(recordStates(vehicle, at))],
  };
  return Array.from({ length: files.length > 0 ? count : 0 }, (_, index) => {
    const [kind, extension, data] = content[files[index % files.length]!](index);
    return { name: `0${kind}_${hex(item)}_${hex(item)}${hex(type)}_${index}_${alarmNo}.${extension}`, kind, data };
  });
}

/** The data file has these times around the alarm, and a record every `STEP_MS`. */
const [BEFORE_MS, AFTER_MS, STEP_MS] = [10 * SECOND_MS, 5 * SECOND_MS, 200];
const METRES_A_SECOND = 1 / 3.6;
const GRAVITY = 9.81;
const UNKNOWN = 0xff;
/** Deceleration in g from which the brake is on. */
const BRAKE_G = 0.05;
/** Speeds of a gear, and engine speeds within it. */
const GEAR_KMH = 20;
const GEARS = 6;
const [IDLE_RPM, RPM_A_KMH] = [800, 55];

function recordStates(vehicle: Pick<Vehicle, 'stateAt'>, at: number): VehicleStateRecord[] {
  const states = Array.from({ length: (BEFORE_MS + AFTER_MS) / STEP_MS + 1 }, (_, i) =>
    vehicle.stateAt(at - BEFORE_MS + i * STEP_MS),
  );
  return states.map((state, i) => toRecord(state, states[Math.max(0, i - 1)]!));
}

function toRecord(state: VehicleState, before: VehicleState): VehicleStateRecord {
  const { recorderKmh, speedKmh, heading, accOn, fixed } = state;
  const seconds = Math.max(STEP_MS, state.at - before.at) / SECOND_MS;
  const accelerationX = ((recorderKmh - before.recorderKmh) * METRES_A_SECOND) / seconds / GRAVITY;
  const turned = ((heading - before.heading + 540) % 360) - 180;
  const rotationZ = Math.min(300, Math.max(-300, turned / seconds));
  const isBraking = accelerationX < -BRAKE_G;
  return {
    alarmBits: 0,
    statusBits: (accOn ? 1 : 0) | (fixed ? 2 : 0),
    latitude: state.lat,
    longitude: state.lng,
    altitudeM: Math.round(state.altitudeM),
    speedKmh,
    heading: Math.round(heading) % 360,
    time: digitsOfTime(state.at),
    accelerationX,
    accelerationY: (rotationZ * (Math.PI / 180) * recorderKmh * METRES_A_SECOND) / GRAVITY,
    accelerationZ: 1,
    rotationX: 0,
    rotationY: 0,
    rotationZ,
    pulseKmh: recorderKmh,
    obdKmh: recorderKmh,
    gear: recorderKmh === 0 ? 0 : Math.min(GEARS, 1 + Math.floor(recorderKmh / GEAR_KMH)),
    acceleratorPercent: UNKNOWN,
    brakePercent: isBraking ? Math.min(100, Math.round(-accelerationX * 200)) : 0,
    braking: isBraking ? 1 : 0,
    engineRpm: Math.round(IDLE_RPM + (recorderKmh % GEAR_KMH) * RPM_A_KMH),
    wheelDegrees: Math.round(rotationZ),
    turnLight: 0,
    reserved: new Uint8Array(2),
  };
}
