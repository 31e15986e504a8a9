import { type ClusterProgram, createClusterProgram } from '../clusters/cluster-program.ts';
import { TABLES } from './drawn-rows.ts';
import { createVehicleProgram, type VehicleProgram } from './vehicle-program.ts';

/** What draws vehicles and rings in a context. */
export type LayerPrograms = { readonly vehicles: VehicleProgram; readonly rings: ClusterProgram };

/** What was compiled in a context: it serves the layers that draw in it one after the other. */
const prepared = new WeakMap<WebGL2RenderingContext, LayerPrograms>();

/** The programs of a context; those of the layer before, made to forget it, where it `isPrepared`. */
export function programsIn(gl: WebGL2RenderingContext, isPrepared: boolean): LayerPrograms {
  const known = isPrepared ? prepared.get(gl) : undefined;
  const programs = known ?? { vehicles: createVehicleProgram(gl, TABLES), rings: createClusterProgram(gl) };
  prepared.set(gl, programs);
  if (known) for (const program of [programs.vehicles, programs.rings]) program.forget();
  return programs;
}
