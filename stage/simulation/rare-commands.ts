// Commands of an operator that are typed now and then: corrections, secrets, keys that sign, people and organisations that go.
import { currentSigner, rotateSigner } from '../../registry-server/src/domain/certificates/signing-keys.ts';
import { renameArtist } from '../../registry-server/src/operator/actions/artist.ts';
import { withdrawCertificate } from '../../registry-server/src/operator/actions/certificate.ts';
import {
  activateOrganization,
  deactivateOrganization,
} from '../../registry-server/src/operator/actions/organization.ts';
import { erasePerson } from '../../registry-server/src/operator/actions/person.ts';
import { updateProfile } from '../../registry-server/src/operator/actions/profile.ts';
import { rotateWebhook } from '../../registry-server/src/operator/actions/webhook.ts';
import { loadSecretKeys } from '../../registry-server/src/secret-key.ts';
import { command, isRefused, make, wordOf } from './commands.ts';
import { orderAndWait } from './hand-over.ts';
import type { Operation } from './operation.ts';
import { operate, withStorage } from './operator.ts';
import type { Publisher } from './knowledge.ts';
import { isAnswered, isOfRegistry } from './outcome.ts';
import { artworkBody } from './publishers.ts';
import type { Shop } from './shop.ts';
import type { World } from './world.ts';

async function changeProfile(world: World): Promise<string | undefined> {
  const { profile: slug } = world.random.pick(world.galleries);
  const city = world.random.pick(['Basel', 'Bern', 'Chur']);
  const deed = { what: 'change profile', registry: 1, slug, changes: { city } } as const;
  return wordOf(await command(world, deed, (life) => operate(life, updateProfile, { slug, city })));
}

/** The profile has another address from now on; former ones lead to it. */
async function renameProfile(world: World): Promise<string | undefined> {
  const gallery = world.random.pick(world.galleries);
  const { profile: slug } = gallery;
  const next = `${gallery.slug}-called-${world.serial()}`;
  const deed = { what: 'change profile', registry: 1, slug, changes: { slug: next } } as const;
  const result = await command(world, deed, (life) => operate(life, updateProfile, { slug, newSlug: next }));
  if (wordOf(result) === 'done') gallery.profile = next;
  return wordOf(result);
}

/** As its operator looks it up after a restore, or a rename whose end was not heard: by the addresses that it had. */
export async function lookProfilesUp(world: World): Promise<void> {
  for (const gallery of world.galleries) {
    const path = `/galleries/${gallery.slug}`;
    const outcome = await world.call('operator', 'GET', path);
    const location = isAnswered(outcome) ? outcome.headers['location'] : undefined;
    if (isAnswered(outcome) && outcome.status === 200) gallery.profile = gallery.slug;
    else if (location !== undefined) gallery.profile = String(location).split('/').at(-1)!;
  }
}

async function leaveDumps(world: World): Promise<string | undefined> {
  const { profile: slug } = world.random.pick(world.galleries);
  const dumps = world.random.next() < 0.5;
  const deed = { what: dumps ? 'opt in' : 'opt out', registry: 1, profile: slug } as const;
  return wordOf(await command(world, deed, (life) => operate(life, updateProfile, { slug, dumps })));
}

/** The record of an artist is found as everybody finds it. */
async function correctArtist(world: World): Promise<string | undefined> {
  const work = world.knowledge.pick(world.random);
  if (work === undefined) return 'none';
  const outcome = await world.call('operator', 'GET', `/api/v1/artworks/${work.id}`, {
    apiKey: world.reader.apiKey,
  });
  if (!isAnswered(outcome)) return outcome.lost;
  const { artist } = (outcome.json ?? {}) as { artist?: { id: string; name: string } | null };
  if (!artist) return 'none';
  const name = `${artist.name.split(' ').slice(0, 2).join(' ')} ${world.random.pick(['Older', 'Younger'])}`;
  const deed = { what: 'rename artist', registry: 1, from: artist.name, to: name } as const;
  return wordOf(
    await command(world, deed, (life) => operate(life, renameArtist, { artist: artist.id, name })),
  );
}

const rotateWebhookSecret = (world: World) => giveNewSecret(world, world.random.pick(world.shops));

/** The operator makes a secret, and the owner hands it over. */
export async function giveNewSecret(world: World, shop: Shop): Promise<string | undefined> {
  const { webhookId } = world.galleryOf(shop);
  if (webhookId === null) return 'none';
  const deed = { what: 'rotate webhook secret', registry: 1, webhook: webhookId } as const;
  // An operator who was not told the secret makes another one.
  for (let tries = 0; tries < 10; tries += 1) {
    const made = await make(
      world,
      (life) => operate(life, rotateWebhook, { id: webhookId }),
      ({ secret }) => ({ ...deed, secret }),
      { ...deed, secret: '' },
    );
    if (isRefused(made)) return wordOf(made);
    if (made !== undefined) {
      world.secretsToHandOver.set(shop, made.secret);
      return handSecretOver(world, shop);
    }
    await world.timeline.sleep(2000);
  }
  return undefined;
}

/** Until the sync service has it, it refuses what the registry sends. */
export async function handSecretOver(world: World, shop: Shop): Promise<string> {
  const secret = world.secretsToHandOver.get(shop);
  if (secret === undefined) return 'none';
  const isTaken = await orderAndWait(world, shop, { kind: 'webhook_secret', webhook_secret: secret });
  if (isTaken) world.secretsToHandOver.delete(shop);
  return isTaken ? 'done' : 'not taken';
}

async function takeCertificateBack(world: World): Promise<string | undefined> {
  const ordered = world.shops.flatMap(({ site }) =>
    site.certificatesDone.flatMap(({ certificate_id: id }) => id ?? []),
  );
  const certificates = [...world.knowledge.certificates, ...ordered];
  if (certificates.length === 0) return 'none';
  const id = world.random.pick(certificates);
  const reason = 'The sale was cancelled.';
  const deed = { what: 'withdraw certificate', registry: 1, certificate: id, reason } as const;
  return wordOf(await command(world, deed, (life) => operate(life, withdrawCertificate, { id, reason })));
}

async function rotateSigningKey(world: World): Promise<string | undefined> {
  const deed = { what: 'rotate signing key', registry: 1 } as const;
  const rotate = (life: Parameters<typeof withStorage>[0]) =>
    withStorage(life, (storage, config) => rotateSigner(storage, loadSecretKeys(config)));
  return wordOf(await command(world, deed, rotate));
}

/** Of a stranger who asked for a key. */
async function forgetPerson(world: World): Promise<string | undefined> {
  const email = world.knowledge.people.pop();
  if (email === undefined) return 'none';
  const end = world.pairs.begin('erase');
  const deed = { what: 'erase person', registry: 1, email } as const;
  const result = await command(world, deed, (life) => operate(life, erasePerson, { email, yes: true }));
  end();
  return wordOf(result);
}

/** For some acts, in which nothing of it may be written. One at a time. */
async function switchOff(world: World): Promise<string | undefined> {
  if (world.switchedOff !== undefined) return 'one is off';
  const { random } = world;
  const houses = world.knowledge.houses.filter(({ state }) => state === 'here');
  const { slug, apiKey } = random.pick([world.publisher, ...world.galleries, ...houses]);
  world.switchedOff = { slug, apiKey, acts: 3 + random.below(8) };
  // From now on the server knows the key for two seconds, whatever a command does beside it.
  await world.call(slug, 'GET', '/api/v1/', { apiKey });
  const deed = { what: 'deactivate organisation', registry: 1, organization: slug } as const;
  const off = wordOf(await command(world, deed, (life) => operate(life, deactivateOrganization, { slug })));
  if (off === 'done') await writeAtOnce(world, { slug, apiKey });
  return off;
}

/** What comes after the answer to the operator is not written, also where the key is known for a moment longer. */
async function writeAtOnce(world: World, { slug, apiKey }: Publisher): Promise<void> {
  const site = { platform: 'custom', site_url: `https://${slug}.example` };
  const writes: [method: string, path: string, body: object][] = [
    ['POST', '/api/v1/artworks', artworkBody(world.serial())],
    ['POST', '/api/v1/integrations/connect', site],
  ];
  const id = workOf(world, slug);
  if (id !== undefined)
    writes.push(
      ['POST', `/api/v1/artworks/${id}/certificates`, {}],
      ['PATCH', `/api/v1/artworks/${id}`, { medium: `Oil, seen again ${world.serial()}` }],
    );
  await Promise.all(
    writes.map(async ([method, path, body]) => {
      const outcome = await world.call(slug, method, path, { body, apiKey });
      if (isAnswered(outcome) && isOfRegistry(outcome) && outcome.status < 300)
        world.fault(`${slug} was deactivated, and its ${method} ${path} was answered with ${outcome.status}`);
    }),
  );
}

/** That it published, or that its shop shows. */
function workOf({ allShops, knowledge, random }: World, slug: string): string | undefined {
  const work = knowledge.pick(random, ({ publisher }) => publisher.slug === slug);
  const shop = allShops.find(({ registry, organization }) => registry === 1 && organization === slug);
  const ids = [...(shop?.site.reports.values() ?? [])].flatMap(({ registry_id: id }) => id ?? []);
  return work?.id ?? (ids.length > 0 ? random.pick(ids) : undefined);
}

/** Its program does not know. The model judges what the registry answers. */
async function writeWhileOff(world: World): Promise<string | undefined> {
  const off = world.switchedOff;
  if (off === undefined) return 'none';
  const body = artworkBody(world.serial());
  const outcome = await world.call(off.slug, 'POST', '/api/v1/artworks', { body, apiKey: off.apiKey });
  return isAnswered(outcome) ? String(outcome.status) : outcome.lost;
}

/** One that was erased meanwhile, or came after the backup that was restored, is refused. */
export async function switchOn(world: World): Promise<void> {
  const slug = world.switchedOff?.slug;
  if (slug === undefined) return;
  const deed = { what: 'activate organisation', registry: 1, organization: slug } as const;
  const on = await command(world, deed, (life) => operate(life, activateOrganization, { slug }));
  if (on !== undefined) world.switchedOff = undefined;
}

/** Says that a signing key was stolen: the one that signs now, or a former one. */
async function revokeSigningKey(world: World): Promise<string | undefined> {
  const { random } = world;
  const keys = await world.operate((life) => withStorage(life, (storage) => storage.listSigningKeys()));
  if (keys === undefined || keys.length === 0) return 'none';
  const { kid } = random.pick(keys);
  const deed = { what: 'revoke signing key', registry: 1, kid } as const;
  const revoke = (life: Parameters<typeof withStorage>[0]) =>
    withStorage(life, async (storage, config) => {
      if (!(await storage.revokeSigningKey(kid))) return { refused: 'key_not_found' };
      return currentSigner(storage, loadSecretKeys(config));
    });
  return wordOf(await command(world, deed, revoke));
}

export const RARE_COMMANDS: readonly Operation[] = [
  { name: 'change profile', share: 2, run: changeProfile },
  { name: 'rename profile', share: 2, takesAway: true, run: renameProfile },
  { name: 'leave dumps', share: 2, takesAway: true, run: leaveDumps },
  { name: 'correct artist', share: 2, run: correctArtist },
  { name: 'rotate webhook secret', share: 2, takesAway: true, run: rotateWebhookSecret },
  { name: 'take certificate back', share: 2, takesAway: true, run: takeCertificateBack },
  { name: 'rotate signing key', share: 1, run: rotateSigningKey },
  { name: 'erase person', share: 2, takesAway: true, run: forgetPerson },
  { name: 'switch off', share: 2, takesAway: true, run: switchOff },
  { name: 'write while off', share: 3, run: writeWhileOff },
  { name: 'revoke signing key', share: 1, takesAway: true, run: revokeSigningKey },
];
