import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { takeNotices } from '../../api/feedback.ts';
import { startTexts } from '../../api/i18n.ts';
import { page, refuse, stubServer } from '../../ui/testing.tsx';
import { resend, SentCommands, sendCommand, sentCommands, toOutcome } from './sent-commands.ts';

const car = { targId: '1', carId: '91', plate: '京A1', colour: 2 };
const told = (seqId: string, state: number, resultCode: number | null = null) =>
  ({ seqId, targId: '1', state, resultCode, resultData: null }) as never;

beforeEach(() => startTexts('zh'));
afterEach(() => {
  sentCommands.clear();
  takeNotices();
});

describe('the outcome of a command', () => {
  it.each([
    [0, null, 'queued'],
    [1, null, 'sent'],
    [2, 0, 'acknowledged'],
    [3, 1, 'refused'],
    [3, 2, 'refused'],
    [3, 3, 'unsupported'],
    [3, 4020, 'offline'],
    [3, 4023, 'unsupported'],
    [3, 4024, 'moving'],
    [3, 4025, 'speedUnknown'],
    [3, 4029, 'busy'],
    [3, 5000, 'failed'],
    [4, null, 'timedOut'],
    [5, null, 'cancelled'],
    [6, 0, 'answered'],
  ] as const)('in state %s with result %s is %s', (state, result, outcome) => {
    expect(toOutcome(state, result)).toBe(outcome);
  });
});

describe('sent commands', () => {
  const sendTwo = (sent: SentCommands) =>
    sent.track('8300', '一队', async () => ({ list: [told('11', 1), told('12', 3, 4020)] }));

  it('change with their own updates, and ignore updates of other commands', async () => {
    const sent = new SentCommands();
    const send = await sendTwo(sent);
    expect(send.counts).toEqual({ sent: 1, offline: 1 });
    sent.hear(told('11', 2, 0));
    sent.hear(told('99', 4));
    expect(send.counts).toEqual({ sent: 0, acknowledged: 1, offline: 1 });
    expect([...send.commands.keys()]).toEqual(['11', '12']);
  });

  it('include an update that arrived before the reply to the call', async () => {
    const sent = new SentCommands();
    const send = await sent.track('8201', '京A1', async () => {
      sent.hear(told('11', 6, 0));
      return { list: [told('11', 1)] };
    });
    expect(send.counts).toEqual({ answered: 1 });
  });

  it('are queried when updates may have been missed', async () => {
    const server = stubServer({ 'terminal/listCommand': () => page([told('11', 4)]) });
    const sent = new SentCommands();
    const send = await sendTwo(sent);
    await sent.refresh();
    expect(server.of('terminal/listCommand')[0]?.data).toEqual({ seqIds: ['11'] });
    expect(send.counts).toMatchObject({ timedOut: 1 });
    await sent.refresh();
    expect(server.requests).toHaveLength(1);
  });

  it('are unchanged if the server query fails', async () => {
    stubServer({ 'terminal/listCommand': () => refuse('5000', 'x') });
    const sent = new SentCommands();
    const send = await sendTwo(sent);
    await sent.refresh();
    expect(send.counts).toEqual({ sent: 1, offline: 1 });
    expect(takeNotices()).toEqual([]);
  });

  it('are limited to twenty sends', async () => {
    const sent = new SentCommands();
    for (let i = 0; i < 25; i++) await sent.track('8201', `${i}`, async () => ({ list: [told(`${i}`, 1)] }));
    expect([sent.sends.length, sent.sends[0]?.title]).toEqual([20, '24']);
  });
});

describe('sending to a vehicle', () => {
  it('tracks the sent command', async () => {
    const server = stubServer({ 'terminal/sendCommand': () => ({ list: [told('11', 1)] }) });
    const send = await sendCommand('8400', car, { kind: 1, phone: '13912345678' });
    expect(server.of('terminal/sendCommand')[0]?.data).toEqual({
      cmdCode: '8400',
      targIds: ['1'],
      params: { kind: 1, phone: '13912345678' },
    });
    expect(sentCommands.sends).toEqual([send]);
  });

  it('that is offline shows an error and tracks nothing', async () => {
    stubServer({ 'terminal/sendCommand': () => refuse('4020', '终端不在线') });
    expect(await sendCommand('8201', car)).toBeNull();
    expect(takeNotices().map(({ text }) => text)).toEqual(['终端不在线']);
    expect(sentCommands.sends).toEqual([]);
  });

  it('again includes only the vehicles that the command did not reach', async () => {
    const server = stubServer({ 'terminal/resendCommand': () => ({ list: [told('21', 1)] }) });
    const send = await sentCommands.track('8300', '一队', async () => ({
      list: [told('11', 2, 0), told('12', 4), told('13', 3, 4023), told('14', 3, 4020)],
    }));
    await resend(send);
    expect(server.of('terminal/resendCommand')[0]?.data).toEqual({ seqIds: ['12', '14'] });
    expect(sentCommands.sends[0]?.counts).toEqual({ sent: 1 });
  });
});
