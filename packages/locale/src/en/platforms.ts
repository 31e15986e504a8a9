import type { platforms as zh } from '../zh/platforms.ts';

export const platforms: Record<keyof typeof zh, string> = {
  enable: 'Enable',
  disable: 'Disable',
  enabled: 'Enabled',
  disabled: 'Disabled',
  superiorHint:
    'How this platform is to link to regulators by JT/T 809, and with which vehicles. The link state is what is wanted; no connection is made yet.',
  forwardHint: 'Other systems that are to get copies of the data, and of which vehicles. Nothing is forwarded yet.',
};
