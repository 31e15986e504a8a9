import { CallError } from '@fleetwarden/contract/errors';
import type { MapRecord } from '@fleetwarden/contract/live/live';
import type { Db } from '../../platform/db/database.ts';
import type { InspectionPrincipal, Principal } from '../../platform/http/principal.ts';
import type { IdentitySettings } from './identity-settings.ts';
import * as store from './inspection-store.ts';
import { INSPECTION_PASSWORD_CHARS } from './limits.ts';
import type { LoggedIn, SignedIn } from './login.ts';
import type { LoginKey } from './login-key.ts';
import { logged } from './login-log.ts';
import { hashPassword, randomLetters } from './password.ts';
import type { CaptchaAnswer, PasswordProofs } from './password-proof.ts';
import type { Scopes } from './scope.ts';
import { endSessionsOf } from './session-store.ts';
import type { Peer, Sessions } from './sessions.ts';
import { inspectionInfoOf } from './user-info.ts';

export type CarLoginData = CaptchaAnswer & { readonly carNo: string; readonly color: number; readonly vPasswd: string };

export type Inspections = {
  /** Throws CallError tooMany, locked, badCaptcha, and badCredentials alike for an unknown plate, no password and a wrong one. */
  login(data: CarLoginData, peer: Peer): Promise<LoggedIn>;
  /** Throws CallError notSignedIn if the vehicle was removed. */
  whoIs(inspection: InspectionPrincipal): Promise<SignedIn>;
  /** The vehicle where it is now; empty while it has not been seen. */
  list(inspection: InspectionPrincipal): Promise<(MapRecord & { deptName: string })[]>;
  /** Makes a password in place of any earlier one, and ends the sessions that had it. Throws CallError notFound outside the scope. */
  makePassword(vehicleId: number, user: Principal): Promise<string>;
};

export type InspectionsDeps = {
  readonly db: Db;
  readonly sessions: Sessions;
  readonly key: LoginKey;
  readonly proofs: PasswordProofs;
  readonly settings: IdentitySettings;
  readonly scopes: Scopes;
  readonly vehicleRecord: (vehicleId: number) => MapRecord | undefined;
  /** BUSINESS_TZ, sent to the console. */
  readonly timeZone: string;
  readonly now: () => number;
};

export function createInspections(deps: InspectionsDeps): Inspections {
  const { db, sessions, key, proofs, settings, scopes, timeZone, now } = deps;
  const signedIn = async (vehicle: store.InspectedVehicle): Promise<SignedIn> => ({
    userInfo: inspectionInfoOf(vehicle, await settings.of(vehicle.department_id), timeZone),
    rights: [],
  });
  const vehicleOf = async ({ vehicleId }: InspectionPrincipal) => {
    const vehicle = await store.vehicleById(db, vehicleId);
    if (!vehicle) throw new CallError('notSignedIn', `vehicle ${vehicleId}`);
    return vehicle;
  };

  return {
    login: async (data, peer) => {
      const { peerIp } = peer;
      const plate = data.carNo.toUpperCase();
      return logged({ db, now }, { loginName: plate, accountId: null, peerIp }, async () => {
        const name = `car ${plate}`;
        await proofs.solve(data, { name, peerIp });
        const vehicle = await store.vehicleByPlate(db, plate, data.color);
        const storedHash = vehicle?.password_hash ?? undefined;
        await proofs.prove({ name, peerIp, storedHash, password: () => key.open(data.vPasswd) }, 'badCredentials');
        if (!vehicle) throw new CallError('badCredentials');
        const info = await signedIn(vehicle);
        const token = await sessions.open({ vehicleId: vehicle.id }, vehicle.department_id, peer);
        return { token, ...info };
      });
    },
    whoIs: async (inspection) => signedIn(await vehicleOf(inspection)),
    list: async (inspection) => {
      const { department_name: deptName } = await vehicleOf(inspection);
      const record = deps.vehicleRecord(inspection.vehicleId);
      return record && record.x !== null ? [{ ...record, deptName }] : [];
    },
    makePassword: async (vehicleId, user) => {
      const vehicle = await store.vehicleById(db, vehicleId);
      if (!vehicle || !(await scopes.of(user.departmentId)).has(vehicle.department_id))
        throw new CallError('notFound', `vehicle ${vehicleId}`);
      const password = randomLetters(INSPECTION_PASSWORD_CHARS);
      const hash = await hashPassword(password);
      const ended = await db.transaction(async (tx) => {
        await store.saveInspectionPassword(tx, { vehicleId, hash, madeBy: user.accountId, now: now() });
        return endSessionsOf(tx, { vehicleId }, 'password', now());
      });
      sessions.ended(ended, 'logout');
      return password;
    },
  };
}
