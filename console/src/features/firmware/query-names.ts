/** Names of tables and queries, which live messages reload. */
export const FILES = 'firmware.files';
export const ROLLOUTS = 'firmware.rollouts';
export const ROLLOUT_CARS = 'firmware.rolloutCars';
