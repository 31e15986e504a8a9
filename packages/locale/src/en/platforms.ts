import type { platforms as zh } from '../zh/platforms.ts';

export const platforms: Record<keyof typeof zh, string> = {
  superiorHint:
    'JT/T 809 access settings of regulators and their assigned vehicles. The link shown is the desired state. See superior platform monitoring for the actual state',
  forwardHint: 'Third-party systems that receive copies of the data, and their vehicles. Forwarding is not active yet.',
};
