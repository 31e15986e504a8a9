/** Live video: the cameras of simulated and recorded terminals on the video wall, and who may not see them. */

import { existsSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { viewPart } from '@fleetwarden/contract/video/live-video';
import { PacketFramer, type StreamPacket, writePacket } from '@fleetwarden/protocol/jt1078';
import { MODES } from '@fleetwarden/simulator/modes';
import { drawCamera } from '@fleetwarden/simulator/video/camera-picture';
import { CLIP_FRAMES, FRAME_RATE, KEY_FRAME_INTERVAL, SIZES } from '@fleetwarden/simulator/video/clip';
import { CELL_PIXELS, createH264Encoder } from '@fleetwarden/simulator/video/h264-encoder';
import { STREAM_FAULTS } from '@fleetwarden/simulator/video/stream-faults';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { changePassword, signIn, until, vehicleIds } from './support/client.ts';
import { ADMIN, type Fleet, startFleet } from './support/fleet.ts';
import { LIMIT, navigate, openUserPage, type UserPage } from './support/installation.ts';
import { findRootDepartment } from './support/records.ts';
import { t } from './support/reports.ts';
import { type SimulatedTerminal, startSimulatedTerminal } from './support/simulated-terminal.ts';
import { difference, plays, showsChannel, videos } from './support/video-look.ts';

// each step waits for its condition, however slow the machine
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const WALL = '/visorycontrolBigsreen/videomonitoringNew/videomonitoringNew';
const [PLATE, REFUSING, RECORDED] = ['沪V10001', '沪V10002', '沪V10003'] as const;
/** Streams of real terminals, outside the repository. */
const RECORDINGS = join(import.meta.dirname, '../../shared/vectors/media');
const CHANNELS = [1, 2, 3, 4] as const;
const visible = { visible: true } as const;
/** Neither sees nor asks for video: the monitoring centre alone. */
const GUARD = { account: 'videoguard', password: 'Guard-2026-video' };

let fleet: Fleet;
let terminals: readonly SimulatedTerminal[];
let user: UserPage;
let ids: ReadonlyMap<string, string>;

beforeAll(async () => {
  fleet = await startFleet();
  const place = { lng: 121.4, lat: 31.2 };
  terminals = [
    await startSimulatedTerminal(fleet.product.gatewayPort, { phone: '13900010001', plate: PLATE, ...place }),
    await startSimulatedTerminal(fleet.product.gatewayPort, {
      phone: '13900010002',
      plate: REFUSING,
      mode: MODES.refusing,
      ...place,
    }),
    await startSimulatedTerminal(fleet.product.gatewayPort, {
      phone: '13900010003',
      plate: RECORDED,
      // the story sends its stream
      video: STREAM_FAULTS.mute,
      ...place,
    }),
  ];
  user = await openUserPage(fleet, ADMIN, '/index');
  ids = await vehicleIds(user.client, [PLATE, REFUSING, RECORDED]);
});
afterAll(async () => {
  for (const terminal of terminals ?? []) terminal.stop();
  await fleet?.close();
});

it('plays the four channels of a vehicle over the map, each with its own picture, then on the wall', async () => {
  const { page } = user;
  await navigate(page, `/mapcontent/mapmonitoring?sel=${ids.get(PLATE)}`, { locate: true });
  await page
    .getByRole('toolbar', { name: t('vehicleWindow.actions') })
    .getByText(t('action.liveVideo'), { exact: true })
    .click(LIMIT);
  for (const isOnWall of [false, true]) {
    if (isOnWall)
      await page
        .getByRole('dialog', { name: t('action.liveVideo') })
        .getByRole('link', { name: t('page.videoWall') })
        .click(LIMIT);
    await page.waitForURL(isOnWall ? `**${WALL}**` : '**/mapmonitoring**');
    await videos(page).nth(3).waitFor(LIMIT);
    expect(await videos(page).count()).toBe(CHANNELS.length);
    const looks = await Promise.all(CHANNELS.map((_, i) => plays(page, i)));
    for (const { width } of looks) expect(width).toBe(SIZES.sub.width);
    for (const [i, one] of looks.entries())
      for (const other of looks.slice(i + 1)) expect(difference(one.mean, other.mean)).toBeGreaterThan(5);
  }
  const requests = terminals[0]!.received.flatMap((message) => (message.type === 'openLiveStream' ? [message.body.channel] : []));
  expect([...new Set(requests)].sort()).toEqual(CHANNELS);
});

it('says that a terminal refused, and offers a retry', async () => {
  const { page } = user;
  await navigate(page, `${WALL}?targId=${ids.get(REFUSING)}&channel=1`);
  await page.getByText(t('videoState.refused')).filter({ visible: true }).first().waitFor(LIMIT);
  await page
    .getByRole('button', { name: t('common.retry') })
    .filter({ visible: true })
    .first()
    .waitFor(LIMIT);
});

/** Sends a recorded stream again and again, at its pace, as that of a terminal. */
function sendRecording(file: string, sim: string, channel: number, port: number): () => void {
  const packets: StreamPacket[] = [];
  new PacketFramer().push(
    readFileSync(join(RECORDINGS, file)),
    (packet) => packets.push(packet),
    () => undefined,
  );
  const timeOf = ({ timestampMs }: StreamPacket) => timestampMs! - packets[0]!.timestampMs!;
  const roundMs = timeOf(packets.at(-1)!) + 40;
  const socket = connect(port, '127.0.0.1');
  const send = async () => {
    const startedAt = performance.now();
    for (let round = 0; !socket.destroyed; round++)
      for (const packet of packets) {
        const timestampMs = timeOf(packet) + round * roundMs;
        await sleep(Math.max(0, startedAt + timestampMs - performance.now()));
        const sequence = (packet.sequence + round * packets.length) & 0xffff;
        socket.write(writePacket({ ...packet, sim, channel, sequence, timestampMs }));
      }
  };
  socket.on('error', () => undefined);
  void send();
  return () => socket.destroy();
}

/** Notes the loudest sample that the page gives to its speakers. */
const HEAR = `(() => {
  const { connect } = AudioNode.prototype;
  window.loudest = 0;
  AudioNode.prototype.connect = function (target, ...more) {
    if (target instanceof AudioDestinationNode) {
      const analyser = this.context.createAnalyser();
      const samples = new Float32Array(analyser.fftSize);
      connect.call(this, analyser);
      const timer = setInterval(() => {
        analyser.getFloatTimeDomainData(samples);
        window.loudest = Math.max(window.loudest, ...samples.map(Math.abs));
      }, 20);
      this.addEventListener('ended', () => clearInterval(timer));
    }
    return connect.call(this, target, ...more);
  };
})()`;

it.skipIf(!existsSync(RECORDINGS)).each([
  ['smallchi-jt1078_2.bin', 1, 352, false],
  ['go-jt808-audio_data.bin', 2, 720, true],
])('plays the recorded stream %s: pictures and sound', async (file, channel, width, hasSound) => {
  const { page } = user;
  const requests = () => terminals[2]!.received.flatMap((message) => (message.type === 'openLiveStream' ? [message.body] : []));
  const before = requests().length;
  await stopAll();
  await navigate(page, `${WALL}?targId=${ids.get(RECORDED)}&channel=${channel}`);
  const request = await until('the request of the stream', async () => requests()[before]);
  const stop = sendRecording(file, '13900010003', channel, request.tcpPort);
  try {
    await videos(page).first().waitFor(LIMIT);
    expect((await plays(page, 0)).width).toBe(width);
    if (!hasSound) return;
    await page.evaluate(HEAR);
    await button(t('video.listen')).click();
    await until('sound', async () => ((await page.evaluate<number>('window.loudest')) > 0.05 ? true : undefined));
  } finally {
    stop();
    await stopAll();
  }
});

/** The wall without channels: the same address again would open nothing. */
async function stopAll(): Promise<void> {
  await navigate(user.page, WALL);
  const stop = button(t('video.stopAll'));
  await stop.waitFor(LIMIT);
  if (await stop.isEnabled()) await stop.click();
}

/** The wall shows these channels of the vehicle, and they play. */
async function openAlone(...channels: readonly number[]): Promise<void> {
  const { page } = user;
  await stopAll();
  await page
    .getByRole('tab', { name: t('video.tiles', { n: 4 }) })
    .filter(visible)
    .click();
  for (const channel of channels) {
    await navigate(page, `${WALL}?targId=${ids.get(PLATE)}&channel=${channel}`);
    await showsChannel(page, PLATE, channel);
  }
}
const button = (name: string) => user.page.getByRole('button', { name, exact: true }).filter(visible);

it('talks: the terminal receives the microphone of the browser, and the browser plays its sound', async () => {
  const { page } = user;
  await openAlone(1);
  const sounds: Buffer[] = [];
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (typeof payload !== 'string' && payload[0] === viewPart.pcm) sounds.push(payload);
    }),
  );
  await button(t('video.controls')).click();
  await button(t('video.talkTo', { plate: PLATE })).click();
  await page.getByText(t('video.talking')).filter(visible).waitFor(LIMIT);
  // the terminal says what it hears, and silence otherwise
  const isLoud = (sound: Buffer) =>
    Array.from({ length: (sound.length - 5) >> 1 }, (_, i) => Math.abs(sound.readInt16LE(5 + i * 2))).some(
      (sample) => sample > 1_000,
    );
  await until('the microphone to be heard', async () => sounds.some(isLoud) || undefined);
  expect(terminals[0]!.received).toContainEqual(
    expect.objectContaining({ type: 'openLiveStream', body: expect.objectContaining({ dataType: 2 }) }),
  );
  await button(t('video.talkEnd')).click();
  await page.getByText(t('video.talkEnded')).filter(visible).waitFor(LIMIT);
  await until(
    'the end of the talk',
    async () => terminals[0]!.received.some(({ type, body }) => type === 'controlLiveStream' && body.control === 4) || undefined,
  );
  await button(t('video.controls')).click();
});

it('saves a screenshot, and has the terminal take a photo for the library', async () => {
  const { page } = user;
  const saved = page.waitForEvent('download');
  await button(t('video.capture')).click();
  expect((await saved).suggestedFilename()).toMatch(new RegExp(`^${PLATE}_1_.*\\.png$`));
  await button(t('video.photograph')).click();
  await page.getByText(t('video.photoSent')).filter(visible).first().waitFor(LIMIT);
  await until(
    'a photo to be requested',
    async () => terminals[0]!.received.some(({ type }) => type === 'takePhoto') || undefined,
  );
});

it('applies a saved layout', async () => {
  const { page } = user;
  await openAlone(3, 4);
  await button(t('video.presets')).click();
  await page
    .getByRole('textbox', { name: t('video.presetName') })
    .filter(visible)
    .fill('早班');
  await button(t('video.savePreset')).click();
  await button('早班').waitFor(LIMIT);
  await button(t('video.stopAll')).click();
  await button(t('video.presets')).click();
  await button('早班').click();
  for (const channel of [3, 4]) await showsChannel(page, PLATE, channel);
  expect(await videos(page).count()).toBe(2);
});

it('gives a user without the permission no video, by page, call or socket', async () => {
  const { client } = user;
  const { id: role } = await client.post('role/addRole', {
    values: { roleName: '值班', deptId: await findRootDepartment(client), enabled: true, codes: ['1', '2'] },
  });
  const values = {
    loginName: GUARD.account,
    userName: '值班员',
    deptId: await findRootDepartment(client),
    roles: [role],
    mobile: '13812345678',
  };
  const told = await client.post('user/addUser', { values });
  const { url } = fleet.product;
  await changePassword(await signIn(url, GUARD.account, told.password), told.id, told.password, GUARD.password);
  const guard = await openUserPage(fleet, GUARD.account, '/index', { password: GUARD.password });
  const wanted = { targId: ids.get(PLATE)!, channel: 1, streamType: 1 };
  await expect(guard.client.post('video/realtime', wanted)).rejects.toThrow('4003');

  // the address of a colleague's view does not open in another session
  const view = await client.post('video/realtime', wanted);
  const address = `${url.replace('http', 'ws')}${view.url}`;
  const open = (token: string) =>
    new Promise<boolean>((done) => {
      const socket = new WebSocket(address, { headers: { authorization: token } });
      socket.once('message', () => {
        done(true);
        socket.close();
      });
      socket.once('close', () => done(false));
      socket.once('error', () => done(false));
    });
  expect(await open(guard.client.token)).toBe(false);

  await guard.page.goto(`${url}${WALL}?targId=${wanted.targId}`);
  await guard.page.locator('[role=status], main, h1, h2').first().waitFor(LIMIT);
  expect(await guard.page.locator('video').count()).toBe(0);
  await guard.close();
});

/** Counts decoded frames, and the pixels that differ from the expected luma of their cells. */
const DECODE = `async ({ frames, width, cell }) => {
  const bytes = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  let [decoded, wrong] = [0, 0];
  const checks = [];
  const check = async (frame, luma) => {
    const pixels = new Uint8Array(frame.allocationSize());
    const [{ offset, stride }] = await frame.copyTo(pixels);
    const { width: columns, height: rows } = frame.visibleRect;
    for (let y = 0; y < rows; y++)
      for (let x = 0; x < columns; x++)
        if (pixels[offset + y * stride + x] !== luma[Math.floor(y / cell) * width + Math.floor(x / cell)]) wrong++;
    frame.close();
  };
  let fault = null;
  const decoder = new VideoDecoder({
    output: (frame) => checks.push(check(frame, bytes(frames[decoded++].luma))),
    error: (error) => {
      fault = String(error);
    },
  });
  decoder.configure({ codec: 'avc1.42E01E' });
  frames.forEach(({ isKey, data }, i) => {
    decoder.decode(new EncodedVideoChunk({ type: isKey ? 'key' : 'delta', timestamp: i * 66667, data: bytes(data) }));
  });
  await decoder.flush();
  await Promise.all(checks);
  return { decoded, wrong, fault };
}`;

it('decodes the clip of a simulated camera to the pictures that were encoded', async () => {
  const [width, height] = [SIZES.main.width / CELL_PIXELS, SIZES.main.height / CELL_PIXELS];
  const encoder = createH264Encoder(width, height);
  const frames = Array.from({ length: 2 * KEY_FRAME_INTERVAL }, (_, frame) => {
    const picture = drawCamera({ channel: 2, frame, frames: CLIP_FRAMES, frameRate: FRAME_RATE }, width, height);
    const { isKey, data } = encoder.encode(picture, frame % KEY_FRAME_INTERVAL === 0);
    return { isKey, data: Buffer.from(data).toString('base64'), luma: Buffer.from(encoder.decoded().luma).toString('base64') };
  });
  const result = await user.page.evaluate(`(${DECODE})(${JSON.stringify({ frames, width, cell: CELL_PIXELS })})`);
  expect(result).toEqual({ decoded: frames.length, wrong: 0, fault: null });
});
