// Asks the registry whose key this is, before it is stored.
import type { ServiceDescriptor } from '../types/registry-answers.ts';
import type { Proxy } from '#kit/checked-proxy';
import { systemClock } from '#kit/clock';
import { createAgent } from '../net/agents.ts';
import { meaningOfKey } from '../registry/answer-meaning.ts';
import { createRegistryClient, NoAnswer } from '../registry/registry-client.ts';
import { CommandFailed } from './command-failed.ts';

/** The registry's answer to the key; null where the registry cannot be reached just now. Throws where it is refused. */
export async function verifyKey(
  registryUrl: string,
  apiKey: string,
  proxy: Proxy | null,
): Promise<ServiceDescriptor | null> {
  const agent = createAgent(proxy);
  try {
    const client = createRegistryClient(registryUrl, apiKey, {
      clock: systemClock,
      timeoutMs: 30_000,
      agent,
    });
    const meaning = meaningOfKey(await client.send({ method: 'GET', path: '/' }));
    if (meaning.kind === 'accepted') return meaning.descriptor;
    if (meaning.kind === 'unreachable') return null;
    if (meaning.kind === 'refused')
      throw new CommandFailed(`The registry refuses this API key: ${meaning.message}`);
    throw new CommandFailed(`${registryUrl} is not an art registry. The address usually ends in /api/v1.`);
  } catch (error) {
    if (error instanceof NoAnswer) return null;
    throw error;
  } finally {
    await agent.destroy();
  }
}
