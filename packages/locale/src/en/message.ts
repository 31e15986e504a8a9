import type { message as zh } from '../zh/message.ts';

export const message: Record<keyof typeof zh, string> = {
  contentRequired: 'Enter the message',
  contentTooLong: 'At most 250 characters',
  templateRequired: 'Select a template',
  channelRequired: 'Select how to deliver the message',
  noVehicles: 'No vehicles in the selected departments',
  tooManyVehicles: 'At most {{most}} vehicles at a time',
};
