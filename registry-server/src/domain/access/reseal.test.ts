import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { SealedSecret } from '../../storage/operator-records.ts';
import { reseal } from './reseal.ts';
import { openSecret, sealSecret } from '../delivery/signing-secret.ts';

const [newest, older, lost] = [randomBytes(32), randomBytes(32), randomBytes(32)] as const;
const sealed = (id: string, key: Buffer): SealedSecret => ({
  of: 'webhook',
  id,
  secret: sealSecret(`secret of ${id}`, key),
});

function storageOf(secrets: SealedSecret[], beforeReplace: (id: string) => void = () => undefined) {
  return {
    secrets,
    listSealedSecrets: async () => secrets.map((secret) => ({ ...secret })),
    replaceSealedSecret: async ({ id, secret }: SealedSecret, text: string) => {
      beforeReplace(id);
      const found = secrets.find((row) => row.id === id && row.secret === secret);
      if (found !== undefined) found.secret = text;
      return found !== undefined;
    },
  };
}

describe('sealing again', () => {
  it('uses the newest key for all that another one opens, and says what none opens', async () => {
    const storage = storageOf([sealed('new', newest), sealed('old', older), sealed('gone', lost)]);
    const [kept] = storage.secrets.map(({ secret }) => secret);
    const report = await reseal(storage, [newest, older]);
    expect(report).toMatchObject({ resealed: 1, current: 1, unreadable: [{ id: 'gone' }] });
    expect(storage.secrets[0]?.secret).toBe(kept);
    expect(openSecret(storage.secrets[1]?.secret ?? '', [newest])).toBe('secret of old');
    expect(await reseal(storage, [newest])).toMatchObject({ resealed: 0, current: 2 });
  });
  it('continues where it was broken off', async () => {
    const storage = storageOf([sealed('a', older), sealed('b', older)], (id) => {
      if (id === 'b') throw new Error('killed');
    });
    await expect(reseal(storage, [newest, older])).rejects.toThrow('killed');
    expect(await reseal(storageOf(storage.secrets), [newest, older])).toMatchObject({
      resealed: 1,
      current: 1,
    });
  });
  it('never undoes a rotation that happens meanwhile', async () => {
    const rotated = sealSecret('rotated', newest);
    const storage = storageOf([sealed('a', older)], () => {
      storage.secrets[0]!.secret = rotated;
    });
    expect(await reseal(storage, [newest, older])).toMatchObject({ resealed: 0, unreadable: [] });
    expect(storage.secrets[0]?.secret).toBe(rotated);
  });
});
