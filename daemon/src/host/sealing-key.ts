// Seals what the directory keeps secret (AES-256-GCM) with a key outside the database, so that a copy of the database opens nothing.
// The key file has one key a line, the current one first; older ones open what was not sealed again yet.
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ConfigError } from '#kit/config-error';
import { replaceFile } from '#kit/replace-file';

const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** `label`: what the sealed text belongs to; it opens under the same label only. */
export type SealingKey = {
  seal: (text: string, label: string) => string;
  /** Throws where no key of the file fits. */
  open: (sealed: string, label: string) => string;
  /** False where it was sealed with an older key. */
  isCurrent: (sealed: string) => boolean;
};

/** Reads the key file; makes it at the first start unless `mustExist`: a new key would open nothing that is there. */
export function openSealingKey(file: string, { mustExist }: { mustExist: boolean }): SealingKey {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    if (mustExist)
      throw new ConfigError(
        `The sealing key ${file} is missing. Put it back from your backup: without it the keys of all sites are lost.`,
      );
    text = `${newKey()}\n`;
    writeKeys(file, text);
  }
  return sealingKeyOf(text, file);
}

/** Puts a new key in front; the others stay until everything is sealed with it. */
export function addSealingKey(file: string): void {
  writeKeys(file, `${newKey()}\n${readFileSync(file, 'utf8')}`);
}

/** Nothing is sealed with the older keys any more. */
export function dropOlderKeys(file: string): void {
  const [current = ''] = readFileSync(file, 'utf8').split('\n');
  writeKeys(file, `${current}\n`);
}

const newKey = () => randomBytes(KEY_BYTES).toString('base64');

const writeKeys = (file: string, text: string) => replaceFile(file, text, { mode: 0o600 });

function sealingKeyOf(text: string, file: string): SealingKey {
  const keys = text.split('\n').filter((line) => line.trim() !== '');
  const known = new Map(
    keys.map((line) => {
      const key = Buffer.from(line, 'base64');
      if (key.length !== KEY_BYTES)
        throw new ConfigError(`${file} must have one key of 32 bytes in base64 on each line.`);
      return [createHash('sha256').update(key).digest('hex').slice(0, 8), key] as const;
    }),
  );
  const [current] = known;
  if (current === undefined) throw new ConfigError(`${file} has no key.`);
  const [currentId, currentKey] = current;
  return {
    seal(plain, label) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', currentKey, iv).setAAD(Buffer.from(label));
      const data = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return `v1.${currentId}.${Buffer.concat([iv, cipher.getAuthTag(), data]).toString('base64')}`;
    },
    open(sealed, label) {
      const [, id = '', data = ''] = sealed.split('.');
      const key = known.get(id);
      if (key === undefined) throw new Error(`${file} lacks the key ${id}, with which this was sealed.`);
      const bytes = Buffer.from(data, 'base64');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES))
        .setAAD(Buffer.from(label))
        .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      const plain = [decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()];
      return Buffer.concat(plain).toString('utf8');
    },
    isCurrent: (sealed) => sealed.startsWith(`v1.${currentId}.`),
  };
}
