import { describe, expect, it, vi } from 'vitest';
import { live } from '../../../test/support/test-fleet.ts';
import type { Connection } from '../../platform/live/connection.ts';
import { AlarmFeed } from './alarm-feed.ts';
import { FleetRegistry } from './fleet-registry.ts';
import type { FollowRules } from './follow.ts';
import { MAX_NEW_PER_TICK } from './limits.ts';
import { select } from './selection.ts';
import { ServerClustering } from './server-clustering.ts';
import { Tick, TickMemory } from './tick.ts';
import { Viewer } from './viewer.ts';

const FLEET = MAX_NEW_PER_TICK + 500;
const ACCOUNT = { accountId: 1, departmentId: 1 };

function setUp({ positions = true } = {}) {
  const registry = new FleetRegistry(() => 1_000);
  const vehicles = Array.from({ length: FLEET }, (_, i) => ({
    id: i + 1,
    department_id: 1,
    plate: `P${i}`,
    plate_colour: 2,
    vehicle_type: 21,
    phone: null,
    terminal_no: null,
    driver_name: null,
    run_state: 1,
  }));
  registry.load([{ id: 1, parent_id: null, name: 'Head office' }], vehicles, []);
  registry.takeDirty();
  const select1 = (followed: boolean, scope = [1]) => {
    const rules: FollowRules = { vehicles: new Map(), departments: new Map([[1, followed]]) };
    return select(registry, ACCOUNT, new Set(scope), rules);
  };
  const sent: { data: { tid: string; x: number }[]; view?: number; reload?: 1 }[] = [];
  // the network's edge
  const connection = {
    backlog: 0,
    onHeartbeat: vi.fn(),
    onText: vi.fn(),
    send: (text: Buffer) => sent.push(JSON.parse(String(text))),
  };
  const viewer = new Viewer({
    connection: connection as unknown as Connection,
    registry,
    alarms: new AlarmFeed(registry),
    clustering: new ServerClustering(registry, () => 1_000),
    selection: select1(false),
    positions,
    now: () => 1_000,
  });
  const memory = new TickMemory();
  let from = registry.change;
  const tick = () => {
    viewer.send(new Tick({ from, to: registry.change, at: 1_000, dirty: registry.takeDirty(), memory }));
    from = registry.change;
  };
  const drive = (id: number, lng: number) => registry.update([live(id, { lng, lat: 5 })]);
  const ask = (request: object) => connection.onText.mock.calls[0]![0](JSON.stringify(request));
  const walks = vi.spyOn(registry, 'vehicles', 'get');
  const load = () => registry.load([{ id: 1, parent_id: null, name: 'Head office' }], vehicles, []);
  return { viewer, sent, tick, select1, ask, walks, drive, load };
}

describe('a console that follows all vehicles of a large department at once', () => {
  it('receives each vehicle once, in messages of bounded size', () => {
    const { viewer, sent, tick, select1 } = setUp();
    tick();
    expect(sent).toEqual([]);
    viewer.select(select1(true));
    for (let i = 0; i < 3; i++) tick();
    expect(sent.map(({ data }) => data.length)).toEqual([MAX_NEW_PER_TICK, 500]);
    expect(new Set(sent.flatMap(({ data }) => data.map(({ tid }) => tid))).size).toBe(FLEET);
  });

  it('receives no vehicles if it is limited to alarms, whatever it requests', () => {
    const { viewer, sent, tick, select1, ask } = setUp({ positions: false });
    viewer.select(select1(true), true);
    ask({ since: 0, view: { bounds: [-180, -90, 180, 90], n: 1 } });
    for (let i = 0; i < 3; i++) tick();
    expect(sent).toEqual([]);
  });
});

describe('a console with a scope read before a move of departments', () => {
  it('must reload its list as soon as the new scope is loaded', () => {
    const { viewer, sent, tick, select1, load } = setUp();
    load();
    viewer.select(select1(false));
    tick();
    expect(sent).toEqual([]);
    load();
    viewer.select(select1(false, [1, 2]));
    tick();
    expect(sent).toMatchObject([{ reload: 1 }]);
    load();
    viewer.select(select1(false, [1, 2]));
    tick();
    viewer.select(select1(false, [1, 3]));
    tick();
    expect(sent).toMatchObject([{ reload: 1 }, { reload: 1 }]);
  });
});

describe('a console that requests one view after another', () => {
  const view = (n: number) => ({ view: { tids: Array.from({ length: n }, (_, i) => `${i + 1}`), n } });

  it('receives only the last view, at the same cost as a single request', () => {
    const cost = (asked: number) => {
      const { viewer, sent, tick, select1, ask, walks } = setUp();
      viewer.select(select1(true));
      ask({ view: { tids: [], n: 0 } });
      for (let i = 0; i < 3; i++) tick();
      sent.length = 0;
      walks.mockClear();
      for (let n = 1; n <= asked; n++) ask(view(n));
      tick();
      expect(sent).toMatchObject([{ view: asked }]);
      expect(sent[0]!.data.map(({ tid }) => tid).sort()).toEqual(view(asked).view.tids.sort());
      return walks.mock.calls.length;
    };
    expect(cost(20)).toBe(cost(1));
  });

  it('receives vehicles that enter the view, also after a view that was replaced before a tick', () => {
    const { viewer, sent, tick, select1, ask } = setUp();
    viewer.select(select1(true));
    for (let i = 0; i < 3; i++) tick();
    const toldOf = (...views: readonly (readonly string[])[]) => {
      sent.length = 0;
      for (const [i, tids] of views.entries()) ask({ view: { tids, n: i + 1 } });
      tick();
      expect(sent).toMatchObject([{ view: views.length }]);
      return sent[0]!.data.map(({ tid }) => tid).sort();
    };
    // the first of all narrows what is known, and the second widens it
    expect(toldOf(['1'], ['1', '2'])).toEqual(['2']);
    // away and back
    expect(toldOf(['3'], ['1', '2'])).toEqual(['1', '2']);
    expect(toldOf(['1'])).toEqual([]);
  });

  it('receives no view while paused', () => {
    const { viewer, sent, tick, select1, ask } = setUp();
    viewer.select(select1(true));
    for (let i = 0; i < 3; i++) tick();
    sent.length = 0;
    ask({ view: { tids: ['1'], n: 1 }, paused: 1 });
    tick();
    expect(sent).toEqual([]);
    ask({ paused: 0 });
    tick();
    expect(sent).toMatchObject([{ view: 1 }]);
  });

  it('receives vehicles that left the view while the next one was requested', () => {
    const { viewer, sent, tick, select1, ask, drive } = setUp();
    viewer.select(select1(true));
    for (let i = 0; i < 3; i++) tick();
    const last = () => sent.at(-1)!.data.map(({ tid, x }) => [tid, x]);
    // sent before the first view
    drive(1, 45);
    tick();
    ask({ view: { bounds: [40, 0, 50, 10], n: 1 } });
    drive(1, 60);
    tick();
    expect(last()).toEqual([['1', 60]]);
    // sent in a view, then replaced by one that also contains its place
    drive(2, 45);
    tick();
    ask({ view: { bounds: [42, 0, 52, 10], n: 2 } });
    drive(2, 61);
    tick();
    expect(last()).toEqual([['2', 61]]);
    // once, and not continuously
    drive(2, 62);
    tick();
    expect(last()).toEqual([['2', 61]]);
  });

  it('receives no vehicles that were outside all views', () => {
    const { viewer, sent, tick, select1, ask, drive } = setUp();
    ask({ view: { bounds: [40, 0, 50, 10], n: 1 } });
    tick();
    viewer.select(select1(true));
    for (let i = 0; i < 3; i++) tick();
    sent.length = 0;
    drive(1, 60);
    tick();
    ask({ view: { bounds: [42, 0, 52, 10], n: 2 } });
    drive(1, 61);
    tick();
    expect(sent.flatMap(({ data }) => data)).toEqual([]);
  });
});
