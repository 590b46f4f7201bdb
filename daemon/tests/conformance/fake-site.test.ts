// The fake site is held against docs/site-protocol.md: it answers with no field that the page does not name, and leaves out
// none that the sync service reads in a poll. Its answers have the shapes that the plugin's tests find in the plugin's.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PollAnswer } from '../../src/types/site.ts';
import { faultsOfAnswer } from '../support/answer-shapes.ts';
import { sampleArtwork } from '../support/sample-artwork.ts';
import { startStage, until } from '../support/start-stage.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/site-protocol.md'), 'utf8');
const section = (name: string) => page.split(new RegExp(`^## ${name}\\b.*$`, 'm'))[1]!.split(/^## /m)[0]!;
const namedIn = (text: string) => new Set([...text.matchAll(/"(\w+)"/g)].map(([, name]) => name!));

/** Names of all fields, at any depth; the artwork itself is the API's, and headers are the registry's. */
function fieldsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(fieldsOf);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, child]) =>
    name === 'artwork' || name === 'headers' ? [name] : [name, ...fieldsOf(child)],
  );
}

test('every answer of the fake site is one of the protocol', async () => {
  const answers = new Map<string, Set<string>>();
  const faults: string[] = [];
  const stage = await startStage(({ site, registry }) => {
    registry.features.push('match');
    site.onAnswer = (name, answer) => {
      const known = answers.get(name) ?? new Set();
      answers.set(name, new Set([...known, ...fieldsOf(answer)]));
      // Beside the acknowledgements that a page carries, it has no field of its own.
      const { acked: _acked, ...page } = answer as { acked?: number };
      faults.push(...faultsOfAnswer(name, name === 'changes' ? page : answer));
    };
    site.share('1', sampleArtwork(1));
    site.break('2');
    site.review.add('3', sampleArtwork(3));
    site.review.sample(['3']);
  });
  try {
    const { site } = stage;
    await until(() => site.countReported('published') === 1, 'published');
    site.command('recheck', '1');
    site.inbox = [{ id: 1, headers: {}, body: '', received_at: new Date(stage.clock.now()).toISOString() }];
    site.sealed = [{ id: 'a', box: 'none' }];
    site.orderCertificate('b', { external_id: '1' });
    site.share('1', sampleArtwork(1, { medium: 'Oil' }));
    const waiting = () => [site.inbox, site.sealed, site.certificates, site.commands].flat().length;
    await until(() => waiting() === 0, 'all is taken');
    await until(() => site.reports.get('1')?.revision === 2, 'reported');
    await until(() => site.review.waiting() === 0, 'compared');
  } finally {
    await stage.stop();
  }
  expect(faults).toEqual([]);
  expect([...answers.keys()].sort()).toEqual(['ack', 'changes', 'poll', 'report', 'review']);
  for (const [name, fields] of answers) {
    const documented = namedIn(section(name));
    expect(
      [...fields].filter((field) => !documented.has(field)),
      name,
    ).toEqual([]);
  }
  const expected = Object.keys(PollAnswer.shape);
  expect(expected.filter((field) => !answers.get('poll')!.has(field))).toEqual([]);
  expect(expected.filter((field) => !namedIn(section('poll')).has(field))).toEqual([]);
});

test('a report that the site has a later one of is refused, and made again after the polls that it is behind', async () => {
  const stage = await startStage(({ site }) => site.share('1', sampleArtwork(1)));
  try {
    const { site } = stage;
    await until(() => site.countReported('published') === 1, 'published');
    const later = site.beat + 20;
    site.lastReport = [later, 1];
    site.share('1', sampleArtwork(1, { medium: 'Oil' }));
    await until(() => site.reports.get('1')?.revision === 2, 'reported');
    expect(site.beat).toBeGreaterThanOrEqual(later);
    expect(site.lastReport[1]).toBeGreaterThan(1);
  } finally {
    await stage.stop();
  }
});
