import type { Metrics } from '../platform/observe/metrics.ts';

export type GatewayMetrics = ReturnType<typeof gatewayMetrics>;

/** Why a message or connection was refused. */
export type RefusedReason =
  | 'unknown'
  | 'no-vehicle'
  | 'service-stopped'
  | 'terminal-id'
  | 'device'
  | 'unauthenticated'
  | 'wrong-code'
  | 'throttled'
  | 'connections'
  | 'full';

/** Metrics of the 808 gateway. */
export function gatewayMetrics(metrics: Metrics) {
  return {
    bytes: metrics.tallies('gateway_received_bytes_total', 'Bytes received from terminals', 'transport', ['tcp', 'udp']),
    frames: metrics.tally('gateway_frames_total', 'Good frames received'),
    bad: metrics.counter('gateway_bad_frames_total', 'Bad frames by reason', ['reason']),
    locations: metrics.tally('gateway_locations_total', 'Locations passed to ingest'),
    acks: metrics.tally('gateway_location_acks_total', 'Messages with locations acknowledged after their commit'),
    refused: metrics.counter('gateway_refused_total', 'Refused messages and connections by reason', ['reason']),
    closed: metrics.counter('gateway_closed_total', 'Connections closed by the gateway', ['reason']),
    commands: metrics.counter('gateway_commands_total', 'Commands to terminals by final state', ['state']),
    failures: metrics.counter('gateway_failures_total', 'Messages left unanswered while the database was down'),
    media: metrics.counter('gateway_media_total', 'Photos, sounds and videos uploaded by terminals', ['result']),
    cards: metrics.counter('gateway_cards_total', 'Sign-ins and sign-outs of drivers', ['result']),
    waybills: metrics.counter('gateway_waybills_total', 'Electronic waybills', ['result']),
    created: metrics.counter('gateway_created_total', 'Terminals created by AUTO_REGISTER'),
  };
}
