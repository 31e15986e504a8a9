import { bcd, gbk, list, struct, u8, u16, u32 } from '../../codec/index.ts';

// JT/T 1078-2016 chapter 5. Times are YYMMDDhhmmss in GMT+8; zeros: any.

const server = { server: gbk(u8), tcpPort: u16, udpPort: u16 };

/** 64 bits on the wire, the alarms of JT/T 1078 in the high half. */
const alarms = { videoAlarmBits: u32, alarmBits: u32 };

/**
 * `mediaType`: 0 audio and video, 1 audio, 2 video, 3 audio or video. `streamType`: 0 any, 1 main, 2 sub.
 * `storage`: 0 any, 1 main, 2 backup.
 */
const kind = { mediaType: u8, streamType: u8, storage: u8 };
const span = { startTime: bcd(6), endTime: bcd(6) };

/** 0x1003. `sampleRate`: 0 8 kHz, 1 22.05, 2 44.1, 3 48. Codecs are payload types of the stream. */
export const MediaAttributes = struct({
  audioCodec: u8,
  audioChannels: u8,
  sampleRate: u8,
  /** 0: 8, 1: 16, 2: 32. */
  sampleBits: u8,
  audioFrameBytes: u16,
  hasAudioOutput: u8,
  videoCodec: u8,
  maxAudioChannels: u8,
  maxVideoChannels: u8,
});

/** 0x1005. */
export const PassengerFlow = struct({ ...span, boarded: u16, alighted: u16 });

/** 0x9101. `dataType`: 0 audio and video, 1 video, 2 two-way talk, 3 listening, 4 broadcast, 5 transparent. `streamType`: 0 main, 1 sub. */
export const OpenLiveStream = struct({ ...server, channel: u8, dataType: u8, streamType: u8 });

/** 0x9102. `control`: 0 close, 1 switch the stream, 2 pause, 3 resume, 4 end the talk. `closeKind`: 0 all, 1 audio, 2 video. */
export const ControlLiveStream = struct({ channel: u8, control: u8, closeKind: u8, streamType: u8 });

/** 0x9105. */
export const LiveStreamStatus = struct({ channel: u8, lossPercent: u8 });

/** 0x9201. `mode`: 0 normal, 1 fast, 2 key frames backwards, 3 key frames, 4 one frame. `speed`: 1 to 5 are 1 to 16 times. */
export const OpenPlayback = struct({ ...server, channel: u8, ...kind, mode: u8, speed: u8, ...span });

/** 0x9202. `control`: 0 start, 1 pause, 2 end, 3 fast, 4 key frames backwards, 5 seek to `position`, 6 key frames. */
export const ControlPlayback = struct({ channel: u8, control: u8, speed: u8, position: bcd(6) });

const search = { channel: u8, ...span, ...alarms, ...kind };

/** 0x9205. */
export const SearchRecordings = struct(search);

/** 0x1205, reassembled. `count`: of the whole list, which the terminal may send in several messages. */
export const Recordings = struct({ serial: u16, count: u32, items: list(struct({ ...search, sizeBytes: u32 }), 'rest') });

/** 0x9206: upload by FTP. `conditionBits`: 0 WiFi, 1 LAN, 2 mobile network. */
export const UploadRecording = struct({
  server: gbk(u8),
  port: u16,
  user: gbk(u8),
  password: gbk(u8),
  path: gbk(u8),
  ...search,
  conditionBits: u8,
});

/** 0x1206. `result`: 0 done, 1 failed. */
export const UploadFinished = struct({ serial: u16, result: u8 });

/** 0x9207. `control`: 0 pause, 1 resume, 2 cancel. */
export const ControlUpload = struct({ serial: u16, control: u8 });

/** 0x9301. `direction`: 0 stop, 1 up, 2 down, 3 left, 4 right. `speed`: 0 to 255. */
export const PanTilt = struct({ channel: u8, direction: u8, speed: u8 });

/** 0x9302 focus, 0x9303 iris, 0x9306 zoom: 0 increases, 1 decreases. 0x9304 wiper, 0x9305 infrared light: 0 off, 1 on. */
export const CameraControl = struct({ channel: u8, action: u8 });
