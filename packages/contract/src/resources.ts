import type { Resource } from './resource.ts';
import { deletedVehicle } from './resources/deleted-vehicle.ts';
import { department } from './resources/department.ts';
import { driver } from './resources/driver.ts';
import { fleetVehicle } from './resources/fleet-vehicle.ts';
import { vehicle } from './resources/vehicle.ts';

/** Every resource by its name: the kinds of records an operator keeps. */
export const resources: Readonly<Record<string, Resource>> = { department, driver, vehicle, fleetVehicle, deletedVehicle };
