import { MINUTE_MS } from '@fleetwarden/domain/durations';
import { describe, expect, it } from 'vitest';
import { followCamera } from './follow-camera.ts';
import { loadTrack } from './loaded-track.ts';
import { PlayedVehicles } from './played-vehicles.ts';
import { testTrack } from './testing.ts';

describe('played vehicles', () => {
  const first = loadTrack(
    testTrack([
      { at: 0, lng: 100 },
      { at: MINUTE_MS, lng: 101 },
      { at: 30 * MINUTE_MS, lng: 101, speedKmh: 0, alarmBits: 1 },
    ]),
  );
  const second = loadTrack(testTrack([{ at: 30 * MINUTE_MS, lng: 120, speedKmh: 0 }], { targId: '2', carNo: '京B2' }));
  const setUp = () => {
    const played = new PlayedVehicles();
    played.setTracks([first, second], 0);
    const { store } = played;
    return {
      played,
      store,
      status: (id: string) => store.status(store.rowOf(id)),
      lng: (id: string) => store.x(store.rowOf(id)),
    };
  };

  it('have the icon of their type, as on the live map', () => {
    const coach = loadTrack(testTrack([{ at: 0 }], { vehicleType: 11 }));
    const played = new PlayedVehicles();
    played.setTracks([coach], 0);
    expect([played.store.iconSet(0), played.store.vehicleType(0)]).toEqual([1, 11]);
  });

  it('are at their track position at any moment, forwards and backwards', () => {
    const { played, store, lng } = setUp();
    expect([store.size, store.plate(store.rowOf('2')), store.followed(store.rowOf('2'))]).toEqual([2, '京B2', true]);
    played.show(MINUTE_MS / 2);
    expect(lng('1')).toBe(100.5);
    played.show(MINUTE_MS / 4);
    expect(lng('1')).toBe(100.25);
    expect(played.at('1')).toMatchObject({ lng: 100.25 });
    expect(played.at('9')).toBeNull();
  });

  it('are shown as moving, stopped, in alarm, or grey if the state is unknown', () => {
    const { played, status } = setUp();
    played.show(MINUTE_MS / 2);
    expect([status('1'), status('2')]).toEqual([2, 0]);
    played.show(10 * MINUTE_MS);
    expect(status('1')).toBe(0);
    played.show(30 * MINUTE_MS);
    expect([status('1'), status('2')]).toEqual([5, 3]);
  });

  it('are redrawn only when they moved', () => {
    const { played, store } = setUp();
    played.show(10 * MINUTE_MS);
    const { version } = store;
    for (let i = 0; i < 100; i++) played.show(10 * MINUTE_MS + i * 1_000);
    expect(store.version).toBe(version);
  });

  it('are replaced when other tracks are set', () => {
    const { played, store, lng } = setUp();
    played.setTracks([second], 0);
    expect([store.size, store.rowOf('1'), lng('2')]).toEqual([1, -1, 120]);
  });
});

describe('the camera in follow mode', () => {
  it('moves the map when the vehicle leaves the inner part of the view, and not more often than the map can', () => {
    const centred: number[] = [];
    let now = 0;
    const follow = followCamera(
      {
        size: () => ({ width: 800, height: 400 }),
        pixelOf: ([x, y]) => ({ x, y }),
        centre: ([x]) => void centred.push(x),
      },
      () => now,
    );
    follow([450, 250]);
    expect(centred).toEqual([]);
    follow([601, 200]);
    follow([640, 200]);
    now += 300;
    follow([650, 200]);
    follow([400, 301]);
    now += 300;
    follow([400, 301]);
    expect(centred).toEqual([601, 650, 400]);
    now += 300;
    follow([790, 20], 1);
    follow([801, 20], 1);
    expect(centred.slice(3)).toEqual([801]);
  });
});
