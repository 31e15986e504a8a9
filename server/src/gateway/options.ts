import type { CardStore } from '../ingest/card-store.ts';
import type { Ingest } from '../ingest/ingest.ts';
import type { MediaStore } from '../ingest/media-store.ts';
import type { TerminalMessageStore } from '../ingest/terminal-message-store.ts';
import type { TerminalReportStore } from '../ingest/terminal-report-store.ts';
import type { WaybillStore } from '../ingest/waybill-store.ts';
import type { ServerBus } from '../platform/bus/server-events.ts';
import type { Db } from '../platform/db/database.ts';
import type { Log } from '../platform/observe/log.ts';
import type { Metrics } from '../platform/observe/metrics.ts';
import type { FirmwareOptions } from './firmware/firmware-sender.ts';
import type { GatewayLimits } from './limits.ts';
import type { MessageRow } from './messages/message-handler.ts';

export type GatewayOptions = {
  readonly db: Db;
  readonly bus: ServerBus;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly ingest: Ingest;
  /** Stores uploaded photos, sounds and videos. */
  readonly media: MediaStore;
  /** Stores sign-ins and sign-outs by driver card. */
  readonly cards: CardStore;
  /** Stores electronic waybills. */
  readonly waybills: WaybillStore;
  /** Stores messages that are not interpreted. */
  readonly terminalMessages: TerminalMessageStore;
  /** Stores events, answers and requests of drivers. */
  readonly terminalReports: TerminalReportStore;
  /** Firmware files; without them none is sent. */
  readonly firmware?: FirmwareOptions;
  readonly host: string;
  /** For TCP and UDP; 0 chooses a free one. */
  readonly port: number;
  /** AUTO_REGISTER */
  readonly autoRegister: boolean;
  /** Prepares a vehicle that AUTO_REGISTER created, before its first report is handled. Never rejects. */
  readonly includeVehicle?: (vehicleId: number) => Promise<void>;
  /** TRUSTED_TERMINAL_NETWORKS: addresses or ranges, from which any device may register. */
  readonly trustedNetworks?: readonly string[];
  /** BUSINESS_TZ: the time zone of the last day of service. */
  readonly timeZone?: string;
  readonly limits?: Partial<GatewayLimits>;
  /** How long a connection may be silent by the setting of the platform, ms; undefined: `limits.idleMs`. */
  readonly idleMs?: () => Promise<number>;
  /** Decrypts passwords in commands. Without it, commands with a password are not sent. */
  readonly open?: (sealed: string) => string;
  /** Message handlers beside those of `messages/table.ts`. */
  readonly extraMessages?: readonly MessageRow[];
  /** Epoch ms. */
  readonly now?: () => number;
};
