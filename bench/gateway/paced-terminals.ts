/** The process of paced terminals, configured by its parent. */
import { once } from 'node:events';
import { type PacedOptions, runPaced } from './paced.ts';

const [options] = (await once(process, 'message')) as [PacedOptions];
await runPaced(options);
