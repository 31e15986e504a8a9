import { expect, it } from 'vitest';
import { createCommonMessages } from './common-messages.ts';

it('delivers a message to the subscribers of its type, until they unsubscribe', () => {
  const messages = createCommonMessages();
  const heard: unknown[] = [];
  const end = messages.subscribe('notice', (data) => heard.push(['first', data]));
  messages.subscribe('notice', (data) => heard.push(['second', data]));
  messages.subscribe('job', (data) => heard.push(['job', data]));
  messages.publish({ type: 'notice', data: { noticeId: '1' } });
  end();
  messages.publish({ type: 'notice', data: { noticeId: '2' } });
  messages.publish({ type: 'heartbeat', data: {} });
  expect(heard).toEqual([
    ['first', { noticeId: '1' }],
    ['second', { noticeId: '1' }],
    ['second', { noticeId: '2' }],
  ]);
});

it('lets a handler end its subscription while it is called', () => {
  const messages = createCommonMessages();
  const heard: string[] = [];
  const end = messages.subscribe('notice', () => {
    heard.push('once');
    end();
  });
  messages.subscribe('notice', () => heard.push('always'));
  messages.publish({ type: 'notice', data: {} });
  messages.publish({ type: 'notice', data: {} });
  expect(heard).toEqual(['once', 'always', 'always']);
});
