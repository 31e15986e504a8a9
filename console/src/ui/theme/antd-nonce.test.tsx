import { cleanup, render, screen } from '@testing-library/react';
import { Modal, Table } from 'antd';
import { afterEach, expect, it } from 'vitest';
import { giveNonce } from './antd-nonce.ts';

// unmount before the test window closes
afterEach(cleanup);

it('adds the nonce to style tags without one, and leaves all other nodes unchanged', () => {
  const head = document.createElement('head');
  giveNonce(head, 'secret');
  const [bare, own, link] = [document.createElement('style'), document.createElement('style'), document.createElement('link')];
  own.nonce = 'own';
  expect([bare, own, link].map((node) => head.appendChild(node))).toEqual([bare, own, link]);
  expect([...head.children]).toEqual([bare, own, link]);
  expect([bare.nonce, own.nonce, link.nonce || 'none']).toEqual(['secret', 'own', 'none']);
});

it('also reaches the style tags by which antd measures and locks scrolling', async () => {
  const found: string[] = [];
  giveNonce(document.head, 'secret');
  const append = document.head.appendChild.bind(document.head);
  document.head.appendChild = (node) => {
    const appended = append(node);
    if (appended instanceof HTMLStyleElement && !found.includes(appended.nonce)) found.push(appended.nonce);
    return appended;
  };
  render(
    <Modal open>
      <Table scroll={{ y: 100 }} columns={[{ title: 'column' }]} />
    </Modal>,
  );
  expect((await screen.findAllByText('column')).length).toBeGreaterThan(0);
  expect(found).toEqual(['secret']);
});
