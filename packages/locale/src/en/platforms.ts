import type { platforms as zh } from '../zh/platforms.ts';

export const platforms: Record<keyof typeof zh, string> = {
  enable: 'Enable',
  disable: 'Disable',
  enabled: 'Enabled',
  disabled: 'Disabled',
  superiorHint:
    'The 809 access of regulators and the vehicles bound to them. The link is what is wanted; what it is stands in the monitoring of superior platforms',
  forwardHint: 'Other systems that are to get copies of the data, and of which vehicles. Nothing is forwarded yet.',
};
