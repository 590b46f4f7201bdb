// Null says something in an update: it clears. And what an answer kept for a repeated call may still show.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestRegistry } from '../../tests/support/test-registry.ts';
import type { Api, TestRegistry } from '../../tests/support/test-registry.ts';

let registry: TestRegistry;
let api: Api;
let installation_id: string;
let serial = 0;

beforeAll(async () => {
  registry = await startTestRegistry();
  api = (await registry.organization('own')).api;
  const connected = await api('POST', '/integrations/connect', {
    platform: 'wix',
    site_url: 'https://a.example',
  });
  installation_id = connected.body.installation_id;
});
afterAll(() => registry.close());

const publish = async (fields: object = {}, headers: Record<string, string> = {}) =>
  (await api('POST', '/artworks', { title: `Work ${++serial}`, artist_name: 'Ana', ...fields }, headers))
    .body;

describe('null in an update', () => {
  it('clears the external_id of the work and of its source', async () => {
    const external_id = `shop-${serial}`;
    const source_url = 'https://a.example/1';
    const { registry_id } = await publish({
      external_id,
      source_url,
      integration: { installation_id, external_id, source_url },
    });
    const cleared = await api('PATCH', `/artworks/${registry_id}`, {
      external_id: null,
      source_url: null,
      integration: { installation_id },
    });
    expect(cleared.body.data.source).toMatchObject({ external_id: null, source_url: null });
    // Its number is free for another work.
    const next = await publish({ integration: { installation_id, external_id } });
    expect(next.duplicate).toBe(false);
  });
  it('contradicts another value in the integration', async () => {
    const { registry_id } = await publish();
    const answer = await api('PATCH', `/artworks/${registry_id}`, {
      external_id: null,
      integration: { installation_id, external_id: 'x' },
    });
    expect([answer.status, answer.body.error.issues]).toMatchObject([
      422,
      [{ path: 'integration.external_id' }],
    ]);
  });
  it('and a field that is not there leave a source what it has, where a work is published again', async () => {
    const external_id = `kept-${serial}`;
    const work = { title: `Kept ${serial}`, external_id };
    await publish({ ...work, integration: { installation_id, source_url: 'https://a.example/kept' } });
    const again = await publish({ title: work.title, source_url: null, integration: { installation_id } });
    expect(again).toMatchObject({
      duplicate: true,
      data: { source: { external_id, source_url: 'https://a.example/kept' } },
    });
  });
});

describe('the answer to a repeated call', () => {
  it('shows no work that has left the public since', async () => {
    const headers = { 'idempotency-key': 'replay-me' };
    const work = { title: 'Taken down', artist_name: 'Ana' };
    const first = await api('POST', '/artworks', work, headers);
    expect((await api('POST', '/artworks', work, headers)).body).toEqual(first.body);
    await registry.storage.withdrawArtwork(first.body.registry_id);
    const after = await api('POST', '/artworks', work, headers);
    expect([after.status, after.headers['idempotent-replay']]).toEqual([201, 'true']);
    expect(after.body).toEqual({ ...first.body, data: null });
  });
});
