// libsodium opens what the browser seals. The two implementations share no code.
import sodium from 'libsodium-wrappers';
import { expect, test } from 'vitest';
import { seal } from './seal.ts';

test.each(['areg_abc', 'Ünïcödé – 画 🖼', 'x'.repeat(9000)])('%.20s is read by libsodium', async (text) => {
  await sodium.ready;
  const { publicKey, privateKey } = sodium.crypto_box_keypair();
  const { ORIGINAL } = sodium.base64_variants;
  const box = seal(text, sodium.to_base64(publicKey, ORIGINAL));
  const opened = sodium.crypto_box_seal_open(sodium.from_base64(box, ORIGINAL), publicKey, privateKey);
  expect(sodium.to_string(opened)).toBe(text);
  expect(seal(text, sodium.to_base64(publicKey, ORIGINAL))).not.toBe(box);
  const stranger = sodium.crypto_box_keypair();
  expect(() =>
    sodium.crypto_box_seal_open(sodium.from_base64(box, ORIGINAL), stranger.publicKey, stranger.privateKey),
  ).toThrow();
});
