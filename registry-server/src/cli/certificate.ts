// certificate: issue, look at and withdraw certificates, and change or revoke the key that signs them.
import { workIdOf } from '@artwork-registry/contract';
import type { Command } from 'commander';
import { CliError } from '#kit/cli-error';
import { certificateObject } from '../domain/certificates/certificates.ts';
import { currentSigner, rotateSigner } from '../domain/certificates/signing-keys.ts';
import { publicUrlOf } from '../config.ts';
import { noArtwork } from '../operator/actions/artwork.ts';
import { noCertificate, withdrawCertificate } from '../operator/actions/certificate.ts';
import { loadSecretKeys } from '../secret-key.ts';
import type { CertificateRecord } from '../storage/records.ts';
import { operatorAction } from './operator-action.ts';
import { action, recordedAction, readWhole } from './run.ts';
import type { CliDeps, Output } from './run.ts';
import { addVerifyCommand } from './verify-certificate.ts';

const EDITION_MAX = 1_000_000;

export function addCertificateCommands(program: Command): void {
  const certificate = program.command('certificate').description('signed certificates of registration');
  recordedAction<{ artwork: string; editionNumber?: string; editionSize?: string; note?: string }>(
    certificate
      .command('issue')
      .description('issue a certificate for a public work; receivers get certificate.created')
      .requiredOption('--artwork <registry_id>', 'Art ID or uuid of the work', workIdOf)
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
      if ((await storage.findArtworkState(artwork)) === undefined) noArtwork(artwork);
      throw new CliError(
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
      return output(deps, (await deps.storage.findCertificate(id)) ?? noCertificate(id));
    },
  );
  operatorAction(
    certificate
      .command('withdraw')
      .description('withdraw a certificate for good')
      .requiredOption('--id <id>', 'the certificate')
      .requiredOption('--reason <text>', 'why; kept, and not shown'),
    withdrawCertificate,
    (withdrawn, _options, deps) => output(deps, withdrawn),
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
  recordedAction<{ kid: string }>(
    certificate
      .command('revoke-key')
      .description(
        'say that a signing key was stolen; what it signed counts only where this registry lists it',
      )
      .requiredOption('--kid <kid>', 'the key, as the key set and each certificate name it'),
    async ({ storage, config }, { kid }) => {
      if (!(await storage.revokeSigningKey(kid)))
        throw new CliError('key_not_found', `no key that signs certificates is "${kid}"`);
      const signer = await currentSigner(storage, loadSecretKeys(config));
      return {
        json: { kid, signs_now: signer.kid },
        text: `key ${kid} is revoked; ${signer.kid} signs from now on`,
      };
    },
  );
  addVerifyCommand(certificate);
}

const originOf = ({ storage, config }: CliDeps) => storage.identity.publicUrl ?? publicUrlOf(config);

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
