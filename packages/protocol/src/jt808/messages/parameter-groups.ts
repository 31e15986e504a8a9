import { bcd, type Codec, gbk, list, type OptionalCodec, optionalCodec, struct, u8, u16, u32 } from '../../codec/index.ts';

// JT/T 1078-2016 tables 2 to 8: parameters with several fields

/** `encoding` 0 CBR, 1 VBR, 2 ABR. `resolution` 0 QCIF, 1 CIF, 2 WCIF, 3 D1, 4 WD1, 5 720P, 6 1080P. */
const streams = {
  liveEncoding: u8,
  liveResolution: u8,
  /** Frames from one key frame to the next. */
  liveKeyFrames: u16,
  liveFps: u8,
  liveKbps: u32,
  storedEncoding: u8,
  storedResolution: u8,
  storedKeyFrames: u16,
  storedFps: u8,
  storedKbps: u32,
  /** Overlay: 0 time, 1 plate, 2 channel, 3 position, 4 recorder speed, 5 GNSS speed, 6 driving time. */
  overlayBits: u16,
} as const;

/** 0x0075. */
export const VideoStreams = struct({ ...streams, audioOn: u8 });

/** 0x0077: streams of single channels. */
export const ChannelStreams = struct({ channels: list(struct({ channel: u8, ...streams }), u8) });

/** 0x0076. `kind` 0 audio and video, 1 audio, 2 video. The counts are those of audio-video, audio and video channels. */
export const ChannelTable = struct({
  audioVideoCount: u8,
  audioCount: u8,
  videoCount: u8,
  channels: list(struct({ physical: u8, logical: u8, kind: u8, pantilt: u8 }), 'rest'),
});

/** 0x0079: recordings of alarms. Share of the memory in percent; longest time and time before the alarm in minutes. */
export const AlarmRecording = struct({ memoryPercent: u8, minutes: u8, beforeMinutes: u8 });

/** 0x007B: permitted passengers, and the degree of fatigue that raises the alarm. */
export const ImageAnalysis = struct({ seats: u8, fatigueDegree: u8 });

/** 0x007C: sleep and wake-up. Times are hhmm; days from bit 0, Monday; periods from bit 0. */
export const SleepMode = struct({
  /** 0 by condition, 1 by time, 2 by hand. */
  modeBits: u8,
  /** 0 emergency, 1 collision or rollover, 2 door. */
  conditionBits: u8,
  dayBits: u8,
  periodBits: u8,
  wake1: bcd(2),
  sleep1: bcd(2),
  wake2: bcd(2),
  sleep2: bcd(2),
  wake3: bcd(2),
  sleep3: bcd(2),
  wake4: bcd(2),
  sleep4: bcd(2),
});

// T/JSATL 12-2017 tables 4-10 to 4-13. All bits set mean "leave as it is": a field without a value is written like that.

const orUnchanged = (c: Codec<number>): OptionalCodec<number> =>
  optionalCodec(
    (r, parent) => c.read(r, parent),
    (v, w, parent) => c.write(v ?? 2 ** (8 * c.size) - 1, w, parent),
    c.size,
  );
const byte = orUnchanged(u8);
const word = orUnchanged(u16);
const dword = orUnchanged(u32);
/** Reserved bytes as hex digits: a missing field is written as zeros. */
const reserved = (bytes: number): OptionalCodec<string> => {
  const c = bcd(bytes);
  return optionalCodec(
    (r, parent) => c.read(r, parent),
    (v, w, parent) => c.write(v ?? '', w, parent),
    bytes,
  );
};

/** Gaps and distances are tenths of a second, speeds km/h. `photoStrategy` 0 none, 1 by time, 2 by distance. */
const common = {
  minSpeedKmh: byte,
  volume: byte,
  photoStrategy: byte,
  photoIntervalS: word,
  photoIntervalM: word,
  photos: byte,
  photoGap: byte,
  /** 1 352x288, 2 704x288, 3 704x576, 4 640x480, 5 1280x720, 6 1920x1080. */
  photoResolution: byte,
  /** 1 CIF, 2 HD1, 3 D1, 4 WD1, 5 VGA, 6 720P, 7 1080P. */
  videoResolution: byte,
  alarmBits: dword,
  eventBits: dword,
} as const;

const assistance = {
  ...common,
  reserved1: byte,
  obstacleDistance: byte,
  obstacleSpeedKmh: byte,
  obstacleVideoS: byte,
  obstaclePhotos: byte,
  obstaclePhotoGap: byte,
  laneChangeWindowS: byte,
  laneChangeTimes: byte,
  laneChangeSpeedKmh: byte,
  laneChangeVideoS: byte,
  laneChangePhotos: byte,
  laneChangePhotoGap: byte,
  departureSpeedKmh: byte,
  departureVideoS: byte,
  departurePhotos: byte,
  departurePhotoGap: byte,
  collisionTime: byte,
  collisionSpeedKmh: byte,
  collisionVideoS: byte,
  collisionPhotos: byte,
  collisionPhotoGap: byte,
  pedestrianTime: byte,
  pedestrianSpeedKmh: byte,
  pedestrianVideoS: byte,
  pedestrianPhotos: byte,
  pedestrianPhotoGap: byte,
  headwayDistance: byte,
  headwaySpeedKmh: byte,
  headwayVideoS: byte,
  headwayPhotos: byte,
  headwayPhotoGap: byte,
  signPhotos: byte,
  signPhotoGap: byte,
} as const;

/** 0xF364, 56 bytes. */
export const AdasParameters = struct({ ...assistance, reserved2: reserved(4) });

/** 0xF364 of Guangdong, 57 bytes. */
export const GuangdongAdasParameters = struct({
  ...assistance,
  solidLineSpeedKmh: byte,
  solidLineVideoS: byte,
  solidLinePhotos: byte,
  solidLinePhotoGap: byte,
  aisleSpeedKmh: byte,
});

const driver = {
  ...common,
  smokingGapS: word,
  phoneGapS: word,
  reserved1: reserved(3),
  fatigueSpeedKmh: byte,
  fatigueVideoS: byte,
  fatiguePhotos: byte,
  fatiguePhotoGap: byte,
  phoneSpeedKmh: byte,
  phoneVideoS: byte,
  phonePhotos: byte,
  phonePhotoGap: byte,
  smokingSpeedKmh: byte,
  smokingVideoS: byte,
  smokingPhotos: byte,
  smokingPhotoGap: byte,
  distractionSpeedKmh: byte,
} as const;
const driverActions = {
  ...driver,
  distractionVideoS: byte,
  distractionPhotos: byte,
  distractionPhotoGap: byte,
  abnormalSpeedKmh: byte,
  abnormalVideoS: byte,
  abnormalPhotos: byte,
  abnormalPhotoGap: byte,
  /** 0 never, 1 by time, 2 by distance, 3 when a card is inserted. */
  identifyOn: byte,
} as const;

/** 0xF365, 49 bytes. */
export const DsmParameters = struct({ ...driverActions, reserved2: reserved(2) });

/** 0xF365 of terminals without two of its fields, 47 bytes. */
export const ShortDsmParameters = struct({
  ...driver,
  distractionPhotos: byte,
  distractionPhotoGap: byte,
  abnormalVideoS: byte,
  abnormalPhotos: byte,
  abnormalPhotoGap: byte,
  identifyOn: byte,
  reserved2: reserved(2),
});

/** 0xF365 of Guangdong, 65 bytes. */
export const GuangdongDsmParameters = struct({
  ...driverActions,
  coveredSpeedKmh: byte,
  seatBeltSpeedKmh: byte,
  seatBeltVideoS: byte,
  seatBeltPhotos: byte,
  seatBeltPhotoGap: byte,
  sunglassesSpeedKmh: byte,
  sunglassesVideoS: byte,
  sunglassesPhotos: byte,
  sunglassesPhotoGap: byte,
  handsOffSpeedKmh: byte,
  handsOffVideoS: byte,
  handsOffPhotos: byte,
  handsOffPhotoGap: byte,
  playingSpeedKmh: byte,
  playingVideoS: byte,
  playingPhotos: byte,
  playingPhotoGap: byte,
  reserved2: byte,
});

/** 0xF366, 36 bytes. `unit` 0 kg/cm2, 1 bar, 2 kPa, 3 PSI; pressures are in it. */
export const TpmsParameters = struct({
  tyreModel: gbk(12),
  unit: word,
  normalPressure: word,
  imbalancePercent: word,
  slowLeakPercent: word,
  lowPressure: word,
  highPressure: word,
  highTemperatureC: word,
  batteryPercent: word,
  /** 0 never. */
  reportIntervalS: word,
  reserved: reserved(6),
});

/** 0xF367, 2 bytes: warning times in seconds. */
export const BsdParameters = struct({ rearS: byte, sideRearS: byte });

/** 0x0110: a CAN id to collect. Bit 31 of `canBits` is the channel, 30 the extended frame, 29 computed data, the others the id. */
export const CanSampling = struct({ intervalMs: u32, canBits: u32 });
