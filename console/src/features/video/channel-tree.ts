import type { TreeNode } from '@fleetwarden/contract/monitor/schemas';
import type { VehicleCandidates } from '../../shared/vehicle-candidates.ts';
import type { TreeModel, TreeRow } from '../../ui/tree-rows.ts';
import type { Channel } from './wall-model.ts';

/** A recorded channel of a vehicle, by its logical number. */
export type RecordedChannel = {
  readonly channel: number;
  readonly name: string;
  readonly icon: number;
  /** A privacy rule closes it now. */
  readonly closed?: boolean;
};

/** Channels offered for a vehicle without recorded ones: terminals number from 1 (JT/T 1076). */
const USUAL_CHANNELS = 4;
/** ICON. */
const CAMERA = 1;

/** A visible row: a department or further pages (`index` of the candidates), a vehicle, or a channel of one. */
export type ChannelRow =
  | { readonly kind: 'candidate'; readonly index: number }
  | {
      readonly kind: 'channel';
      /** Of its vehicle. */
      readonly index: number;
      readonly channel: Channel;
      /** ICON. */
      readonly icon: number;
      readonly isClosed: boolean;
      readonly position: number;
      readonly siblings: number;
    };

type Open = { readonly channels: readonly RecordedChannel[] | null };

/** The channels of a vehicle as tiles show them; the usual ones where none is recorded. */
export function channelsOf(
  { targId, carNo, color }: { readonly targId: string; readonly carNo: string; readonly color: number },
  recorded: readonly RecordedChannel[],
): readonly Channel[] {
  const list =
    recorded.length > 0 ? recorded : Array.from({ length: USUAL_CHANNELS }, (_, at) => ({ channel: at + 1, name: '' }));
  return list.map(({ channel, name }) => ({ targId, plate: carNo, colour: color, channel, name }));
}

const vehicleOf = ({ targId = '', carNo, ltName, color = 0 }: TreeNode) => ({ targId, carNo: carNo ?? ltName, color });

/** The channels of a department for a rotation, of its vehicles that are online first. */
export const channelsOfDepartment = (
  vehicles: readonly {
    readonly targId: string;
    readonly carNo: string;
    readonly color: number;
    readonly recorded: boolean;
    readonly channels: readonly { readonly channel: number; readonly name: string }[];
  }[],
): readonly Channel[] =>
  vehicles.flatMap(({ recorded, channels, ...vehicle }) =>
    recorded && channels.length === 0
      ? []
      : channelsOf(
          vehicle,
          channels.map((each) => ({ ...each, icon: CAMERA })),
        ),
  );

/** Departments and vehicles of the candidates, with channels below opened vehicles. */
export class ChannelTree implements TreeModel {
  readonly #candidates: VehicleCandidates;
  readonly #load: (targId: string) => Promise<readonly RecordedChannel[]>;
  readonly #open = new Map<string, Open>();
  readonly #listeners = new Set<() => void>();
  #rows: ChannelRow[] = [];
  #drawn = -1;
  #changes = 0;

  constructor(candidates: VehicleCandidates, load: (targId: string) => Promise<readonly RecordedChannel[]>) {
    this.#candidates = candidates;
    this.#load = load;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    const ofCandidates = this.#candidates.subscribe(listener);
    this.#listeners.add(listener);
    return () => {
      ofCandidates();
      this.#listeners.delete(listener);
    };
  };

  /** Changes with the rows. */
  readonly version = (): number => this.#candidates.version + this.#changes;

  get length(): number {
    return this.#drawnRows().length;
  }

  at(index: number): ChannelRow {
    return this.#drawnRows()[index]!;
  }

  /** The vehicle of a row; null for departments and further pages. */
  vehicleAt(index: number): TreeNode | null {
    const { node } = this.#candidates.at(this.at(index).index);
    return node?.carNo === undefined ? null : node;
  }

  /** The department or the vehicle of a row; neither for channels and further pages. */
  idsAt(index: number): { readonly deptId?: string; readonly targId?: string } {
    const row = this.at(index);
    const { node } = this.#candidates.at(row.index);
    if (row.kind === 'channel' || !node) return {};
    return node.carNo === undefined ? { deptId: node.deptId } : { targId: node.targId ?? '' };
  }

  row(index: number): TreeRow {
    const row = this.at(index);
    const candidate = this.#candidates.row(row.index);
    if (row.kind === 'channel') {
      const { channel, position, siblings } = row;
      return { key: `${candidate.key}-${channel.channel}`, level: candidate.level + 1, text: channel.name, position, siblings };
    }
    const vehicle = this.vehicleAt(index);
    const open = vehicle ? this.#open.has(vehicle.ltId) : candidate.open;
    return { ...candidate, open };
  }

  parentOf(index: number): number {
    const row = this.at(index);
    const parent = row.kind === 'channel' ? row.index : this.#candidates.parentOf(row.index);
    return this.#drawnRows().findIndex(({ kind, index: at }) => kind === 'candidate' && at === parent);
  }

  setOpen(index: number, open: boolean): void {
    const row = this.at(index);
    const vehicle = row.kind === 'candidate' ? this.vehicleAt(index) : null;
    if (!vehicle) this.#candidates.setOpen(row.index, open);
    else if (open) void this.channels(vehicle);
    else this.#open.delete(vehicle.ltId);
    this.#tell();
  }

  toggleCheck(): void {}

  /** Loads the channels of a vehicle and opens it in the tree. Errors are shown by the call; the vehicle stays closed. */
  async channels(vehicle: TreeNode): Promise<readonly Channel[]> {
    const known = this.#open.get(vehicle.ltId)?.channels;
    if (known) return channelsOf(vehicleOf(vehicle), known);
    this.#open.set(vehicle.ltId, { channels: null });
    try {
      const channels = await this.#load(vehicle.targId ?? '');
      this.#open.set(vehicle.ltId, { channels });
      return channelsOf(vehicleOf(vehicle), channels);
    } catch {
      this.#open.delete(vehicle.ltId);
      return [];
    } finally {
      this.#tell();
    }
  }

  #drawnRows(): readonly ChannelRow[] {
    if (this.#drawn === this.version()) return this.#rows;
    this.#drawn = this.version();
    this.#rows = [];
    for (let index = 0; index < this.#candidates.length; index++) {
      this.#rows.push({ kind: 'candidate', index });
      const { node } = this.#candidates.at(index);
      const recorded = node?.carNo === undefined ? null : this.#open.get(node.ltId)?.channels;
      if (!node || !recorded) continue;
      const channels = channelsOf(vehicleOf(node), recorded);
      for (const [at, channel] of channels.entries()) {
        const { icon = CAMERA, closed: isClosed = false } = recorded[at] ?? {};
        this.#rows.push({ kind: 'channel', index, channel, icon, isClosed, position: at + 1, siblings: channels.length });
      }
    }
    return this.#rows;
  }

  #tell(): void {
    this.#changes++;
    for (const listener of this.#listeners) listener();
  }
}
