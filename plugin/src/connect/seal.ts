// libsodium's sealed box (crypto_box_seal), so that only the sync service can read what is typed here. Built from the parts
// of @noble, audited and 12 KB, because libsodium for the browser is ten times as large and asks pages to allow WebAssembly.
import { hsalsa, xsalsa20poly1305 } from '@noble/ciphers/salsa.js';
import { x25519 } from '@noble/curves/ed25519.js';
import { blake2b } from '@noble/hashes/blake2.js';

/** "expand 32-byte k", the constant of Salsa20, as little-endian words. */
const SIGMA = new Uint32Array([0x61707865, 0x3320646e, 0x79622d32, 0x6b206574]);
const NONCE_BYTES = 24;

/** @param publicKey 32 bytes in base64, as the sync service tells them. Returns base64. */
export function seal(text: string, publicKey: string): string {
  const recipient = Uint8Array.from(atob(publicKey), (letter) => letter.charCodeAt(0));
  const sender = x25519.keygen();
  const shared = x25519.getSharedSecret(sender.secretKey, recipient);
  const nonce = blake2b(join(sender.publicKey, recipient), { dkLen: NONCE_BYTES });
  const box = xsalsa20poly1305(keyOf(shared), nonce).encrypt(new TextEncoder().encode(text));
  return btoa(String.fromCharCode(...join(sender.publicKey, box)));
}

/** HSalsa20 of the shared secret with a nonce of zeros: what libsodium calls crypto_box_beforenm. */
function keyOf(shared: Uint8Array): Uint8Array {
  const words = new Uint32Array(8);
  const view = new DataView(shared.buffer, shared.byteOffset, shared.byteLength);
  hsalsa(
    SIGMA,
    Uint32Array.from(words, (_, at) => view.getUint32(at * 4, true)),
    new Uint32Array(4),
    words,
  );
  const key = new DataView(new ArrayBuffer(32));
  words.forEach((word, at) => key.setUint32(at * 4, word, true));
  return new Uint8Array(key.buffer);
}

function join(one: Uint8Array, other: Uint8Array): Uint8Array {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}
