import { cutFile } from './cut-file.ts';
import { discardFile, recoverFile } from './recorded-file.ts';
import { remuxFile } from './remux-file.ts';

/** What is done with files of recordings. */
export const recordingTools = { recover: recoverFile, discard: discardFile, cut: cutFile, remux: remuxFile };
