import { bytes, gbk, struct } from '../../codec/index.ts';
import { source2019 } from './fields.ts';

/** 0x1601: static data of a vehicle, `NAME:=value;...`. */
export const VehicleData = struct({ ...source2019, text: gbk('rest') });

/** 0x1602: the vehicle's line, as the body of a 0x8606. */
export const Line = struct({ route: bytes('rest') });
