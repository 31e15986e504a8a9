import type { Metrics } from '../platform/observe/metrics.ts';

export type GatewayMetrics = ReturnType<typeof gatewayMetrics>;

/** Why something a terminal asked was not granted. */
export type RefusedReason =
  | 'unknown'
  | 'no-vehicle'
  | 'service-stopped'
  | 'terminal-id'
  | 'unauthenticated'
  | 'wrong-code'
  | 'throttled'
  | 'connections'
  | 'full';

/** Figures of the 808 gateway. */
export function gatewayMetrics(metrics: Metrics) {
  return {
    bytes: metrics.counter('gateway_received_bytes_total', 'Bytes received from terminals', ['transport']),
    frames: metrics.counter('gateway_frames_total', 'Good frames received'),
    bad: metrics.counter('gateway_bad_frames_total', 'Bad frames by reason', ['reason']),
    locations: metrics.counter('gateway_locations_total', 'Locations handed to ingest'),
    acks: metrics.counter('gateway_location_acks_total', 'Messages with locations acknowledged after their commit'),
    refused: metrics.counter('gateway_refused_total', 'What terminals asked and were not granted', ['reason']),
    closed: metrics.counter('gateway_closed_total', 'Connections closed by us', ['reason']),
    commands: metrics.counter('gateway_commands_total', 'Commands to terminals by the state they came to', ['state']),
    failures: metrics.counter('gateway_failures_total', 'Messages left unanswered because the database was away'),
    media: metrics.counter('gateway_media_total', 'Photos, sounds and films uploaded by terminals', ['result']),
    cards: metrics.counter('gateway_cards_total', 'Sign-ins and sign-outs of drivers', ['result']),
    waybills: metrics.counter('gateway_waybills_total', 'Electronic waybills', ['result']),
    created: metrics.counter('gateway_created_total', 'Terminals created by AUTO_REGISTER'),
  };
}
