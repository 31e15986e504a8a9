import type { Version } from '@fleetwarden/protocol/jt808';
import type { Member } from './identity.ts';
import { KINDS, type VehicleKind } from './motion/kinds.ts';
import { hash } from './random.ts';
import type { PlaceName } from './routes/places.ts';

const HOMES: readonly PlaceName[] = ['北京', '上海', '广州', '成都', '武汉', '西安', '郑州', '沈阳', '杭州', '重庆'];
const VERSIONS: readonly Version[] = [2013, 2019, 2019, 2011];

/** A fleet out of nothing, for load tests and a first try: phones of a range that no operator hands out. */
export function sampleFleet(count: number): Member[] {
  const kinds = Object.keys(KINDS) as VehicleKind[];
  return Array.from({ length: count }, (_, i) => ({
    phone: `19${String(900_000_000 + i)}`,
    version: VERSIONS[i % VERSIONS.length]!,
    plate: `测A${String(i).padStart(5, '0')}`,
    plateColour: 2,
    terminalNo: `S${String(i).padStart(6, '0')}`,
    maker: 'FWSIM',
    model: 'FW-T1',
    kind: kinds[i % kinds.length]!,
    seed: hash('sample', i),
    homeCity: HOMES[i % HOMES.length]!,
  }));
}
