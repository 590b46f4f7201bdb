// Health, for the operator of the machine. Shows no work, no key and no address of a site.
import type { FastifyInstance } from 'fastify';
import type { ReceiverDeps, SiteState } from './receiver-deps.ts';

/** How long one probe of the disk is reused: the route is public, and must not cost a write for each request. */
const PROBE_MS = 1000;

/**
 * `GET /health`: 200 while the service can do its work, else 503 with one word for what is wrong. It does not read the journal's
 * tables: it shows what the loops saved last.
 */
export function addHealthRoute(server: FastifyInstance, deps: ReceiverDeps): void {
  const isWritable = createProbe(deps);
  server.get('/health', (_request, reply) => {
    const states = deps.statuses();
    const problem = isWritable() ? (deps.problem() ?? problemOf(states)) : 'journal_not_writable';
    return reply.code(problem === null ? 200 : 503).send({ status: problem ?? 'ok', sites: states.length });
  });
}

/** A site that does not answer is not the service's fault; a loop that hangs, or ends in an error of ours, is. */
function problemOf(states: SiteState[]): string | null {
  if (states.some(({ isStuck }) => isStuck)) return 'stuck';
  return states.some(({ status }) => status?.own_error) ? 'failing' : null;
}

function createProbe({ journal, clock }: ReceiverDeps): () => boolean {
  let probedAtMs = -Infinity;
  let isWritable = true;
  return () => {
    if (clock.elapsed() - probedAtMs < PROBE_MS) return isWritable;
    probedAtMs = clock.elapsed();
    try {
      journal.transaction(() => journal.meta.save('service', 'health', clock.now()));
      isWritable = true;
    } catch {
      isWritable = false;
    }
    return isWritable;
  };
}
