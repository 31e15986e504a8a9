import type { MapRecord } from '@fleetwarden/contract/live/live';
import { isFixed } from '@fleetwarden/domain/status-bits';
import { vehicleStatus } from '@fleetwarden/domain/vehicle-status';
import { iconSet } from '@fleetwarden/domain/vehicle-type';
import { VehicleStore } from '../../live/vehicle-store.ts';
import type { LoadedTrack } from './loaded-track.ts';
import { type Playhead, playheadAt } from './playhead.ts';

/** A store of the vehicles of tracks for the map, in which time can go backwards. */
export class PlayedVehicles {
  readonly store = new VehicleStore();
  #tracks: readonly LoadedTrack[] = [];
  #shown: (Playhead | null)[] = [];
  /** Sequence number, because the store keeps the latest record. */
  #turn = 0;

  /** Sets the tracks at a time (epoch ms). */
  setTracks(tracks: readonly LoadedTrack[], moment: number): void {
    this.#tracks = tracks;
    this.#shown = tracks.map(({ data }) => playheadAt(data, moment));
    this.#turn++;
    const named = { deptId: '', drv: '', phone: '', followed: true };
    this.store.applyInit(
      tracks.flatMap((track, i) => this.#record(track, this.#shown[i] ?? null).map((one) => ({ ...one, ...named }))),
    );
    this.store.endInit();
  }

  /** The playhead of a vehicle; null: none. */
  at(targId: string): Playhead | null {
    return this.#shown[this.#tracks.findIndex((track) => track.targId === targId)] ?? null;
  }

  /** Moves all vehicles to a time; unchanged ones are not redrawn. */
  show(moment: number): void {
    const moved: MapRecord[] = [];
    this.#turn++;
    this.#tracks.forEach((track, i) => {
      const next = playheadAt(track.data, moment);
      const before = this.#shown[i];
      this.#shown[i] = next;
      if (next && before && same(next, before)) return;
      moved.push(...this.#record(track, next));
    });
    if (moved.length > 0) this.store.applyGps({ data: moved });
  }

  #record({ targId, carNo, color, vehicleType, data }: LoadedTrack, playhead: Playhead | null): MapRecord[] {
    if (!playhead) return [];
    const { where, index, lng, lat, heading, speedKmh } = playhead;
    const [statusBits, alarmBits] = [data.statusBits[index]!, data.alarmBits[index]!];
    const online = where === 'on';
    const status = vehicleStatus({ online, alarmBits, statusBits, speedKmh, fixed: isFixed(statusBits) });
    return [
      {
        tid: targId,
        cid: targId,
        cno: carNo,
        color,
        x: lng,
        y: lat,
        d: Math.round(heading),
        sp: speedKmh,
        status: String(status),
        s: statusBits,
        a: alarmBits,
        t: data.at[index]!,
        r: this.#turn,
        st: this.#turn,
        km: 0,
        stale: 0,
        type: iconSet(vehicleType),
        vmt: vehicleType,
      },
    ];
  }
}

/** Whether two playheads look alike. */
const same = (one: Playhead, other: Playhead): boolean =>
  one.index === other.index &&
  one.where === other.where &&
  one.lng === other.lng &&
  one.lat === other.lat &&
  one.heading === other.heading;
