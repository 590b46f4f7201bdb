// Asks the registry whose key this is, before it is stored.
import { ErrorEnvelope, ServiceDescriptor } from '@artwork-registry/contract';
import { Agent } from 'undici';
import { createRegistryClient, NoAnswer, type RawRegistryAnswer } from '../registry/registry-client.ts';
import { CommandFailed } from './command-failed.ts';

const isRegistrys = ({ headers }: RawRegistryAnswer) => headers['x-registry-api-version'] !== undefined;

/** The registry's answer to the key; null where the registry cannot be reached just now. Throws where it is refused. */
export async function verifyKey(registryUrl: string, apiKey: string): Promise<ServiceDescriptor | null> {
  const agent = new Agent();
  try {
    const client = createRegistryClient(registryUrl, apiKey, { timeoutMs: 30_000, agent });
    const answer = await client.send({ method: 'GET', path: '/' });
    const descriptor = ServiceDescriptor.safeParse(answer.body);
    if (answer.status === 200 && descriptor.success) return descriptor.data;
    const envelope = ErrorEnvelope.safeParse(answer.body);
    if ((answer.status === 401 || answer.status === 403) && envelope.success && isRegistrys(answer))
      throw new CommandFailed(`The registry refuses this API key: ${envelope.data.error.message}`);
    if (answer.status >= 429) return null;
    throw new CommandFailed(`${registryUrl} is not an art registry. The address usually ends in /api/v1.`);
  } catch (error) {
    if (error instanceof NoAnswer) return null;
    throw error;
  } finally {
    await agent.destroy();
  }
}
