import { shiftToGcj02 } from '@fleetwarden/domain/coordinate-shift';
import { HOUR_MS } from '@fleetwarden/domain/durations';
import { encodeGbk } from '@fleetwarden/protocol/codec';
import { readLocation, recorderAnswer, recorderRequest } from '@fleetwarden/protocol/jt808';
import type { UpperPlatform } from '@fleetwarden/simulator/regulator';
import { describe, expect, it } from 'vitest';
import { createWaybillStore } from '../../src/ingest/waybill-store.ts';
import { at, sql } from '../../src/platform/db/database.ts';
import { eventually } from '../support/gateway/gateway-fixture.ts';
import { report, settle } from '../support/ingest/location-reports.ts';
import { linksOfFile, second, timesOf } from '../support/regulator-links.ts';
import { addVehicle } from '../support/test-fleet.ts';

/** Uploads besides live positions, and requests to terminals, in both revisions, with and without encryption. */
const { fixture, call, upperOf, regulator, superiorAt, car, positions, nextPlate } = linksOfFile();

const FORMS = [
  { revision: 2011, encrypted: false },
  { revision: 2011, encrypted: true },
  { revision: 2019, encrypted: false },
  { revision: 2019, encrypted: true },
] as const;
type Form = (typeof FORMS)[number];

const linked = async ({ revision, encrypted }: Form, more: object = {}) => {
  const upper = await upperOf({ revision, encryptKey: encrypted ? 256_178 : null });
  const { port } = await regulator();
  const id = await superiorAt(upper, port, {
    standard: revision === 2019 ? 1 : 0,
    ...(encrypted ? { encrypt: 1, encryptKey: '256178' } : {}),
    ...more,
  });
  await eventually(() => expect(upper.subUp).toBe(true));
  return { upper, id };
};
const PLAIN: Form = { revision: 2011, encrypted: false };

/** A recorder's message with bytes that are no Buffer's. */
const plainly = (body: unknown) => {
  const { command, block } = body as { command: number; block: Uint8Array };
  return { command, block: Uint8Array.from(block) };
};
const waiting = () => fixture.server.db.query(sql`select gnss_at from superior_late`);
/** Number of positions per message. */
const caughtUp = (upper: UpperPlatform) => upper.of('positions').map(({ body }) => body.positions.length);

describe.each(FORMS)('backfill to a platform of $revision, encrypted: $encrypted', (form) => {
  it('is sent as backfill, once, also through a cut link', async () => {
    const { ingest } = fixture.radio.fixture;
    const { upper, id } = await linked(form);
    const { id: vehicleId } = await car(id);
    const now = second();
    await settle(ingest, [report(vehicleId, now - 2000)]);
    await eventually(() => expect(timesOf(upper)).toEqual([now - 2000]));
    // seven of an hour ago from a blind spot; the terminal sends two of them twice
    const blind = Array.from({ length: 7 }, (_, i) => now - HOUR_MS + i * 10_000);
    const batch = (times: readonly number[]) =>
      settle(
        ingest,
        times.map((time) => report(vehicleId, time, { backfill: true })),
      );
    await batch(blind);
    await batch(blind.slice(0, 2));
    await eventually(() => expect(timesOf(upper)).toEqual([now - 2000, ...blind]));
    expect(caughtUp(upper)).toEqual([5, 2]);
    await eventually(async () => expect(await waiting()).toEqual([]));
    // out of order by seconds: still one of now
    await settle(ingest, [report(vehicleId, now - 3000)]);
    await eventually(() => expect(timesOf(upper)).toHaveLength(9));
    expect(upper.of('position').length).toBe(2);
    // while the link is down
    upper.cut('both');
    await batch([now - 7_200_000]);
    await eventually(() => expect(timesOf(upper).slice(9)).toContain(now - 7_200_000));
    await eventually(async () => expect(await waiting()).toEqual([]));
    expect(timesOf(upper).filter((time) => time === now - 7_200_000)).toHaveLength(1);
    for (const time of blind) expect(timesOf(upper).filter((each) => each === time)).toHaveLength(1);
  });
});

describe('backfill', () => {
  it('is sent in order with live data if the link was down', async () => {
    const { ingest } = fixture.radio.fixture;
    const upper = await upperOf();
    const { port } = await regulator();
    const id = await superiorAt(upper, port);
    await eventually(() => expect(upper.signedIn).toBe(true));
    const { id: vehicleId } = await car(id);
    const now = second();
    await settle(ingest, [report(vehicleId, now - 50_000)]);
    await eventually(() => expect(timesOf(upper)).toEqual([now - 50_000]));
    await eventually(async () =>
      expect(await fixture.server.db.query(sql`select from superior_vehicle where taken_to is not null`)).toHaveLength(1),
    );
    await upper.close();
    await eventually(async () => expect((await call('plat/listLinkState')).data.list[0]).toMatchObject({ mainState: 3 }));
    await fixture.server.db.run(sql`update superior_vehicle set taken_to = ${at(now - 600_000)}`);
    await settle(ingest, [report(vehicleId, now - 2000)]);
    await settle(ingest, [report(vehicleId, now - 300_000, { backfill: true })]);
    await settle(ingest, [report(vehicleId, now - 900_000, { backfill: true })]);
    await upper.open();
    await eventually(() => expect(timesOf(upper)).toHaveLength(5));
    expect(timesOf(upper).slice(1).toSorted()).toEqual([now - 900_000, now - 300_000, now - 50_000, now - 2000]);
    await eventually(async () => expect(await waiting()).toEqual([]));
    expect(timesOf(upper)).toHaveLength(5);
  });

  it('is limited to the platform’s period and vehicles', async () => {
    const { ingest } = fixture.radio.fixture;
    const { upper, id } = await linked(PLAIN, { supplement: true, supplementHours: 1 });
    const { id: vehicleId } = await car(id);
    const other = await fixture.radio.vehicle(nextPlate(), fixture.department);
    const now = second();
    for (const each of [vehicleId, other.id]) await settle(ingest, [report(each, now - 2000)]);
    await eventually(() => expect(timesOf(upper)).toEqual([now - 2000]));
    for (const each of [vehicleId, other.id])
      await settle(ingest, [report(each, now - 7_200_000, { backfill: true }), report(each, now - 600_000, { backfill: true })]);
    await eventually(() => expect(timesOf(upper)).toEqual([now - 2000, now - 600_000]));
    await eventually(async () => expect(await waiting()).toEqual([]));
  });
});

describe('positions', () => {
  it.each([2011, 2019] as const)(
    'are converted to GCJ-02 if the platform requires it, with the flag set (%s)',
    async (revision) => {
      const { upper, id } = await linked({ revision, encrypted: false }, { coord: 2 });
      const { id: vehicleId } = await car(id);
      await positions(vehicleId, [second() - 1000]);
      await eventually(() => expect(upper.of('position')).toHaveLength(1));
      const shifted = new Float64Array(2);
      shiftToGcj02(116.3964, 39.9093, shifted);
      const { at2011, at2019 } = upper.of('position')[0]!.body;
      const said = at2011
        ? { encrypted: at2011.encrypted, lng: at2011.lng / 1e6, lat: at2011.lat / 1e6 }
        : { encrypted: at2019!.encrypted, ...readLocation(at2019!.location) };
      expect(said.encrypted).toBe(1);
      expect(said.lng).toBeCloseTo(shifted[0]!, 5);
      expect(said.lat).toBeCloseTo(shifted[1]!, 5);
      expect(Math.abs(said.lng - 116.3964)).toBeGreaterThan(0.001);
    },
  );

  it('of one vehicle have the platform’s minimum interval, across links', async () => {
    const { upper, id } = await linked(PLAIN, { realInterval: 10 });
    const { id: vehicleId } = await car(id);
    const now = second();
    const from = now - 40_000;
    await positions(
      vehicleId,
      Array.from({ length: 25 }, (_, i) => from + i * 1000),
    );
    await eventually(() => expect(timesOf(upper)).toEqual([from, from + 10_000, from + 20_000]));
    await positions(vehicleId, [from + 29_000, from + 30_000, from + 31_000]);
    await eventually(() => expect(timesOf(upper).slice(3)).toEqual([from + 30_000]));
  });
});

describe('vehicle data', () => {
  const given = (vehicleId: number, name: string) =>
    fixture.server.db.run(sql`
      with made as (
        insert into driver (department_id, name, phone, qual_no) values (${fixture.department}, ${name}, '13800138000', ${`Q${name}`})
        returning id
      ) update vehicle set driver_id = made.id from made where vehicle.id = ${vehicleId}`);
  const changed = (vehicleId: number) => fixture.server.bus.publish('fleet.changed', { vehicleIds: [vehicleId] });

  it('is sent before the first position, and again after changes of its own fields only', async () => {
    const { upper, id } = await linked(PLAIN, { sendDriver: true, sendStatic: true });
    const { id: vehicleId, plate } = await car(id);
    await given(vehicleId, '张三');
    const now = second();
    await positions(vehicleId, [now - 3000]);
    await eventually(() => expect(timesOf(upper)).toHaveLength(1));
    const types = () => upper.received.filter(({ vehicle }) => vehicle?.plate === plate).map(({ type }) => type);
    expect(types()).toEqual(['vehicleRegister', 'driver', 'position']);
    await given(vehicleId, '李四');
    changed(vehicleId);
    await eventually(() => expect(upper.of('driver').map(({ body }) => body.name)).toEqual(['张三', '李四']));
    changed(vehicleId);
    await positions(vehicleId, [now - 2000]);
    await eventually(() => expect(timesOf(upper)).toHaveLength(2));
    expect(types()).toEqual(['vehicleRegister', 'driver', 'position', 'driver', 'position']);
    // another link knows nothing of it
    upper.cut('both');
    await eventually(() => expect(upper.logins).toHaveLength(2));
    await positions(vehicleId, [now - 1000]);
    await eventually(() => expect(timesOf(upper)).toContain(now - 1000));
    expect(types().filter((type) => type === 'vehicleRegister')).toHaveLength(2);
    expect(upper.of('driver').at(-1)?.body.name).toBe('李四');
  });

  it('of its record is sent only on request', async () => {
    const { upper, id } = await linked(PLAIN, { sendStatic: true });
    const { id: vehicleId, plate } = await car(id);
    await fixture.server.db.run(sql`update vehicle set owner_name = '新车主' where id = ${vehicleId}`);
    await positions(vehicleId, [second() - 1000]);
    await eventually(() => expect(timesOf(upper)).toHaveLength(1));
    expect(upper.of('vehicleData')).toEqual([]);
    upper.ask({ type: 'vehicleDataRequest', body: {}, vehicle: { plate, colour: 2 } });
    await eventually(() =>
      expect(upper.of('vehicleData').map(({ body }) => body.text)).toEqual([expect.stringContaining('OWERS_NAME:=新车主')]),
    );
  });

  it('is not sent to a platform that does not want it', async () => {
    const { upper, id } = await linked(PLAIN, { sendDriver: false, sendStatic: false });
    const { id: vehicleId } = await car(id);
    await given(vehicleId, '王五');
    await positions(vehicleId, [second() - 1000]);
    await eventually(() => expect(timesOf(upper)).toHaveLength(1));
    expect([...upper.of('vehicleData'), ...upper.of('driver')]).toEqual([]);
  });

  it('is sent before positions that users send again', async () => {
    const { upper, id } = await linked(PLAIN);
    const { id: vehicleId, plate } = await car(id);
    const hourAgo = second() - HOUR_MS;
    await positions(vehicleId, [hourAgo]);
    await call('plat/reuploadPosition', { id: String(id), startTime: hourAgo - 1000, endTime: hourAgo + 1000 });
    await eventually(() => expect(timesOf(upper)).toEqual([hourAgo]));
    const types = upper.received.filter(({ vehicle }) => vehicle?.plate === plate).map(({ type }) => type);
    expect(types).toEqual(['vehicleRegister', 'positions']);
  });
});

describe.each(FORMS)('electronic waybills, for a platform of $revision, encrypted: $encrypted', (form) => {
  const withTerminal = async (more: object = {}) => {
    const { upper, id } = await linked(form, { sendWaybill: true, ...more });
    const plate = nextPlate();
    const vehicle = await fixture.radio.vehicle(plate, fixture.department);
    await call('plat/bindCar', { id: String(id), addCars: [String(vehicle.id)] });
    const terminal = await fixture.radio.online(vehicle);
    const say = async (text: string) => {
      fixture.server.clock.now = Date.now();
      const serial = terminal.send({ type: 'waybill', body: { data: encodeGbk(text) } });
      expect(await terminal.result(serial)).toBe(0);
    };
    return { upper, id, plate, say };
  };
  const told = (upper: UpperPlatform, of: string) =>
    upper.of('waybill').flatMap(({ vehicle, body }) => (vehicle?.plate === of ? [body.text] : []));

  it('are sent live, each once and in order, and those of a cut link after reconnecting', async () => {
    const { upper, plate, say } = await withTerminal();
    await say('运单号：YD0001；货物：钢材');
    await eventually(() => expect(told(upper, plate)).toEqual(['运单号：YD0001；货物：钢材']));
    expect(upper.of('waybill')[0]?.vehicle).toEqual({ plate, colour: 2 });
    // the vehicle is registered before any other message about it
    expect(upper.received.find(({ vehicle }) => vehicle?.plate === plate)?.type).toBe('vehicleRegister');
    // acknowledged there
    await eventually(async () =>
      expect(await fixture.server.db.query(sql`select from superior_link where heartbeat_at is not null`)).toHaveLength(1),
    );
    await upper.close();
    await eventually(async () => expect((await call('plat/listLinkState')).data.list[0]).toMatchObject({ mainState: 3 }));
    await say('运单号：YD0002；货物：煤炭');
    await say('运单号：YD0003；货物：粮食');
    await upper.open();
    await eventually(() => expect(told(upper, plate)).toContain('运单号：YD0003；货物：粮食'));
    expect(told(upper, plate)).toEqual(
      ['YD0001；货物：钢材', 'YD0002；货物：煤炭', 'YD0003；货物：粮食'].map((text) => `运单号：${text}`),
    );
  });

  it('are returned on request: the newest of the vehicle, and none of a vehicle that is not bound to the platform', async () => {
    const { upper, plate, say } = await withTerminal({ sendWaybill: false });
    const ask = (of: string) => upper.ask({ type: 'waybillRequest', body: {}, vehicle: { plate: of, colour: 2 } });
    ask(plate);
    await eventually(() => expect(upper.of('waybillReply').map(({ body }) => body.text)).toEqual(['']));
    await say('京津普货');
    await say('运单号：YD0004；货物：水泥');
    const other = await fixture.radio.vehicle(nextPlate(), fixture.department);
    const foreign = (await fixture.server.db.first<{ plate: string }>(sql`select plate from vehicle where id = ${other.id}`))!
      .plate;
    await createWaybillStore({ db: fixture.server.db }).keep({
      vehicleId: other.id,
      receivedAt: Date.now(),
      text: '运单号：YD9999',
    });
    const serial = ask(plate);
    ask(foreign);
    await eventually(() => expect(upper.of('waybillReply')).toHaveLength(3));
    expect(upper.of('waybillReply').map(({ vehicle, body }) => [vehicle?.plate, body.text])).toEqual([
      [plate, ''],
      [plate, '运单号：YD0004；货物：水泥'],
      [foreign, ''],
    ]);
    if (form.revision === 2019)
      expect(upper.of('waybillReply')[1]?.body).toMatchObject({ sourceType: 0x920b, sourceSerial: serial });
    // a platform that does not want unsolicited waybills receives none
    expect(upper.of('waybill')).toEqual([]);
  });
});

describe('electronic waybills', () => {
  it('wait through a restart; those of other vehicles, and old ones, are left out', async () => {
    const upper = await upperOf({ mainOnly: true });
    const first = await regulator();
    const id = await superiorAt(upper, first.port, { sendWaybill: true, supplementHours: 1 });
    await eventually(() => expect(upper.signedIn).toBe(true));
    const { id: vehicleId } = await car(id);
    const other = await fixture.radio.vehicle(nextPlate(), fixture.department);
    await first.regulator.stop();
    const store = createWaybillStore({ db: fixture.server.db });
    const now = Date.now();
    await store.keep({ vehicleId: other.id, receivedAt: now, text: 'YD1000' });
    await store.keep({ vehicleId, receivedAt: now - 2 * HOUR_MS, text: 'YD1001' });
    await store.keep({ vehicleId, receivedAt: now, text: 'YD1002' });
    await regulator();
    await eventually(() => expect(upper.of('waybill').map(({ body }) => body.text)).toEqual(['YD1002']));
    // later waybills follow in order
    await store.keep({ vehicleId, receivedAt: Date.now(), text: 'YD1003' });
    await eventually(() => expect(upper.of('waybill').map(({ body }) => body.text)).toEqual(['YD1002', 'YD1003']));
  });

  const told = (upper: UpperPlatform) => upper.of('waybill').map(({ body }) => body.text);
  const keep = (vehicleId: number, text: string, receivedAt = Date.now()) =>
    createWaybillStore({ db: fixture.server.db }).keep({ vehicleId, receivedAt, text });
  const takenTo = (vehicleId: number) =>
    fixture.server.db.first(sql`
      select s.waybill_to = (select max(w.id) from waybill w where w.vehicle_id = s.vehicle_id) as all from superior_vehicle s
      where s.vehicle_id = ${vehicleId}`);

  it('that were acknowledged are not sent again after a restart', async () => {
    const upper = await upperOf({ mainOnly: true });
    const first = await regulator();
    const id = await superiorAt(upper, first.port, { sendWaybill: true });
    const { id: vehicleId } = await car(id);
    for (const text of ['YD2001', 'YD2002']) await keep(vehicleId, text);
    await eventually(async () => expect(await takenTo(vehicleId)).toEqual({ all: true }));
    await first.regulator.stop();
    await keep(vehicleId, 'YD2003');
    await regulator();
    await eventually(async () => expect(await takenTo(vehicleId)).toEqual({ all: true }));
    expect(told(upper)).toEqual(['YD2001', 'YD2002', 'YD2003']);
  });

  it('are sent from the date of the setting, and one that does not fit the wire does not block others', async () => {
    const upper = await upperOf({ mainOnly: true });
    const { port } = await regulator();
    const id = await superiorAt(upper, port, { sendWaybill: false });
    const { id: vehicleId } = await car(id);
    const long = await addVehicle(fixture.server, { plate: '车牌很长很长很长很长很长很长', departmentId: fixture.department });
    await call('plat/bindCar', { id: String(id), addCars: [String(long)] });
    await fixture.server.db.run(sql`update superior_vehicle set bound_at = now() - interval '1 day'`);
    await keep(vehicleId, 'YD3001', Date.now() - 600_000);
    await eventually(() => expect(upper.logins).toHaveLength(1));
    await fixture.server.db.run(sql`update superior_platform set send_waybill = true where id = ${id}`);
    fixture.server.bus.publish('superiors.changed', {});
    await eventually(() => expect(upper.logins).toHaveLength(2));
    await keep(long, 'YD3002');
    await keep(vehicleId, 'YD3003');
    for (const each of [vehicleId, long]) await eventually(async () => expect(await takenTo(each)).toEqual({ all: true }));
    expect(told(upper)).toEqual(['YD3003']);
  });
});

describe.each(FORMS)('requests to terminals from a platform of $revision, encrypted: $encrypted', (form) => {
  const is2019 = form.revision === 2019;
  const withTerminal = async () => {
    const { upper, id } = await linked(form);
    const plate = nextPlate();
    const vehicle = await fixture.radio.vehicle(plate, fixture.department);
    await call('plat/bindCar', { id: String(id), addCars: [String(vehicle.id)] });
    return { upper, named: { plate, colour: 2 }, terminal: await fixture.radio.online(vehicle) };
  };

  it('return data of the driving recorder', async () => {
    const { upper, named, terminal } = await withTerminal();
    const startAt = Date.UTC(2026, 4, 20, 0, 0, 0);
    const endAt = startAt + HOUR_MS;
    const ask = (command: number) =>
      upper.ask({
        type: 'recorderRequest',
        body: is2019
          ? { command, start: startAt / 1000, end: endAt / 1000 }
          : { command, ...(command >= 8 ? { span: { start: '260520080000', end: '260520090000', most: 9 } } : {}) },
        vehicle: named,
      });
    const serials = [ask(0x08), ask(0x00)];
    const timed = await terminal.reply(({ type }) => type === 'collectRecorder');
    expect(plainly(timed.body)).toEqual({
      command: 8,
      block: recorderRequest(8, { startAt, endAt, most: is2019 ? 65_535 : 9 }),
    });
    const block = recorderAnswer(8, Uint8Array.of(1, 2, 3));
    terminal.send({ type: 'recorderData', body: { serial: timed.serial, command: 8, block } });
    await eventually(() => expect(upper.of('recorderReply')).toHaveLength(1));
    const plain = await terminal.reply(({ type }) => type === 'collectRecorder');
    expect(plainly(plain.body)).toEqual({ command: 0, block: recorderRequest(0, null) });
    // it has no recorder of that kind
    terminal.send({ type: 'terminalAck', body: { serial: plain.serial, id: 0x8700, result: 3 } });
    await eventually(() => expect(upper.of('recorderReply')).toHaveLength(2));
    const [first, other] = upper.of('recorderReply');
    expect(first!.body.command).toBe(8);
    expect(Buffer.from(first!.body.data)).toEqual(Buffer.from(block));
    expect(other!.body).toMatchObject({ command: 0, data: new Uint8Array() });
    if (is2019) expect(first!.body).toMatchObject({ sourceType: 0x9504, sourceSerial: serials[0] });
  });

  it('connect a terminal to another server, and delete its password', async () => {
    const { upper, named, terminal } = await withTerminal();
    const end = Math.floor(Date.now() / 1000) + 90;
    const serial = upper.ask({
      type: 'emergencyLink',
      body: {
        authCode: '00000000000000001234',
        accessPoint: 'CMNET',
        user: 'user',
        password: 'geheim88',
        server: '10.0.0.2',
        tcpPort: 7611,
        udpPort: 7612,
        end,
      },
      vehicle: named,
    });
    const told = await terminal.reply(({ type }) => type === 'terminalControl');
    expect(told.body).toEqual({
      command: 2,
      parameters: '0;00000000000000001234;CMNET;user;geheim88;10.0.0.2;7611;7612;2',
    });
    const kept = () =>
      fixture.server.db.query(sql`
        select from command where params::text like '%geheim88%' union all
        select from superior_request where body::text like '%geheim88%'`);
    expect(await kept()).toEqual([]);
    terminal.send({ type: 'terminalAck', body: { serial: told.serial, id: 0x8105, result: 0 } });
    await eventually(() => expect(upper.of('emergencyLinkReply')[0]?.body).toMatchObject({ result: 0 }));
    if (is2019) expect(upper.of('emergencyLinkReply')[0]?.body).toMatchObject({ sourceType: 0x9505, sourceSerial: serial });
    // after it was sent, not even closed
    await eventually(async () =>
      expect(await fixture.server.db.query(sql`select from superior_request where body ? 'password'`)).toEqual([]),
    );
    // about a vehicle we do not have
    upper.ask({
      type: 'emergencyLink',
      body: { authCode: '0', accessPoint: '', user: '', password: '', server: '10.0.0.2', tcpPort: 1, udpPort: 2, end },
      vehicle: { plate: '京Z00000', colour: 2 },
    });
    await eventually(() => expect(upper.of('emergencyLinkReply')[1]?.body).toMatchObject({ result: 1 }));
  });
});

describe('a request that was not executed because the process ended', () => {
  it('is executed after the restart, and answered', async () => {
    const { upper, id } = await linked(PLAIN);
    const plate = nextPlate();
    const vehicle = await fixture.radio.vehicle(plate, fixture.department);
    await call('plat/bindCar', { id: String(id), addCars: [String(vehicle.id)] });
    const terminal = await fixture.radio.online(vehicle);
    await fixture.server.db.run(sql`
      insert into superior_request (superior_id, message_id, serial, vehicle_id, plate, plate_colour, body, received_at)
      values (${id}, ${0x9503}, 9, ${vehicle.id}, ${plate}, 2, '{"serial":5,"priority":0,"text":"慢"}', now() - interval '2 minutes')`);
    const { serial, body } = await terminal.reply(({ type }) => type === 'sendText');
    expect(body).toMatchObject({ text: '慢' });
    terminal.send({ type: 'terminalAck', body: { serial, id: 0x8300, result: 0 } });
    await eventually(() => expect(upper.of('textReply')).toHaveLength(1));
    expect(await fixture.server.db.query(sql`select from command where vehicle_id = ${vehicle.id}`)).toHaveLength(1);
  });
});

describe('a repeated request', () => {
  it('is executed once, and answered', async () => {
    const { upper, id } = await linked(PLAIN);
    const plate = nextPlate();
    const vehicle = await fixture.radio.vehicle(plate, fixture.department);
    await call('plat/bindCar', { id: String(id), addCars: [String(vehicle.id)] });
    const terminal = await fixture.radio.online(vehicle);
    const ask = (text: string) =>
      ({ type: 'text', body: { serial: 5, priority: 0, text }, vehicle: { plate, colour: 2 } }) as const;
    upper.set({ twice: true });
    upper.ask(ask('慢'));
    upper.set({ twice: false });
    upper.ask(ask('停'));
    for (const text of ['慢', '停']) {
      const { serial, body } = await terminal.reply(({ type }) => type === 'sendText');
      expect(body).toMatchObject({ text });
      terminal.send({ type: 'terminalAck', body: { serial, id: 0x8300, result: 0 } });
    }
    await eventually(() => expect(upper.of('textReply')).toHaveLength(2));
    expect(await fixture.server.db.query(sql`select from command where vehicle_id = ${vehicle.id}`)).toHaveLength(2);
  });
});
