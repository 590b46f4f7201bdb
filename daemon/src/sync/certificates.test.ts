// Certificates that a site asks for: each order issues one, however often it is read, and its outcome reaches the site.
import { afterEach, expect, test } from 'vitest';
import { sampleArtwork } from '../../tests/support/sample-artwork.ts';
import { startStage, until, type Stage } from '../../tests/support/start-stage.ts';

const HOUR_MS = 3600_000;
let stage: Stage;
afterEach(() => stage.stop());

const outcomeOf = (id: string) => stage.site.certificatesDone.find((outcome) => outcome.id === id);
const told = (id: string) => until(() => outcomeOf(id) !== undefined, 'the outcome is told');
async function startWithWork(): Promise<string> {
  stage = await startStage(({ site, registry }) => {
    registry.features = ['batch_update', 'certificates'];
    site.share('1', sampleArtwork(1));
  });
  await until(() => stage.site.reports.get('1')?.state === 'published', 'registered');
  return stage.site.reports.get('1')!.registry_id!;
}

test('a certificate is issued with what the owner said, and the site hears its address', async () => {
  const registryId = await startWithWork();
  stage.site.orderCertificate('a', { external_id: '1', edition_number: 3, edition_size: 50, note: null });
  await told('a');
  const [certificate] = stage.registry.certificates.issued;
  expect(certificate).toMatchObject({
    registry_id: registryId,
    asked: { edition_number: 3, edition_size: 50 },
  });
  expect(outcomeOf('a')).toEqual({
    id: 'a',
    ok: true,
    code: null,
    message: null,
    certificate_id: certificate!.id,
    public_page: `https://registry.example/certificates/${certificate!.id}`,
    registry_id: registryId,
    issued_at: '2026-01-01T00:00:00.000Z',
    withdrawn_at: null,
  });
  expect(stage.site.polls.at(-1)).toMatchObject({ status: { registry: { certificates: true } } });
});

test('an order whose answer was lost, and one that is read again after a restart, issue one certificate', async () => {
  await startWithWork();
  stage.registry.lostAnswers = 2;
  stage.site.orderCertificate('a', { external_id: '1' });
  await told('a');
  await stage.restart(() => stage.site.orderCertificate('a', { external_id: '1' }));
  await until(() => stage.site.certificatesDone.length === 2, 'told again');
  expect(stage.registry.certificates.issued).toHaveLength(1);
  expect(stage.site.certificatesDone[1]?.certificate_id).toBe(stage.site.certificatesDone[0]?.certificate_id);
});

test('an order that was sent a day ago without an answer is not sent again', async () => {
  await startWithWork();
  stage.registry.lostAnswers = Infinity;
  stage.site.orderCertificate('a', { external_id: '1' });
  await until(() => stage.registry.certificates.issued.length === 1, 'sent');
  await stage.restart(() => {
    stage.registry.certificates.keys.clear();
    stage.registry.lostAnswers = 0;
    stage.clock.setTime(stage.clock.now() + 25 * HOUR_MS);
    stage.site.clockOffsetSeconds = 25 * 3600;
  });
  await told('a');
  expect(outcomeOf('a')).toMatchObject({ ok: false, code: 'unclear' });
  expect(stage.registry.certificates.issued).toHaveLength(1);
});

test('an order that was sent by a clock 40 days ahead is not sent again, because its key may be forgotten', async () => {
  await startWithWork();
  stage.registry.lostAnswers = Infinity;
  stage.clock.setTime(stage.clock.now() + 40 * 24 * HOUR_MS);
  stage.site.clockOffsetSeconds = 40 * 24 * 3600;
  stage.site.orderCertificate('a', { external_id: '1' });
  await until(() => stage.registry.certificates.issued.length === 1, 'sent');
  await stage.restart(() => {
    stage.registry.certificates.keys.clear();
    stage.registry.lostAnswers = 0;
    stage.clock.setTime(stage.clock.now() - 40 * 24 * HOUR_MS);
    stage.site.clockOffsetSeconds = 0;
  });
  await told('a');
  expect(outcomeOf('a')).toMatchObject({ ok: false, code: 'unclear' });
  expect(stage.registry.certificates.issued).toHaveLength(1);
});

test('an order waits for its Art ID, and for a registry that does not answer', async () => {
  await startWithWork();
  stage.site.orderCertificate('a', { external_id: '2' });
  await stage.rounds();
  expect(outcomeOf('a')).toBeUndefined();
  stage.site.share('2', sampleArtwork(2));
  await told('a');
  expect(outcomeOf('a')).toMatchObject({ ok: true });
});

test("a certificate is withdrawn with its reason; one that nobody issued is refused in the registry's words", async () => {
  await startWithWork();
  stage.site.orderCertificate('a', { external_id: '1' });
  await told('a');
  const id = stage.registry.certificates.issued[0]!.id;
  stage.site.orderCertificate('b', { certificate_id: id, reason: 'The sale was cancelled.' });
  stage.site.orderCertificate('c', { certificate_id: 'none', reason: 'A mistake.' });
  await Promise.all([told('b'), told('c')]);
  expect(outcomeOf('b')).toMatchObject({ ok: true, withdrawn_at: '2026-01-02T00:00:00.000Z' });
  expect(stage.registry.certificates.issued[0]!.reason).toBe('The sale was cancelled.');
  expect(outcomeOf('c')).toMatchObject({ ok: false, code: 'certificate_not_found' });
});

test('a registry without certificates is not asked for any, and a site in doubt gets none', async () => {
  await startWithWork();
  stage.site.doubt = 'address';
  stage.site.orderCertificate('a', { external_id: '1' });
  await stage.rounds();
  expect(stage.registry.certificates.issued).toHaveLength(0);
  stage.site.doubt = null;
  stage.registry.features = [];
  await stage.restart();
  await told('a');
  expect(outcomeOf('a')).toMatchObject({ ok: false, code: 'not_supported' });
});

test('an order is carried out where the registry has begun to offer certificates meanwhile', async () => {
  stage = await startStage(({ site, registry }) => {
    registry.features = ['batch_update'];
    site.share('1', sampleArtwork(1));
  });
  await until(() => stage.site.reports.get('1')?.state === 'published', 'registered');
  stage.registry.features = ['batch_update', 'certificates'];
  stage.clock.setTime(stage.clock.now() + 120_000);
  stage.site.clockOffsetSeconds += 120;
  stage.site.orderCertificate('a', { external_id: '1' });
  await told('a');
  expect(outcomeOf('a')).toMatchObject({ ok: true, code: null });
});
