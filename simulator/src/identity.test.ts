import { describe, expect, it } from 'vitest';
import { parseFleet } from './identity.ts';
import { sampleFleet } from './sample-fleet.ts';

const [good] = sampleFleet(1);

describe('a fleet file', () => {
  it('survives a round trip', () => {
    const fleet = sampleFleet(40);
    expect(parseFleet(JSON.stringify(fleet))).toEqual(fleet);
    const faulty = [{ ...good, evidence: 'refusing' }];
    expect(parseFleet(JSON.stringify(faulty))).toEqual(faulty);
  });

  it.each([
    ['phone', '0123456', 'fleet[0].phone: got "0123456", takes 5 to 19 digits without a leading zero'],
    ['version', 2012, 'fleet[0].version: got 2012, takes 2011, 2013 or 2019'],
    ['kind', 'ship', 'fleet[0].kind: got "ship", takes a kind of vehicle'],
    ['homeCity', '长江', 'fleet[0].homeCity: got "长江", takes a place of the road table'],
    ['seed', -1, 'fleet[0].seed: got -1, takes a whole number up to 4294967295'],
    ['evidence', 'lost', 'fleet[0].evidence: got "lost", takes one of good, refusing, silent'],
    ['plate', undefined, 'fleet[0].plate: got undefined, takes a text'],
  ])('names a wrong %s', (field, value, message) => {
    expect(() => parseFleet(JSON.stringify([{ ...good, [field]: value }]))).toThrow(message);
  });

  it('has unique phones', () => {
    expect(() => parseFleet(JSON.stringify([good, good]))).toThrow('is there twice');
  });

  it('is an array', () => {
    expect(() => parseFleet('{}')).toThrow('fleet: needs an array of terminals');
  });
});
