import type { message as zh } from '../zh/message.ts';

export const message: Record<keyof typeof zh, string> = {
  contentRequired: 'Please enter the text',
  contentTooLong: '250 characters at most',
  templateRequired: 'Please choose a template',
  channelRequired: 'Please choose how the message is to be delivered',
  noVehicles: 'There are no vehicles in the chosen departments',
  tooManyVehicles: '{{most}} vehicles at most at a time',
};
