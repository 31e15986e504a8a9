import { HOUR_MS } from '@fleetwarden/domain/durations';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AlarmStore } from './alarm-store.ts';
import { connectLive, type LiveConnection, type LiveProblem, type LiveState } from './connection.ts';
import { initRecord } from './testing-records.ts';
import { VehicleStore } from './vehicle-store.ts';

/** External boundary: a socket whose peer is the test. */
class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readyState = 0;
  bufferedAmount = 0;
  readonly sent: string[] = [];
  readonly url: string;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;
  constructor(url: string) {
    this.url = url;
    FakeSocket.all.push(this);
  }
  send(text: string) {
    this.sent.push(text);
  }
  close() {
    this.readyState = 3;
    this.onclose?.();
  }
  accept() {
    this.readyState = 1;
    this.onopen?.();
  }
  say(message: unknown) {
    this.onmessage?.({ data: typeof message === 'string' ? message : JSON.stringify(message) });
  }
  static of(path: string) {
    return FakeSocket.all.filter((socket) => socket.url.includes(path));
  }
  static last(path: string) {
    return FakeSocket.of(path).at(-1)!;
  }
}

const vehicle = (tid: string, r: number) => initRecord(tid, { cno: tid, x: 116, y: 39, t: r, r, st: r });

let store: VehicleStore;
let live: LiveConnection;
let states: LiveState[];
let problems: LiveProblem[];
let common: unknown[];

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('Worker', undefined);
  FakeSocket.all = [];
  store = new VehicleStore();
  [states, problems, common] = [[], [], []];
  live = connectLive({
    url: 'https://example.test',
    prefix: '0123456789abcdef',
    store,
    onState: (state) => states.push(state),
    onProblem: (problem) => problems.push(problem),
    onCommon: (message) => common.push(message),
  });
});
afterEach(() => {
  live.close();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
const start = () => {
  vi.advanceTimersByTime(2_000);
  for (const socket of FakeSocket.all) socket.accept();
};

describe('connectLive', () => {
  it('opens the three sockets two seconds after the start', () => {
    vi.advanceTimersByTime(1_999);
    expect(FakeSocket.all).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(FakeSocket.all.map((socket) => socket.url).sort()).toEqual([
      'wss://example.test/gpsmsg/receive/0123456789abcdef',
      'wss://example.test/websocket/commonmsg/0123456789abcdef',
      'wss://example.test/websocket/init/0123456789abcdef',
    ]);
  });

  it('opens them immediately if the page was opened long before, for example after a sign-in', () => {
    live.close();
    vi.advanceTimersByTime(2_000);
    live = connectLive({ prefix: 'p', store });
    vi.advanceTimersByTime(0);
    expect(FakeSocket.all).toHaveLength(3);
  });

  it('opens no vehicle sockets for users without the vehicle permission, and does not report them as down', () => {
    live.close();
    live = connectLive({ prefix: 'p', store, positions: false, onState: (state) => states.push(state) });
    start();
    expect(FakeSocket.all.map(({ url }) => url.replace(/^.*?\w\//, ''))).toEqual(['websocket/commonmsg/p']);
    expect(states.at(-1)).toMatchObject({ init: 2, sockets: { commonmsg: 'open' }, downSince: null });
  });

  it('opens the gpsmsg socket only for alarms if the user has the alarm permission but no vehicle permission', () => {
    live.close();
    const heard: string[] = [];
    const alarms = new AlarmStore();
    alarms.hear((news) => heard.push(...news.map(({ alarmGid }) => alarmGid)));
    live = connectLive({ prefix: 'p', store, alarms, positions: false, onState: (state) => states.push(state) });
    start();
    expect(FakeSocket.all.map(({ url }) => url.replace(/^.*?\w\//, ''))).toEqual(['gpsmsg/receive/p', 'websocket/commonmsg/p']);
    FakeSocket.last('gpsmsg').say({ data: [], at: 5, reload: 1, alarmSeq: 7, alarmResult: [{ alarmGid: 'a', warnId: 50 }] });
    expect(heard).toEqual(['a']);
    FakeSocket.last('gpsmsg').close();
    vi.advanceTimersByTime(2_000);
    expect(FakeSocket.of('gpsmsg')).toHaveLength(2);
    expect(FakeSocket.of('init')).toHaveLength(0);
    expect(states.at(-1)!.downSince).toBeNull();
  });

  it('fills the store from init in parts; bye closes that socket and sets the init state to 2', () => {
    start();
    const init = FakeSocket.last('init');
    init.say({ data: [vehicle('1', 1)], total: 2 });
    expect(states.at(-1)!.init).toBe(1);
    init.say({ data: [vehicle('2', 1)], total: 2 });
    init.say('bye');
    FakeSocket.last('gpsmsg').say({ data: [] });
    expect(store.size).toBe(2);
    expect(init.readyState).toBe(3);
    expect(states.at(-1)).toMatchObject({ init: 2, sockets: { init: 'closed', gpsmsg: 'open' }, downSince: null });
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.of('init')).toHaveLength(1);
  });

  it('sends a heartbeat every five seconds on each socket, alternates both texts, and ignores received heartbeats', () => {
    start();
    vi.advanceTimersByTime(10_000);
    for (const socket of FakeSocket.all) expect(socket.sent).toEqual(['H#C', 'CS#HB']);
    FakeSocket.last('gpsmsg').say('H#C');
    FakeSocket.last('commonmsg').say('CS#HB');
    expect(problems).toEqual([]);
  });

  it('reports a message without data and answers it with a heartbeat', () => {
    start();
    const gps = FakeSocket.last('gpsmsg');
    for (const text of ['{"at":1}', '{"data":null}', 'hello', '[]', '3']) gps.say(text);
    expect(problems).toEqual(Array(5).fill({ socket: 'gpsmsg', kind: 'noData' }));
    expect(gps.sent).toHaveLength(5);
    expect(gps.readyState).toBe(1);
  });

  it('passes positions and states to the store and everything else to onCommon', () => {
    start();
    FakeSocket.last('init').say({ data: [vehicle('1', 1)], total: 1 });
    FakeSocket.last('init').say('bye');
    FakeSocket.last('gpsmsg').say({ data: [{ ...vehicle('1', 5), x: 117 }], states: [['1', '4', 9]], at: 10 });
    FakeSocket.last('commonmsg').say({ type: 'cmdResult', data: { id: '5' } });
    expect([store.x(0), store.status(0)]).toEqual([117, 4]);
    expect(common).toEqual([{ type: 'cmdResult', data: { id: '5' } }]);
  });

  it('retries after 1, 2, 4 ... 30 s', () => {
    vi.advanceTimersByTime(2_000);
    for (const wait of [1, 2, 4, 8, 16, 30, 30]) {
      const before = FakeSocket.of('gpsmsg').length;
      FakeSocket.last('gpsmsg').close();
      expect(states.at(-1)!.sockets.gpsmsg).toBe('waiting');
      vi.advanceTimersByTime(wait * 1_000 - 1);
      expect(FakeSocket.of('gpsmsg')).toHaveLength(before);
      vi.advanceTimersByTime(1);
      expect(FakeSocket.of('gpsmsg')).toHaveLength(before + 1);
    }
    expect(states.at(-1)!.downSince).not.toBeNull();
  });

  it('resumes after a disconnection from the last message, with its view, and reads the list again', () => {
    start();
    FakeSocket.last('init').say('bye');
    const gps = FakeSocket.last('gpsmsg');
    expect(gps.sent).toEqual([]);
    live.setView({ bounds: [100, 20, 110, 30] });
    gps.say({ data: [], at: 1_234 });
    gps.close();
    vi.advanceTimersByTime(1_000);
    FakeSocket.last('gpsmsg').accept();
    expect(JSON.parse(FakeSocket.last('gpsmsg').sent[0]!)).toEqual({ since: 1_234, view: { bounds: [100, 20, 110, 30], n: 1 } });
    expect(FakeSocket.of('init')).toHaveLength(2);
  });

  it('survives a disconnection of ten minutes: reports its start, limits retries, and requests the missed messages', () => {
    start();
    FakeSocket.last('gpsmsg').say({ data: [], at: 1_234 });
    const cutAt = Date.now();
    FakeSocket.last('gpsmsg').close();
    for (const end = cutAt + 600_000; Date.now() < end; vi.advanceTimersByTime(1_000)) {
      if (FakeSocket.last('gpsmsg').readyState === 0) FakeSocket.last('gpsmsg').close();
      expect(states.at(-1)!.downSince).toBe(cutAt);
    }
    expect(FakeSocket.of('gpsmsg').length).toBeGreaterThan(15);
    expect(FakeSocket.of('gpsmsg').length).toBeLessThan(30);
    vi.advanceTimersByTime(30_000);
    const back = FakeSocket.last('gpsmsg');
    back.accept();
    expect(JSON.parse(back.sent[0]!)).toEqual({ since: 1_234 });
    back.say({ data: [vehicle('1', 700_000)], at: 700_000 });
    expect(states.at(-1)!.downSince).toBeNull();
  });

  it('replaces a dead socket after the machine slept overnight, and shows current positions instead of old ones', () => {
    start();
    FakeSocket.last('init').say({ data: [vehicle('1', 1_000)] });
    FakeSocket.last('init').say('bye');
    live.setView({ bounds: [100, 20, 130, 50] });
    const evening = FakeSocket.last('gpsmsg');
    evening.say({ data: [{ ...vehicle('1', 2_000), x: 117 }], at: 2_000 });
    const hidden = vi.spyOn(document, 'hidden', 'get');
    const look = (away: boolean) => {
      hidden.mockReturnValue(away);
      document.dispatchEvent(new Event('visibilitychange'));
    };
    look(true);
    vi.advanceTimersByTime(10_000);
    // timers and sockets stop while the machine sleeps; the clock goes on
    const morning = Date.now() + 9 * HOUR_MS;
    vi.setSystemTime(morning);
    look(false);
    vi.advanceTimersByTime(7_000);
    expect(evening.readyState).toBe(3);
    const next = FakeSocket.last('gpsmsg');
    expect(next).not.toBe(evening);
    next.accept();
    expect(JSON.parse(next.sent[0]!)).toEqual({ since: 2_000, view: { bounds: [100, 20, 130, 50], n: 1 } });
    next.say({ data: [{ ...vehicle('1', morning), x: 118 }], at: morning, view: 1 });
    expect([store.x(store.rowOf('1')), states.at(-1)!.downSince]).toEqual([118, null]);
    expect(Math.abs(store.serverNow() - Date.now())).toBeLessThan(20_000);
  });

  it('pauses updates when the page is hidden for some seconds, and requests the latest when it is visible again', () => {
    start();
    const gps = FakeSocket.last('gpsmsg');
    const asked = () => gps.sent.filter((text) => text.startsWith('{')).map((text) => JSON.parse(text));
    const hidden = vi.spyOn(document, 'hidden', 'get');
    const look = (away: boolean) => {
      hidden.mockReturnValue(away);
      document.dispatchEvent(new Event('visibilitychange'));
    };
    look(true);
    vi.advanceTimersByTime(9_000);
    look(false);
    gps.say({ data: [], at: 76 });
    expect(asked()).toEqual([]);
    look(true);
    vi.advanceTimersByTime(10_000);
    gps.say({ data: [], at: 77 });
    expect(asked()).toEqual([{ paused: 1 }]);
    gps.close();
    vi.advanceTimersByTime(1_000);
    const next = FakeSocket.last('gpsmsg');
    next.accept();
    expect(JSON.parse(next.sent[0]!)).toEqual({ since: 77, paused: 1 });
    look(false);
    expect(JSON.parse(next.sent[1]!)).toEqual({ paused: 0 });
  });

  it('numbers its views, and removes the positions of vehicles that are missing in the answer to a view', () => {
    start();
    FakeSocket.last('init').say({ data: [vehicle('1', 1), { ...vehicle('2', 1), x: 105 }], total: 2 });
    FakeSocket.last('init').say('bye');
    const gps = FakeSocket.last('gpsmsg');
    live.setView({ bounds: [115, 30, 117, 40] });
    live.setView({ bounds: [100, 30, 110, 40] });
    expect(gps.sent.map((text) => JSON.parse(text).view.n)).toEqual([1, 2]);
    gps.say({ data: [], view: 2, at: 1 });
    expect([store.x(store.rowOf('1')), store.x(store.rowOf('2'))]).toEqual([116, Number.NaN]);
  });

  it('reads the list again on reload, and once more if the list that is loading may be too old', () => {
    start();
    FakeSocket.last('gpsmsg').say({ data: [], reload: 1, at: 1 });
    expect(FakeSocket.of('init')).toHaveLength(1);
    FakeSocket.last('init').say('bye');
    expect(FakeSocket.of('init')).toHaveLength(2);
    FakeSocket.last('init').accept();
    FakeSocket.last('init').say({ data: [vehicle('9', 1)], total: 1 });
    expect(states.at(-1)!.init).toBe(2);
    FakeSocket.last('init').say('bye');
    expect(store.size).toBe(1);
    expect(FakeSocket.of('init')).toHaveLength(2);
  });

  it('restarts a list from its beginning if it was interrupted before bye', () => {
    start();
    FakeSocket.last('init').say({ data: [vehicle('1', 1)], total: 2 });
    FakeSocket.last('init').close();
    vi.advanceTimersByTime(1_000);
    FakeSocket.last('init').accept();
    FakeSocket.last('init').say({ data: [vehicle('2', 1)], total: 1 });
    FakeSocket.last('init').say('bye');
    expect([store.size, store.rowOf('1')]).toEqual([1, -1]);
  });

  it('closes a socket that receives nothing during three heartbeats', () => {
    start();
    const [gps, common] = [FakeSocket.last('gpsmsg'), FakeSocket.last('commonmsg')];
    vi.advanceTimersByTime(15_000);
    expect(gps.readyState).toBe(1);
    common.say({ type: 'heartbeat', data: {} });
    vi.advanceTimersByTime(5_000);
    expect(gps.readyState).toBe(3);
    vi.advanceTimersByTime(1_000);
    expect(FakeSocket.of('gpsmsg')).toHaveLength(2);
    expect(common.readyState).toBe(1);
    // a slow line may need any time for the list
    expect(FakeSocket.of('init')).toHaveLength(1);
    expect(FakeSocket.last('init').readyState).toBe(1);
  });

  it('is down from the start to the first position message, and again after a disconnection', () => {
    const down = () => states.at(-1)!.downSince;
    const began = Date.now();
    start();
    expect(states.at(-1)!.sockets.gpsmsg).toBe('open');
    expect(down()).toBe(began);
    FakeSocket.last('gpsmsg').say({ data: [] });
    expect(down()).toBeNull();
    vi.advanceTimersByTime(3_000);
    FakeSocket.last('gpsmsg').close();
    expect(down()).toBe(began + 5_000);
  });

  describe('behind a proxy', () => {
    it.each([
      ['refuses the upgrade', () => FakeSocket.last('gpsmsg').close()],
      ['lets it hang', () => undefined],
      ['accepts the connection but forwards nothing', () => FakeSocket.last('gpsmsg').accept()],
    ])('that %s, positions stay down and are retried repeatedly', (_how, answer) => {
      const began = Date.now();
      vi.advanceTimersByTime(2_000);
      for (let i = 0; i < 60; i++) {
        if (FakeSocket.last('gpsmsg').readyState === 0) answer();
        vi.advanceTimersByTime(5_000);
        expect(states.at(-1)!.downSince).toBe(began);
      }
      expect(states.at(-1)!.init).toBe(0);
      // the browser gives up a connection attempt that hangs
      expect(FakeSocket.of('gpsmsg').length).toBeGreaterThanOrEqual(_how === 'lets it hang' ? 1 : 5);
    });
  });

  it('reconnects immediately when the network returns', () => {
    start();
    for (let i = 0; i < 5; i++) {
      FakeSocket.last('gpsmsg').close();
      vi.advanceTimersByTime(30_000);
    }
    FakeSocket.last('gpsmsg').close();
    const before = FakeSocket.of('gpsmsg').length;
    window.dispatchEvent(new Event('online'));
    expect(FakeSocket.of('gpsmsg')).toHaveLength(before + 1);
  });

  it('opens no sockets and reports no states after it is closed', () => {
    start();
    live.close();
    const told = states.length;
    expect(FakeSocket.all.every((socket) => socket.readyState === 3)).toBe(true);
    vi.advanceTimersByTime(120_000);
    window.dispatchEvent(new Event('online'));
    expect(FakeSocket.all).toHaveLength(3);
    expect(states).toHaveLength(told);
  });
});
