// What `sync --dry-run` shows beside a service that may not send yet.
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { bareEnv } from '../../../registry-server/tests/support/bare-env.ts';
import { typeAlone } from '../../../registry-server/tests/support/command-line.ts';
import { sampleArtwork } from '../../tests/support/sample-artwork.ts';
import { pairedSite, startStage, until, type Stage } from '../../tests/support/start-stage.ts';

let stage: Stage;
afterEach(() => stage.stop());

test('the steps that wait are shown by artwork, and nothing is sent', async () => {
  stage = await startStage(() => {}, { site: (...sides) => ({ ...pairedSite(...sides), apiKey: null }) });
  const { site, registry, dataDir } = stage;
  const dryRun = async (...more: string[]) => {
    const env = bareEnv({ HOME: dataDir, DAEMON_DATA_DIR: dataDir });
    return (await typeAlone(join(import.meta.dirname, '../main.ts'), ['sync', '--dry-run', ...more], { env }))
      .stdout;
  };
  expect(await dryRun()).toBe(`${site.url}: nothing waits to be sent.\n`);
  site.share('1', sampleArtwork(1));
  site.share('2', sampleArtwork(2));
  await until(() => site.waiting().length === 0, 'read');
  const asked = registry.requests.length;
  const shown = await dryRun();
  expect(shown).toContain(`${site.url}: 2 steps wait to be sent.\n`);
  expect(shown).toContain(`  1  ${String(sampleArtwork(1)['title'])}: register\n`);
  const { sites } = JSON.parse(await dryRun('--json')) as { sites: object[] };
  expect(sites).toEqual([
    expect.objectContaining({
      waiting: 2,
      steps: [expect.objectContaining({ external_id: '1', step: 'register' }), expect.anything()],
    }),
  ]);
  expect(registry.requests).toHaveLength(asked);
});
