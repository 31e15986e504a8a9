import { findAlarmType } from '@fleetwarden/domain/alarm-types';
import { type AreaGeometry, areaTest, computeBounds } from '@fleetwarden/domain/area-geometry';
import type { LngLat } from '@fleetwarden/domain/coordinates';
import { type Bounds, boundsOfPlaces, ringsTest } from '@fleetwarden/domain/ring';
import type { AlarmTiming } from '../alarms/occurrences.ts';
import { createGrid } from './grid.ts';
import type { RisksState } from './judge-states.ts';
import type { Run } from './run.ts';

/** ALARM_TYPES: vehicle in a risk area. */
const IN_RISK = 59;
const LEVEL = findAlarmType(IN_RISK)!.level;

/** Debounce: entering and leaving need two consecutive points (screen catalogue 10). State of a vehicle near an area: */
const [FIRST_IN, IN, FIRST_OUT] = [1, 2, 3];

/** A risk area: drawn, or the rings of a division. Times epoch ms, `to` excluded; null: no end. */
export type RiskArea = {
  readonly id: number;
  /** Applies to the vehicles of this department and its children. */
  readonly departmentId: number;
  readonly ground: AreaGeometry | { readonly rings: readonly (readonly LngLat[])[] };
  readonly from: number;
  readonly to: number | null;
};

export type Risks = {
  readonly size: number;
  /** `knows`: whether a department's areas apply to the vehicle. */
  judge(run: Run, knows: (departmentId: number) => boolean): void;
};

/**
 * Raised by the second point inside, as of the first. A return within ten minutes continues the alarm, so that driving along an
 * edge raises one alarm.
 */
export const RISK_TIMINGS: Readonly<Record<number, AlarmTiming>> = {
  [IN_RISK]: { raiseMs: 0, minTimes: 2, endMs: 0, mergeMs: 600_000, repeatMs: 0 },
};

type Compiled = RiskArea & { readonly isInside: (lng: number, lat: number) => boolean };

/** Finds vehicles in risk areas, including those inside when an area becomes active. */
export function createRisks(given: readonly RiskArea[]): Risks {
  const areas = given.map((area): Compiled => ({ ...area, isInside: testOf(area) }));
  const byId = new Map(areas.map((area) => [area.id, area]));
  const grid = createGrid(areas.map(boundsOfRisk));
  const isFor = ({ from, to, departmentId }: Compiled, at: number, knows: (id: number) => boolean): boolean =>
    at >= from && (to === null || at < to) && knows(departmentId);

  return {
    size: areas.length,
    judge: (run, knows) => {
      const { state, at } = run;
      const { lng, lat } = run.report;
      const known = state.risks;
      if (known !== undefined)
        for (const id of Object.keys(known)) {
          const area = byId.get(Number(id));
          if (area === undefined || !isFor(area, at, knows)) delete known[id];
          else goOn(run, area, known);
        }
      grid(lng, lat, (index) => {
        const area = areas[index]!;
        if (state.risks?.[area.id] !== undefined || !isFor(area, at, knows) || !area.isInside(lng, lat)) return;
        state.risks ??= {};
        state.risks[area.id] = FIRST_IN!;
        say(run, area);
      });
      if (state.risks !== undefined && Object.keys(state.risks).length === 0) state.risks = undefined;
    },
  };
}

function goOn(run: Run, area: Compiled, known: RisksState): void {
  const stage = known[area.id]!;
  if (area.isInside(run.report.lng, run.report.lat)) known[area.id] = IN!;
  else if (stage === IN) known[area.id] = FIRST_OUT!;
  else {
    delete known[area.id];
    return;
  }
  // If the next point is outside too, the vehicle left with the first one.
  say(run, area);
}

const say = ({ found }: Run, { id }: Compiled): void => {
  found.push({ typeId: IN_RISK, source: id, level: LEVEL, value: null, limit: null });
};

const testOf = ({ ground }: RiskArea) => ('rings' in ground ? ringsTest(ground.rings) : areaTest(ground));

const boundsOfRisk = ({ ground }: RiskArea): Bounds =>
  'rings' in ground ? boundsOfPlaces(ground.rings.flat()) : computeBounds(ground);
