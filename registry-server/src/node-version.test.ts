import { expect, it } from 'vitest';
import { OLDEST_NODE, refusalOfNode } from './node-version.ts';

it.each(['22.22.2', '22.23.0', '24.12.0', '26.0.0'])('runs on Node %s', (version) => {
  expect(refusalOfNode(version)).toBeNull();
});

it.each(['20.20.2', '22.19.0', '22.22.1'])('refuses Node %s in one sentence', (version) => {
  expect(refusalOfNode(version)).toMatch(
    new RegExp(`^The registry server needs Node ${OLDEST_NODE} .* this is Node ${version}: .*\\.$`),
  );
});
