import { type ClusterProgram, createClusterProgram } from '../clusters/cluster-program.ts';
import { TABLES } from './drawn-rows.ts';
import { createVehicleProgram, type VehicleProgram } from './vehicle-program.ts';

/** Programs that draw vehicles and rings in a context. */
export type LayerPrograms = { readonly vehicles: VehicleProgram; readonly rings: ClusterProgram };

/** Compiled programs by context, shared by the layers that use it one after the other. */
const prepared = new WeakMap<WebGL2RenderingContext, LayerPrograms>();

/** The programs of a context; if it `isPrepared`, reuses the previous layer's programs and resets them. */
export function programsIn(gl: WebGL2RenderingContext, isPrepared: boolean): LayerPrograms {
  const known = isPrepared ? prepared.get(gl) : undefined;
  const programs = known ?? { vehicles: createVehicleProgram(gl, TABLES), rings: createClusterProgram(gl) };
  prepared.set(gl, programs);
  if (known) for (const program of [programs.vehicles, programs.rings]) program.forget();
  return programs;
}
