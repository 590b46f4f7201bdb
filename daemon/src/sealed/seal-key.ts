// The key pair for what wp-admin hands over: sealed in the browser to the public half (libsodium's sealed box), opened here.
// WordPress carries the box and cannot look into it. Kept beside the pairings, mode 600; a lost one is made again.
import type Sodium from 'libsodium-wrappers';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { replaceFile } from '#kit/replace-file';

const KeyFile = z.object({ version: z.literal(1), publicKey: z.string(), privateKey: z.string() });

export type SealKey = {
  /** 32 bytes, base64. */
  publicKey: string;
  /** The sealed text; null where the box was sealed to another key, or is none. */
  open: (box: string) => string | null;
};

/** Reads the pair from the data folder, or makes it at the first start. Throws where the file is there and is not ours. */
export async function openSealKey(dataDir: string): Promise<SealKey> {
  // Loaded here, not above: it costs a tenth of a second, which short commands need not pay.
  const { default: sodium } = await import('libsodium-wrappers');
  await sodium.ready;
  const pair = read(join(dataDir, 'seal-key.json')) ?? make(sodium, dataDir);
  const { ORIGINAL } = sodium.base64_variants;
  const [publicKey, privateKey] = [pair.publicKey, pair.privateKey].map((text) =>
    sodium.from_base64(text, ORIGINAL),
  );
  return {
    publicKey: pair.publicKey,
    open(box) {
      try {
        const bytes = sodium.from_base64(box, ORIGINAL);
        return sodium.to_string(sodium.crypto_box_seal_open(bytes, publicKey!, privateKey!));
      } catch {
        return null;
      }
    },
  };
}

function read(file: string): z.infer<typeof KeyFile> | null {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  return KeyFile.parse(JSON.parse(text));
}

function make(sodium: typeof Sodium, dataDir: string): z.infer<typeof KeyFile> {
  const { publicKey, privateKey } = sodium.crypto_box_keypair();
  const { ORIGINAL } = sodium.base64_variants;
  const pair = {
    version: 1 as const,
    publicKey: sodium.to_base64(publicKey, ORIGINAL),
    privateKey: sodium.to_base64(privateKey, ORIGINAL),
  };
  replaceFile(join(dataDir, 'seal-key.json'), `${JSON.stringify(pair)}\n`, { mode: 0o600 });
  return pair;
}
