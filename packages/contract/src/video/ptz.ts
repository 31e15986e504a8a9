import type { CommandCode } from '../commands/terminal-commands.ts';

type PtzCommand = { readonly cmdCode: CommandCode; readonly params: Readonly<Record<string, number>> };

const move = (...directions: readonly number[]): readonly PtzCommand[] =>
  directions.map((direction) => ({ cmdCode: '9301', params: { direction } }));
const camera = (cmdCode: CommandCode, action: number): readonly PtzCommand[] => [{ cmdCode, params: { action } }];
const [STOP, UP, DOWN, LEFT, RIGHT] = [0, 1, 2, 3, 4] as const;

/** Commands of each action on a camera. A diagonal is two of them; `stop` ends a movement. */
export const ptzActions = {
  stop: move(STOP),
  up: move(UP),
  down: move(DOWN),
  left: move(LEFT),
  right: move(RIGHT),
  upLeft: move(UP, LEFT),
  upRight: move(UP, RIGHT),
  downLeft: move(DOWN, LEFT),
  downRight: move(DOWN, RIGHT),
  focusIn: camera('9302', 0),
  focusOut: camera('9302', 1),
  irisOpen: camera('9303', 0),
  irisClose: camera('9303', 1),
  wiperOff: camera('9304', 0),
  wiperOn: camera('9304', 1),
  infraredOff: camera('9305', 0),
  infraredOn: camera('9305', 1),
  zoomIn: camera('9306', 0),
  zoomOut: camera('9306', 1),
} as const satisfies Record<string, readonly PtzCommand[]>;
export type PtzAction = keyof typeof ptzActions;

export const MAX_PTZ_SPEED = 255;
export const DEFAULT_PTZ_SPEED = 128;
