// A work that was given away and comes back to its gallery. Its sources ended, so that no list of the site's installation has it.
import { afterEach, expect, test } from 'vitest';
import type { FakeArtwork } from '../../tests/support/fake-artworks.ts';
import { sampleArtwork } from '../../tests/support/sample-artwork.ts';
import { startStage, until, type Stage } from '../../tests/support/start-stage.ts';

let stage: Stage;
afterEach(() => stage.stop());

const report = () => stage.site.reports.get('1');

async function giveAway(): Promise<FakeArtwork> {
  stage = await startStage(({ site }) => site.share('1', sampleArtwork(1)));
  await until(() => report()?.state === 'published', 'published');
  const artwork = stage.registry.artworks.all.get(report()!.registry_id!)!;
  stage.registry.artworks.giveAway(artwork);
  stage.site.command('recheck', '1');
  await until(() => report()?.state === 'moved', 'moved');
  return artwork;
}

test.each([
  ['shown', {}],
  ['hidden', { availability: 'fully_private' }],
])(
  'a work that is given back while it is %s is its shop’s again at the next full check',
  async (_, fields) => {
    const artwork = await giveAway();
    Object.assign(artwork, { holder: 'ours', fields: { ...artwork.fields, ...fields } });
    stage.site.command('audit');
    await until(() => report()?.state === 'published', 'published');
    expect(artwork.fields['availability']).toBe('for_sale');
    expect(artwork.sources).toMatchObject([{ installation_id: 'ins_1', external_id: '1', status: 'active' }]);
    expect([...stage.registry.artworks.all.keys()]).toEqual([artwork.registryId]);
  },
);

test('a work that its new holder hides stays given away at the full check', async () => {
  const artwork = await giveAway();
  artwork.fields['availability'] = 'fully_private';
  stage.site.command('audit');
  await until(() => stage.registry.count('/artworks/', 'PATCH') > 0, 'asked whose it is');
  await stage.rounds();
  expect(report()?.state).toBe('moved');
});
