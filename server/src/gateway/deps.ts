import type { CardStore } from '../ingest/card-store.ts';
import type { Ingest } from '../ingest/ingest.ts';
import type { MediaStore } from '../ingest/media-store.ts';
import type { TerminalMessageStore } from '../ingest/terminal-message-store.ts';
import type { TerminalReportStore } from '../ingest/terminal-report-store.ts';
import type { WaybillStore } from '../ingest/waybill-store.ts';
import type { ServerBus } from '../platform/bus/server-events.ts';
import type { Db } from '../platform/db/database.ts';
import type { Log } from '../platform/observe/log.ts';
import type { Delivery } from './commands/delivery.ts';
import type { Directory } from './directory.ts';
import type { Failures } from './failures.ts';
import type { FirmwareSender } from './firmware/firmware-sender.ts';
import type { GatewayLimits } from './limits.ts';
import type { LoginRefusals } from './login-refusals.ts';
import type { GatewayMetrics } from './metrics.ts';
import type { Quarantine } from './quarantine.ts';
import type { RegistrationRefusals } from './registration-refusals.ts';
import type { Sessions } from './sessions.ts';
import type { SubPackages } from './sub-packages.ts';
import type { TerminalObservations } from './terminal-observations.ts';
import type { Throttle } from './throttle.ts';
import type { UnknownItems } from './unknown-items.ts';
import type { UnknownTerminals } from './unknown-terminals.ts';

/** All dependencies of the gateway. Each function takes a `Pick` of those it uses. */
export type GatewayDeps = {
  readonly db: Db;
  readonly bus: ServerBus;
  readonly log: Log;
  readonly ingest: Ingest;
  readonly media: MediaStore;
  readonly cards: CardStore;
  readonly waybills: WaybillStore;
  readonly terminalMessages: TerminalMessageStore;
  readonly terminalReports: TerminalReportStore;
  readonly subPackages: SubPackages;
  readonly metrics: GatewayMetrics;
  readonly limits: GatewayLimits;
  readonly directory: Directory;
  readonly sessions: Sessions;
  readonly delivery: Delivery;
  readonly firmware: FirmwareSender;
  readonly quarantine: Quarantine;
  readonly unknownItems: UnknownItems;
  readonly observations: TerminalObservations;
  readonly unknownTerminals: UnknownTerminals;
  readonly registrationRefusals: RegistrationRefusals;
  readonly loginRefusals: LoginRefusals;
  readonly failures: Failures;
  /** Limits the terminals that AUTO_REGISTER creates, by address. */
  readonly creations: Throttle;
  /** Whether any device may register from this address. */
  readonly isTrustedNetwork: (address: string) => boolean;
  /** Prepares a vehicle that the gateway created for its first report. Never rejects. */
  readonly includeVehicle: (vehicleId: number) => Promise<void>;
  /** AUTO_REGISTER */
  readonly autoRegister: boolean;
  /** Epoch ms. */
  readonly now: () => number;
};
