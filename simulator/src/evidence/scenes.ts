import type { AlarmTypeKey } from '@fleetwarden/domain/alarm-types';
import type { Colour, Shape } from './canvas.ts';

/** What a camera sees. */
export type Scene = {
  /** `driven`: any number, the place on the road. */
  readonly background: (driven: number) => readonly Shape[];
  /** What the alarm is about. */
  readonly event: readonly Shape[];
};

const box = (colour: Colour, ...at: readonly [number, number, number, number]): Shape => ({ colour, box: at });
const oval = (colour: Colour, ...at: readonly [number, number, number, number]): Shape => ({ colour, oval: at });
const area = (colour: Colour, ...corners: readonly number[]): Shape => ({ colour, area: corners });

const HORIZON = 430;
const DASHES = 6;

/** The road ahead, with dashes that come nearer. */
function road(driven: number): Shape[] {
  const passed = driven - Math.floor(driven);
  const dashes = Array.from({ length: DASHES }, (_, i) => {
    const [far, near] = [i + passed, i + passed + 0.4].map((at) => (at / DASHES) ** 2) as [number, number];
    const y = (depth: number) => HORIZON + (1_000 - HORIZON) * depth;
    const half = (depth: number) => 2 + 16 * depth;
    return area('line', 500 - half(far), y(far), 500 + half(far), y(far), 500 + half(near), y(near), 500 - half(near), y(near));
  });
  return [
    box('sky', 0, 0, 1_000, HORIZON),
    area('hill', 0, HORIZON, 180, 340, 380, HORIZON),
    area('hill', 520, HORIZON, 780, 310, 1_000, 390, 1_000, HORIZON),
    box('grass', 0, HORIZON, 1_000, 1_000),
    area('road', 455, HORIZON, 545, HORIZON, 1_120, 1_000, -120, 1_000),
    area('line', 452, HORIZON, 457, HORIZON, -70, 1_000, -120, 1_000),
    area('line', 543, HORIZON, 548, HORIZON, 1_120, 1_000, 1_070, 1_000),
    ...dashes,
  ];
}

/** A car from behind: its middle, the ground below it, and its width. */
const car = (x: number, y: number, width: number, colour: Colour = 'silver'): Shape[] => {
  const unit = width / 10;
  return [
    box('tyre', x - 4.6 * unit, y - 2.4 * unit, 1.6 * unit, 2.4 * unit),
    box('tyre', x + 3 * unit, y - 2.4 * unit, 1.6 * unit, 2.4 * unit),
    area(
      colour,
      x - 3.6 * unit,
      y - 8 * unit,
      x + 3.6 * unit,
      y - 8 * unit,
      x + 4.6 * unit,
      y - 4.6 * unit,
      x - 4.6 * unit,
      y - 4.6 * unit,
    ),
    area(
      'glass',
      x - 3.1 * unit,
      y - 7.5 * unit,
      x + 3.1 * unit,
      y - 7.5 * unit,
      x + 3.8 * unit,
      y - 5 * unit,
      x - 3.8 * unit,
      y - 5 * unit,
    ),
    box(colour, x - 5 * unit, y - 5 * unit, 10 * unit, 3.8 * unit),
    box('red', x - 4.8 * unit, y - 4.4 * unit, 1.8 * unit, 1.1 * unit),
    box('red', x + 3 * unit, y - 4.4 * unit, 1.8 * unit, 1.1 * unit),
    box('blue', x - 1.3 * unit, y - 3.2 * unit, 2.6 * unit, 0.9 * unit),
  ];
};

const pedestrian = (x: number, y: number): Shape[] => [
  oval('skin', x, y - 250, 22, 28),
  box('red', x - 34, y - 222, 68, 120),
  area('seat', x - 30, y - 104, x, y - 104, x - 22, y, x - 52, y),
  area('seat', x, y - 104, x + 30, y - 104, x + 52, y, x + 22, y),
];

const cabin = (): Shape[] => [
  box('wall', 0, 0, 1_000, 1_000),
  area('sky', 640, 60, 1_000, 40, 1_000, 460, 700, 440),
  box('seat', 270, 240, 380, 760),
  oval('seat', 460, 250, 150, 130),
  area('shirt', 290, 700, 630, 700, 760, 1_000, 160, 1_000),
  box('shade', 415, 560, 90, 150),
  oval('skin', 460, 430, 128, 180),
  oval('hair', 460, 300, 132, 84),
  oval('white', 410, 420, 26, 15),
  oval('white', 512, 420, 26, 15),
  oval('hair', 410, 420, 11, 12),
  oval('hair', 512, 420, 11, 12),
  area('shade', 450, 450, 472, 450, 480, 500, 442, 500),
  box('red', 425, 540, 72, 12),
];
const strap = area('belt', 600, 690, 640, 700, 330, 1_000, 270, 1_000);
const wheel = [oval('tyre', 470, 1_050, 330, 170), oval('wall', 470, 1_060, 280, 130)];
const driver = (): Shape[] => [...cabin(), strap, ...wheel];
const hand = (x: number, y: number): Shape => oval('skin', x, y, 52, 60);
const phone = (x: number, y: number): Shape => box('black', x, y, 46, 150);

/** The own side at the left of the picture, and the lane beside it. */
const side = (driven: number): Shape[] => {
  const passed = driven - Math.floor(driven);
  return [
    ...road(driven),
    ...[0, 1, 2].map((i) => box('line', 240, 480 + ((i + passed) / 3) * 520, 24, 80)),
    area('blue', 0, 80, 150, 330, 190, 1_000, 0, 1_000),
    area('glass', 30, 200, 110, 330, 120, 520, 30, 480),
  ];
};
const motorcycle = (x: number, y: number): Shape[] => [
  oval('tyre', x, y - 60, 26, 60),
  oval('tyre', x, y - 150, 60, 60),
  box('shirt', x - 54, y - 320, 108, 150),
  oval('red', x, y - 350, 48, 50),
  oval('lamp', x, y - 150, 22, 22),
];

const front = (...event: readonly Shape[]): Scene => ({ background: road, event });
const face = (...event: readonly Shape[]): Scene => ({ background: driver, event });
const beside = (...event: readonly Shape[]): Scene => ({ background: side, event });
const eyelids = [
  oval('skin', 410, 420, 30, 19),
  oval('skin', 512, 420, 30, 19),
  box('hair', 384, 424, 52, 6),
  box('hair', 486, 424, 52, 6),
];
const roadSign = [box('silver', 866, 320, 14, 260), oval('red', 873, 270, 66, 80), oval('white', 873, 270, 48, 60)];

/** Scenes of alarm types with a camera. Other types have the road ahead. */
export const SCENES: Readonly<Partial<Record<AlarmTypeKey, Scene>>> = {
  adasFcw: front(...car(500, 900, 480)),
  adasLdw: front(area('line', 520, HORIZON, 526, HORIZON, 420, 1_000, 340, 1_000)),
  adasHmw: front(...car(500, 720, 240)),
  adasPcw: front(...pedestrian(620, 860)),
  adasLane: front(...car(760, 860, 380, 'red'), ...car(420, 640, 150)),
  adasSign: front(...roadSign),
  adasSignEvt: front(...roadSign),
  adasObstacle: front(area('belt', 410, 820, 470, 700, 590, 700, 640, 820), area('lamp', 470, 700, 530, 560, 590, 700)),
  adasPhotoEvt: front(...car(560, 640, 140)),
  adasSolid: front(area('lamp', 494, HORIZON, 506, HORIZON, 540, 1_000, 460, 1_000)),
  adasAisle: front(...car(500, 700, 220), ...car(330, 700, 200, 'blue'), ...car(680, 700, 200, 'red')),
  dsmFatigue: face(...eyelids, oval('hair', 460, 545, 44, 46)),
  dsmPhone: face(hand(610, 480), phone(586, 370)),
  dsmSmoke: face(box('white', 490, 548, 90, 12), box('lamp', 570, 548, 16, 12), hand(620, 600), oval('smoke', 610, 470, 60, 34)),
  dsmDistract: face(
    oval('skin', 520, 430, 120, 178),
    oval('hair', 490, 310, 140, 84),
    oval('white', 560, 420, 22, 14),
    oval('hair', 570, 420, 10, 11),
    area('shade', 600, 440, 650, 490, 600, 495),
  ),
  dsmAbnormal: face(...eyelids, oval('skin', 460, 520, 96, 90)),
  dsmPhotoEvt: face(),
  dsmChangeEvt: face(oval('belt', 460, 300, 150, 96), box('belt', 330, 330, 270, 30)),
  dsmBelt: { background: () => [...cabin(), ...wheel], event: [] },
  dsmCover: face(box('black', 0, 0, 1_000, 1_000), oval('shade', 760, 840, 300, 260)),
  dsmGlasses: face(oval('black', 408, 420, 52, 34), oval('black', 514, 420, 52, 34), box('black', 400, 410, 120, 10)),
  dsmHands: face(hand(170, 860), hand(790, 860)),
  dsmPlayPhone: face(...eyelids, hand(300, 820), phone(280, 740)),
  dsmOvertime: face(...eyelids),
  bsdRear: front(...motorcycle(500, 900)),
  bsdLeft: beside(...motorcycle(430, 900)),
  bsdRight: beside(...car(520, 860, 300, 'red')),
};
export const OTHER_SCENE: Scene = front();
