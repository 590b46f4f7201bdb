// certificate verify: whether a file is a statement that a registry signed. Everything it prints comes from the signed statement: what
// stands around it in the file anybody can change, and a file that contradicts its statement is refused.
import { createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Certificate } from '@artwork-registry/contract';
import type { Command } from 'commander';
import { z } from 'zod';
import { CliError } from '#kit/cli-error';
import { certificateObject } from '../domain/certificates/certificates.ts';
import { publicKeySet } from '../domain/certificates/signing-keys.ts';
import type { Config } from '../config.ts';
import { openStorage } from '../open-storage.ts';
import { plainAction } from './run.ts';

export function addVerifyCommand(certificate: Command): void {
  plainAction<{ keys?: string }>(
    certificate
      .command('verify')
      .description('check the signature of a certificate; with --keys without any database')
      .argument('<file>', 'the signed file: what /certificates/{id}.json answers')
      .option(
        '--keys <file>',
        'what /.well-known/artwork-registry-keys.json answers; default: the keys of this registry, and its list of certificates',
      ),
    async (config, { keys: keysFile }, [file = '']) => {
      const certificate = readJson(file, Certificate);
      const signed = readStatement(certificate, file);
      if (keysFile === undefined) return asRegistry(config, signed, file);
      const key = keyOf(readJson(keysFile, KeySet), signed, file);
      if (key.revoked_at != null)
        throw new CliError(
          'key_revoked',
          `${file} was signed with key ${key.kid}, which was stolen (revoked ${key.revoked_at}): whether this certificate was ` +
            `issued cannot be decided here; ${addressOf(signed.statement)} says it`,
        );
      return output(signed, 'whether the certificate is still valid,');
    },
  );
}

type Signed = { text: string; signature: string; statement: Statement };

/**
 * Refuses what has no statement, and a file that says something else around it. Its links are not compared: a registry may have got
 * another address since. They are not used either.
 */
function readStatement(certificate: Certificate, file: string): Signed {
  const { statement: text, signature } = certificate;
  if (text === null || signature === null)
    throw new CliError(
      'not_signed',
      `${file} has no signed statement: its work is not public, or its gallery was erased`,
    );
  const parsed = Statement.safeParse(parseJson(text));
  if (!parsed.success) throw notACertificate(file);
  const statement = parsed.data;
  const around: [name: string, said: string | null, signed: string][] = [
    ['id', certificate.id, statement.id],
    ['kid', certificate.kid, statement.kid],
    ['registry_id', certificate.registry_id, statement.artwork.registry_id],
    ['issuer', certificate.issuer, statement.issuer?.name ?? ''],
    ['issued_at', certificate.issued_at, statement.issued_at],
  ];
  const changed = around.filter(([, said, signed]) => said !== null && said !== signed);
  if (changed.length > 0)
    throw new CliError(
      'contradicts_statement',
      `${file} was changed: ${changed.map(([name]) => name).join(', ')} differ from what was signed`,
    );
  return { text, signature, statement };
}

/** With the database of the registry that issued it, a stolen key and the status can be decided. */
async function asRegistry(config: Config, signed: Signed, file: string) {
  const storage = await openStorage(config);
  try {
    const key = keyOf(KeySet.parse(publicKeySet(await storage.listSigningKeys())), signed, file);
    const record = await storage.findCertificate(signed.statement.id);
    const isListed = record?.statement === signed.text;
    if (key.revoked_at != null && !isListed)
      throw new CliError(
        'key_revoked',
        `${file} was signed with key ${key.kid}, which was stolen (revoked ${key.revoked_at}), and this registry did not issue it`,
      );
    const status = record && certificateObject(record, '', null).status;
    return output(signed, status === undefined ? 'whether it is still valid,' : `it is ${status};`);
  } finally {
    await storage.close();
  }
}

function keyOf(keySet: KeySet, { text, signature, statement }: Signed, file: string): KeySet['keys'][number] {
  const key = keySet.keys.find(({ kid }) => kid === statement.kid);
  if (key === undefined)
    throw new CliError('unknown_key', `none of the keys is ${statement.kid}, which signed ${file}`);
  const isGood = verify(
    null,
    Buffer.from(text),
    createPublicKey({ key, format: 'jwk' }),
    Buffer.from(signature, 'base64url'),
  );
  if (!isGood)
    throw new CliError(
      'bad_signature',
      `${file} was changed after it was signed, or was never signed by ${statement.kid}`,
    );
  return key;
}

function output({ text, statement }: Signed, status: string) {
  const { artwork, edition, issuer, issued_at: issuedAt, kid } = statement;
  const copy = edition && `, copy ${edition.number}${edition.size === null ? '' : ` of ${edition.size}`}`;
  return {
    json: { valid_signature: true, kid, statement: JSON.parse(text) as object },
    text: [
      `the signature is good (key ${kid})`,
      `${artwork.registry_id}: ${artwork.title ?? 'untitled'} by ${artwork.artist?.name ?? 'an unknown artist'}${copy ?? ''}`,
      `issued by ${issuer?.name ?? 'an unnamed gallery'} on ${issuedAt.slice(0, 10)}`,
      `${status} see ${addressOf(statement)}`,
    ].join('\n'),
  };
}

const addressOf = ({ registry, id }: Statement) => `${registry.url}/certificates/${id}`;

const Statement = z.object({
  type: z.literal('artwork-registry-certificate'),
  id: z.string(),
  kid: z.string(),
  issued_at: z.string(),
  registry: z.object({ url: z.string() }),
  issuer: z.object({ name: z.string() }).nullable(),
  artwork: z.object({
    registry_id: z.string(),
    title: z.string().nullable(),
    artist: z.object({ name: z.string() }).nullable(),
  }),
  edition: z.object({ number: z.number(), size: z.number().nullable() }).nullable(),
});
type Statement = z.infer<typeof Statement>;

const KeySet = z.object({
  keys: z.array(
    z.looseObject({
      kid: z.string(),
      kty: z.literal('OKP'),
      x: z.string(),
      revoked_at: z.string().nullish(),
    }),
  ),
});
type KeySet = z.infer<typeof KeySet>;

function readJson<Schema extends z.ZodType>(file: string, schema: Schema): z.output<Schema> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new CliError('file_not_found', `${file} cannot be read`);
  }
  const parsed = schema.safeParse(parseJson(text));
  if (!parsed.success) throw notACertificate(file);
  return parsed.data;
}

/** Undefined for what is not JSON, which no schema takes. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const notACertificate = (file: string) =>
  new CliError('not_a_certificate', `${file} is not the JSON that a registry gives out`);
