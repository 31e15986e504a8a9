import type { AlarmNews } from '@fleetwarden/domain/alarm-news';
import { describe, expect, it, vi } from 'vitest';
import type { Connection } from '../../platform/live/connection.ts';
import { AlarmFeed } from './alarm-feed.ts';
import { FleetRegistry } from './fleet-registry.ts';
import { MAX_ALARMS_PER_MESSAGE, MIN_STORED_ALARMS, SLOW_BACKLOG_BYTES } from './limits.ts';
import { select } from './selection.ts';
import { ServerClustering } from './server-clustering.ts';
import { Viewer } from './viewer.ts';

const NOW = 1_000;
const vehicle = (id: number, departmentId: number) => ({
  id,
  department_id: departmentId,
  plate: `沪A${id}`,
  plate_colour: 2,
  vehicle_type: 21,
  phone: null,
  terminal_no: null,
  driver_name: null,
  run_state: 1,
});
const news = (seq: number, vehicleId = 1): AlarmNews => ({
  seq,
  gid: `gid-${seq}`,
  vehicleId,
  typeId: 1,
  source: 0,
  level: 2,
  raised: true,
  startAt: 10,
  lastAt: 20,
  endAt: null,
  lng: 113,
  lat: 23,
  speedKmh: 91.24,
  value: null,
  limit: null,
  times: 1,
  storm: false,
  info: null,
});
const several = (from: number, count: number, vehicleId = 1) =>
  Array.from({ length: count }, (_, i) => news(from + i, vehicleId));

type Message = { data: []; alarmResult: { alarmGid: string }[]; alarmSeq: number; alarmGap?: 1 };

/** A registry of two departments, and a console that sees the first. `rights` are those of its user. */
function setUp(rights: string[] = ['20501', '17030101', '1504']) {
  const registry = new FleetRegistry(() => NOW);
  const departments = [1, 2].map((id) => ({ id, parent_id: null, name: `D${id}` }));
  const load = (...vehicles: ReturnType<typeof vehicle>[]) => registry.load(departments, vehicles, []);
  load(vehicle(1, 1), vehicle(2, 2));
  const feed = new AlarmFeed(registry);
  const sent: Message[] = [];
  // the network's edge
  const connection = {
    principal: { rights: new Set(rights) },
    backlog: 0,
    onHeartbeat: vi.fn(),
    onText: vi.fn(),
    close: vi.fn(),
    send: (text: string) => sent.push(JSON.parse(text)),
  };
  const selection = () =>
    select(registry, { accountId: 1, departmentId: 1 }, new Set([1]), { vehicles: new Map(), departments: new Map() });
  const open = () =>
    new Viewer({
      connection: connection as unknown as Connection,
      registry,
      alarms: feed,
      selection: selection(),
      clustering: new ServerClustering(registry, () => NOW),
      positions: true,
      now: () => NOW,
    });
  const ask = (request: object) => connection.onText.mock.lastCall![0](JSON.stringify(request));
  const gids = () => sent.flatMap(({ alarmResult }) => alarmResult.map(({ alarmGid }) => alarmGid));
  return { registry, load, feed, sent, gids, connection, open, ask, selection };
}

describe('alarms sent to consoles', () => {
  it('have the field names of the specification, and are limited to the scope', () => {
    const { feed, sent, open } = setUp();
    const viewer = open();
    feed.take([news(1), news(2, 2), news(3)]);
    viewer.sendAlarms();
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ data: [], alarmSeq: 3 });
    expect(sent[0]!.alarmResult).toHaveLength(2);
    expect(sent[0]!.alarmResult[0]).toMatchObject({
      tid: '1',
      cno: '沪A1',
      alarmGid: 'gid-1',
      warnId: 1,
      warnType: 2,
      warnDate: 20,
      warnStartDate: 10,
      alarms: '1',
      speed: 91.2,
      originalLongitude: 113,
      originalLatitude: 23,
      alarmOften: 1,
      behaviorId: '0',
      schemeId: null,
    });
    viewer.sendAlarms();
    expect(sent).toHaveLength(1);
  });

  it('are all sent, in messages of bounded size, also to a slow or paused reader', () => {
    const { feed, sent, gids, connection, open, ask } = setUp();
    const viewer = open();
    ask({ paused: 1 });
    connection.backlog = SLOW_BACKLOG_BYTES + 1;
    feed.take(several(1, 2 * MAX_ALARMS_PER_MESSAGE + 7));
    viewer.sendAlarms();
    expect(sent).toEqual([]);
    connection.backlog = 0;
    viewer.sendAlarms();
    expect(sent.map(({ alarmResult }) => alarmResult.length)).toEqual([MAX_ALARMS_PER_MESSAGE, MAX_ALARMS_PER_MESSAGE, 7]);
    expect(new Set(gids()).size).toBe(2 * MAX_ALARMS_PER_MESSAGE + 7);
  });

  it('that arrived during a disconnection are sent again', () => {
    const { feed, gids, open, ask } = setUp();
    feed.take(several(1, 5));
    open();
    feed.take(several(6, 2));
    ask({ alarmSeq: 3 });
    expect(gids()).toEqual(['gid-4', 'gid-5', 'gid-6', 'gid-7']);
  });

  it('that arrived during a disconnection include entries into a risk area without an alarm', () => {
    const { feed, sent, open, ask } = setUp();
    feed.take(several(1, 5));
    feed.takeRisks([{ vehicleId: 1, at: 7_000, areaName: '新区' }]);
    open();
    ask({ alarmSeq: 4 });
    ask({ alarmSeq: 5 });
    const told = sent.flatMap((message) => (message as { fyAlarmResult?: unknown[] }).fyAlarmResult ?? []);
    expect(told).toMatchObject([{ areaName: '新区' }, { areaName: '新区' }]);
  });

  it.each([
    ['a user without permissions', [], [], 0],
    ['a user with the live map only', ['20101'], [], 0],
    ['a user with the alarm bell only', ['205'], [], 0],
    ['a user with the ordinary alarm list', ['20501'], [1, 59], 1],
    ['a user with the active safety list', ['17030101'], [77], 0],
    ['a user with the active safety queue', ['5020301'], [77], 0],
    ['a user with the risk area report', ['1504'], [], 1],
  ])('match the permitted lists, for %s', (_who, rights, types, risks) => {
    const { feed, sent, open, connection } = setUp(rights);
    const viewer = open();
    feed.take([1, 59, 77].map((typeId, i) => ({ ...news(i + 1), typeId })));
    feed.takeRisks([{ vehicleId: 1, at: 7_000, areaName: '新区' }]);
    viewer.sendAlarms();
    const all = sent as unknown as { alarmResult: { warnId: number }[]; fyAlarmResult?: unknown[] }[];
    expect(all.flatMap(({ alarmResult }) => alarmResult.map(({ warnId }) => warnId))).toEqual(types);
    expect(all.flatMap(({ fyAlarmResult = [] }) => fyAlarmResult)).toHaveLength(risks);
    // rights that are revoked count at once
    connection.principal = { rights: new Set() };
    sent.length = 0;
    feed.take([{ ...news(9), typeId: 1 }]);
    viewer.sendAlarms();
    expect(sent).toEqual([]);
  });

  it('report a gap if older alarms are no longer stored', () => {
    const { feed, sent, gids, open, ask } = setUp();
    feed.start(40);
    const viewer = open();
    ask({ alarmSeq: 12 });
    expect(sent).toMatchObject([{ alarmResult: [], alarmGap: 1, alarmSeq: 40 }]);
    feed.take(several(41, 2 * MIN_STORED_ALARMS + 1));
    viewer.sendAlarms();
    expect(sent[1]).toMatchObject({ alarmGap: 1 });
    expect(gids()).toHaveLength(MIN_STORED_ALARMS);
  });

  it('of vehicles that are not yet loaded wait for the vehicles', () => {
    const { feed, gids, load, open, selection } = setUp();
    const viewer = open();
    feed.take([news(1, 3)]);
    viewer.sendAlarms();
    expect(gids()).toEqual([]);
    load(vehicle(1, 1), vehicle(3, 1));
    viewer.select(selection());
    feed.reloaded();
    viewer.sendAlarms();
    expect(gids()).toEqual(['gid-1']);
  });
});
