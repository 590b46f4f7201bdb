// Somebody who was given certificates: keeps the signed files, and verifies each again with the published keys, by the script of
// docs/public-side.md ("Certificates").
import { createPublicKey, verify, type JsonWebKey } from 'node:crypto';
import { at, jsonOf, leavesOf, listAt, read, stringAt } from '../answers.ts';
import type { Call, RegistryFacts } from '../observation.ts';

export type HeldCertificate = {
  id: string;
  statement: string | null;
  signature: string | null;
  status: string;
  httpStatus: number;
  withdrawnAt: string | null;
  /** Whether the last answer had the statement in it. */
  isOpen: boolean;
  /** What the file shows beside the statement. */
  shown: { registryId: string | null; issuer: string | null; issuedAt: string | null };
};

export type CertificateHolderState = {
  held: Record<string, HeldCertificate>;
  /** Keys by kid, as last published; `revoked_at` once seen must stay. */
  keys: Record<string, { revokedAt: string | null }>;
};

export class CertificateHolder {
  state: CertificateHolderState = { held: {}, keys: {} };

  async look(call: Call, registry: RegistryFacts, ids: readonly string[]): Promise<string[]> {
    const get = (path: string) => read(call, { origin: registry.origin, method: 'GET', path });
    const set = await get('/.well-known/artwork-registry-keys.json');
    if (set.status !== 200 && ids.length > 0) return [`the key set answered ${set.status}`];
    const keys = listAt(set.json, 'keys');
    const faults = this.noteKeys(keys);
    for (const id of ids) {
      const { status, json } = await get(`/certificates/${id}.json`);
      const former = this.state.held[id];
      const held = heldOf(id, status, json);
      const statement = held.statement ?? former?.statement ?? null;
      const signature = held.signature ?? former?.signature ?? null;
      if (former !== undefined && former.statement !== null && statement !== former.statement)
        faults.push(`certificate ${id} has another statement than before`);
      if (statement !== null && signature !== null)
        faults.push(...verifyHeld({ ...held, statement, signature }, keys, registry));
      this.state.held[id] = { ...held, statement, signature };
    }
    return faults;
  }

  private noteKeys(keys: readonly unknown[]): string[] {
    const faults: string[] = [];
    const now = new Map(keys.map((key) => [stringAt(key, 'kid') ?? '', stringAt(key, 'revoked_at')]));
    for (const [kid, { revokedAt }] of Object.entries(this.state.keys)) {
      if (!now.has(kid)) faults.push(`the signing key ${kid} is not published any more`);
      else if (revokedAt !== null && now.get(kid) === null)
        faults.push(`the signing key ${kid}, which was revoked, is published as good`);
    }
    for (const [kid, revokedAt] of now) this.state.keys[kid] = { revokedAt };
    return faults;
  }

  /** After a restore without the replaced database, keys and certificates of the time since are gone. */
  restart(): void {
    this.state = { held: {}, keys: {} };
  }
}

function heldOf(id: string, httpStatus: number, json: unknown): HeldCertificate {
  return {
    id,
    httpStatus,
    statement: stringAt(json, 'statement'),
    signature: stringAt(json, 'signature'),
    status: stringAt(json, 'status') ?? 'none',
    withdrawnAt: stringAt(json, 'withdrawn_at'),
    isOpen: stringAt(json, 'statement') !== null,
    shown: {
      registryId: stringAt(json, 'registry_id'),
      issuer: stringAt(json, 'issuer'),
      issuedAt: stringAt(json, 'issued_at'),
    },
  };
}

type Signed = HeldCertificate & { statement: string; signature: string };

function verifyHeld(held: Signed, keys: readonly unknown[], registry: RegistryFacts): string[] {
  const { id, statement, signature } = held;
  const said = jsonOf(statement);
  const kid = stringAt(said, 'kid');
  const key = keys.find((one) => stringAt(one, 'kid') === kid);
  if (key === undefined)
    return [`certificate ${id} is signed by the key ${String(kid)}, which is not published`];
  const publicKey = createPublicKey({ key: key as JsonWebKey, format: 'jwk' });
  const isGood = verify(null, Buffer.from(statement), publicKey, Buffer.from(signature, 'base64url'));
  const faults = isGood ? [] : [`the signature of certificate ${id} does not verify`];
  const leaves = leavesOf(said);
  const { registryId, issuer, issuedAt } = held.shown;
  for (const [name, value] of Object.entries({ registry_id: registryId, issuer, issued_at: issuedAt }))
    if (value !== null && held.httpStatus === 200 && registryId !== null && !leaves.includes(value))
      faults.push(`certificate ${id} shows ${name} ${value}, which its signed statement does not say`);
  if (!leaves.includes(id)) faults.push(`the statement of certificate ${id} does not name its id`);
  if (stringAt(said, 'registry', 'url') !== registry.origin)
    faults.push(`certificate ${id} names ${String(at(said, 'registry', 'url'))} as its registry`);
  return faults;
}
