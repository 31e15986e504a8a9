import type { TerminalConnection } from '@fleetwarden/contract/fleet/terminals';

/** The steps of a terminal's first connection, in order. */
export const CONNECTION_STEPS = ['connected', 'registered', 'authenticated', 'located'] as const;
export type ConnectionStep = (typeof CONNECTION_STEPS)[number];
export type StepState = 'done' | 'waiting';

/** A terminal with a code from elsewhere need not register, so a login counts as registration. */
export function stepStates(connection: TerminalConnection): Readonly<Record<ConnectionStep, StepState>> {
  const { session, registeredAt, authenticatedAt, location, refusal } = connection;
  const state = (isDone: boolean): StepState => (isDone ? 'done' : 'waiting');
  const isAuthenticated = authenticatedAt !== null;
  const isRegistered = registeredAt !== null || isAuthenticated;
  return {
    connected: state(session !== null || isRegistered || refusal !== null),
    registered: state(isRegistered),
    authenticated: state(isAuthenticated),
    located: state(location?.hasFix === true && location.isTimeValid),
  };
}

/** Whether all steps are done and the terminal is not refused since. */
export function isConnected(connection: TerminalConnection): boolean {
  const states = stepStates(connection);
  return connection.refusal === null && CONNECTION_STEPS.every((step) => states[step] === 'done');
}
