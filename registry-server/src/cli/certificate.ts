// certificate: issue, look at, withdraw and check certificates, and change the key that signs them.
import { createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Certificate } from '@artwork-registry/contract';
import type { Command } from 'commander';
import { z } from 'zod';
import { certificateObject } from '../domain/certificates.ts';
import { currentSigner, publicKeySet, rotateSigner } from '../domain/signing-keys.ts';
import { publicUrlOf } from '../config.ts';
import { loadSecretKeys } from '../secret-key.ts';
import type { CertificateRecord } from '../storage/records.ts';
import { action, recordedAction, CliError, plainAction, openStorage, readWhole } from './run.ts';
import type { CliDeps, Output } from './run.ts';

const EDITION_MAX = 1_000_000;

export function addCertificateCommands(program: Command): void {
  const certificate = program.command('certificate').description('signed certificates of registration');
  recordedAction<{ artwork: string; editionNumber?: string; editionSize?: string; note?: string }>(
    certificate
      .command('issue')
      .description('issue a certificate for a public work; receivers get certificate.created')
      .requiredOption('--artwork <registry_id>', 'Art ID or uuid of the work')
      .option('--edition-number <number>', 'the copy, such as 3 of 50')
      .option('--edition-size <number>', 'how many copies there are')
      .option('--note <text>', 'what the certificate says besides; no buyer is named'),
    async ({ storage, config }, { artwork, editionNumber, editionSize, note }) => {
      const whole = (option: string, text: string | undefined) =>
        text === undefined ? null : readWhole(option, text, 1, EDITION_MAX);
      const outcome = await storage.issueCertificate({
        organizationId: null,
        artworkId: artwork,
        editionNumber: whole('--edition-number', editionNumber),
        editionSize: whole('--edition-size', editionSize),
        note: note ?? null,
        idempotency: null,
        signer: await currentSigner(storage, loadSecretKeys(config)),
        registry: { name: config.introduction.name, url: originOf({ storage, config }) },
      });
      if (outcome.ok) return output({ storage, config }, outcome.body);
      throw (await storage.findArtworkState(artwork)) === undefined
        ? new CliError('artwork_not_found', `no work has the id "${artwork}"`)
        : new CliError(
            'artwork_not_public',
            `${artwork} is not public; a certificate would tell that it exists`,
          );
    },
  );
  action<{ id: string }>(
    certificate
      .command('show')
      .description('show a certificate, whether or not its work is public')
      .requiredOption('--id <id>', 'the certificate'),
    async (deps, { id }) => {
      const found = await deps.storage.findCertificate(id);
      if (found === undefined) throw notFound(id);
      return output(deps, found);
    },
  );
  recordedAction<{ id: string; reason: string }>(
    certificate
      .command('withdraw')
      .description('withdraw a certificate for good')
      .requiredOption('--id <id>', 'the certificate')
      .requiredOption('--reason <text>', 'why; kept, and not shown'),
    async (deps, { id, reason }) => {
      const withdrawn = await deps.storage.withdrawCertificate({
        organizationId: null,
        certificateId: id,
        reason,
      });
      if (!withdrawn.ok) throw notFound(id);
      return output(deps, withdrawn.certificate);
    },
  );
  recordedAction(
    certificate
      .command('rotate-key')
      .description('sign with a new key from now on; the old one stays published'),
    async ({ storage, config }) => {
      const kid = await rotateSigner(storage, loadSecretKeys(config));
      return { json: { kid }, text: `key ${kid} signs from now on` };
    },
  );
  plainAction<{ keys?: string }>(
    certificate
      .command('verify')
      .description('check the signature of a certificate; with --keys without any database')
      .argument('<file>', 'the signed file: what /certificates/{id}.json answers')
      .option(
        '--keys <file>',
        'what /.well-known/artwork-registry-keys.json answers; default: the keys of this registry',
      ),
    async (config, { keys: keysFile }, [file = '']) => {
      const signed = readJson(file, Certificate);
      const { statement, signature, kid } = signed;
      if (statement === null || signature === null || kid === null)
        throw new CliError(
          'not_signed',
          `${file} has no signed statement: its work is not public, or its gallery was erased`,
        );
      let keySet = keysFile === undefined ? undefined : readJson(keysFile, KeySet);
      if (keySet === undefined) {
        const storage = await openStorage(config);
        keySet = KeySet.parse(publicKeySet(await storage.listSigningKeys()));
        await storage.close();
      }
      const key = keySet.keys.find((one) => one.kid === kid);
      if (key === undefined)
        throw new CliError('unknown_key', `none of the keys is ${kid}, which signed ${file}`);
      const isGood = verify(
        null,
        Buffer.from(statement),
        createPublicKey({ key, format: 'jwk' }),
        Buffer.from(signature, 'base64url'),
      );
      if (!isGood)
        throw new CliError(
          'bad_signature',
          `${file} was changed after it was signed, or was never signed by ${kid}`,
        );
      return {
        json: { valid_signature: true, kid, statement: JSON.parse(statement) as object },
        text: `the signature is good (key ${kid}); whether the certificate is still valid, ${signed.links.public_page} says`,
      };
    },
  );
}

const KeySet = z.object({
  keys: z.array(z.looseObject({ kid: z.string(), kty: z.literal('OKP'), x: z.string() })),
});

function readJson<Schema extends z.ZodType>(file: string, schema: Schema): z.output<Schema> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new CliError('file_not_found', `${file} cannot be read`);
  }
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw new CliError('not_a_certificate', `${file} is not the JSON that a registry gives out`);
  }
}

const originOf = ({ storage, config }: CliDeps) => storage.settings.publicUrl ?? publicUrlOf(config);

const notFound = (id: string) => new CliError('certificate_not_found', `there is no certificate "${id}"`);

/** The operator sees all of it. */
function output(deps: CliDeps, record: CertificateRecord): Output {
  const shown = certificateObject(record, originOf(deps), record.organizationId);
  return {
    json: {
      certificate: shown,
      certificate_id: shown.id,
      registry_id: shown.registry_id,
      issued_at: shown.issued_at,
    },
    text: `certificate ${shown.id} for ${shown.registry_id}: ${shown.status}, ${shown.links.public_page}`,
  };
}
