// The comparison of a shop that nobody registered yet with what the registry holds: how many requests it takes, what it finds, and that
// registering afterwards doubles nothing.
import { afterEach, expect, test } from 'vitest';
import { sampleArtwork } from '../../../tests/support/sample-artwork.ts';
import { startStage, until, type Stage } from '../../../tests/support/start-stage.ts';

let stage: Stage;
afterEach(() => stage.stop());

const foundOf = (id: number) => stage.site.review.resultOf(id);
const isCompared = () => stage.site.review.isCompared();
const lists = () => stage.registry.requests.filter(({ path }) => path.startsWith('/artworks?gallery='));
const matches = () => stage.registry.count('/artworks/match');

test('2,000 works are compared with 1,200 of ours in thirteen requests, and registering them adopts those', async () => {
  stage = await startStage(({ site, registry }) => {
    for (let id = 1; id <= 1200; id += 1) registry.artworks.add('ours', sampleArtwork(id));
    for (let id = 1; id <= 2000; id += 1) site.review.add(String(id), sampleArtwork(id));
  });
  await until(isCompared, 'all are compared');
  expect(lists().length).toBe(13);
  expect(stage.site.calls.filter((name) => name === 'review').length).toBeLessThanOrEqual(6);
  expect(foundOf(7)).toMatchObject({
    found: 'own',
    by: 'list',
    matched_on: 'fingerprint',
    registry_id: 'AREG-7',
    shows: { title: 'Study no. 7' },
  });
  expect(foundOf(1201)).toMatchObject({ found: 'none', registry_id: null });
  for (let id = 1101; id <= 1300; id += 1) stage.site.share(String(id), sampleArtwork(id));
  await until(() => stage.site.countReported('published') === 100, 'those that are new');
  await until(() => stage.site.countReported('matched') === 100, 'those that were there');
  expect(stage.registry.artworks.all.size).toBe(1300);
  expect(matches()).toBe(0);
});

test('a work of the same title and artist, but of another year or size, is a question to the owner', async () => {
  stage = await startStage(({ site, registry }) => {
    registry.artworks.add('ours', sampleArtwork(1));
    registry.artworks.add('ours', sampleArtwork(2));
    registry.artworks.add('theirs', sampleArtwork(3));
    site.review.add('1', sampleArtwork(1, { year_created: '2018' }));
    site.review.add('2', sampleArtwork(2, { artist_name: 'EXAMPLE, Paula', height_cm: 40.2 }));
    site.review.add('3', sampleArtwork(3));
  });
  await until(isCompared, 'all are compared');
  expect(foundOf(1)).toMatchObject({ found: 'near', matched_on: 'title', registry_id: 'AREG-1' });
  expect(foundOf(2)).toMatchObject({ found: 'own', registry_id: 'AREG-2' });
  expect(foundOf(3)).toMatchObject({ found: 'none' });
});

test('what this site registered already is its own by its number, and no other work of it is taken for it', async () => {
  stage = await startStage(({ site }) => site.share('1', sampleArtwork(1)));
  await until(() => stage.site.countReported('published') === 1, 'it is registered');
  stage.site.review.add('1', sampleArtwork(1, { title: 'Under another name', artist_name: 'Nobody' }));
  stage.site.review.add('2', sampleArtwork(1, { year_created: '2020' }));
  await until(isCompared, 'all are compared');
  expect(foundOf(1)).toMatchObject({ found: 'own', matched_on: 'external_id' });
  expect(foundOf(2)).toMatchObject({ found: 'none' });
});

test('a sample is looked up one by one, and shows what stands in another profile', async () => {
  stage = await startStage(({ site, registry }) => {
    registry.features = ['batch_update', 'match'];
    registry.artworks.add('theirs', sampleArtwork(5));
    for (let id = 1; id <= 60; id += 1) site.review.add(String(id), sampleArtwork(id));
  });
  await until(isCompared, 'all are compared');
  expect([foundOf(5)?.found, matches()]).toEqual(['none', 0]);
  stage.site.review.sample(['4', '5', '6', '7', '8', '9', '10']);
  await until(() => foundOf(10)?.by === 'match', 'the sample is looked up');
  expect(matches()).toBe(7);
  expect(foundOf(5)).toMatchObject({ found: 'other', by: 'match', registry_id: 'AREG-1' });
  expect(foundOf(4)).toMatchObject({ found: 'none', by: 'match' });
});

test('a later review reads only what changed in the profile since', async () => {
  stage = await startStage(({ site, registry }) => {
    for (let id = 1; id <= 250; id += 1) registry.artworks.add('ours', sampleArtwork(id));
    site.review.add('1', sampleArtwork(1));
  });
  await until(isCompared, 'it is compared');
  expect(lists().length).toBe(3);
  stage.registry.artworks.add('ours', sampleArtwork(300));
  stage.site.review.add('300', sampleArtwork(300));
  await until(isCompared, 'the new one is compared');
  expect(foundOf(300)?.found).toBe('own');
  expect(lists().length).toBe(4);
});

test('an outage delays the comparison, and no page is read twice', async () => {
  stage = await startStage(({ site, registry }) => {
    registry.failLists = [2, 3];
    for (let id = 1; id <= 450; id += 1) registry.artworks.add('ours', sampleArtwork(id));
    site.review.add('450', sampleArtwork(450));
  });
  await until(isCompared, 'it is compared');
  const read = lists().filter(({ status }) => status === 200);
  expect(new Set(read.map(({ path }) => path)).size).toBe(read.length);
  expect(foundOf(450)?.found).toBe('own');
});

test('a work that changes during the comparison is compared again', async () => {
  stage = await startStage(({ site, registry }) => {
    registry.artworks.add('ours', sampleArtwork(1));
    registry.delayMs = 100;
    site.review.add('1', sampleArtwork(2));
  });
  await until(() => lists().length > 0, 'it is being compared');
  stage.site.review.add('1', sampleArtwork(1));
  stage.registry.delayMs = 0;
  await until(isCompared, 'it is compared');
  expect(foundOf(1)?.found).toBe('own');
});
