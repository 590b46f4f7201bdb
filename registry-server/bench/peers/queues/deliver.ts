// One signed delivery over HTTPS on connections that stay open, as users of a job queue write it.
import { createHmac, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'undici';
import { CONCURRENCY } from './queue.ts';
import type { Deliver, Job } from './queue.ts';

const DEADLINE_MS = 10_000;

export function makeDeliver(caFile: string): Deliver {
  const dispatcher = new Agent({
    connections: CONCURRENCY,
    keepAliveTimeout: 4000,
    connect: { ca: readFileSync(caFile, 'utf8'), timeout: 3000 },
    headersTimeout: DEADLINE_MS,
    bodyTimeout: DEADLINE_MS,
  });
  return async ({ id, url, body, endpoint }, attempt) => {
    const timestamp = String(Math.floor(Date.now() / 1000));
    const signature = createHmac('sha256', `whsec_${endpoint}_0123456789abcdef`)
      .update(`${timestamp}.${body}`)
      .digest('hex');
    const answer = await request(url, {
      method: 'POST',
      dispatcher,
      body,
      headers: {
        'content-type': 'application/json',
        'x-event-id': id,
        'x-timestamp': timestamp,
        'x-attempt': String(attempt),
        'x-signature': `sha256=${signature}`,
      },
    });
    await answer.body.dump();
    if (answer.statusCode < 200 || answer.statusCode > 299) throw new Error(`answered ${answer.statusCode}`);
  };
}

/** A job for each endpoint about a change of one work; the body is like that of our events. */
export function jobsOf(urls: readonly string[], serial: number): Job[] {
  const id = randomUUID();
  const body = JSON.stringify({
    object: 'event',
    id,
    type: 'artwork.updated',
    created_at: new Date().toISOString(),
    organization: { slug: 'bench' },
    resource: { type: 'artwork', id: randomUUID(), registry_id: `AREG-${serial}` },
    changed_fields: ['title', 'availability'],
  });
  return urls.map((url, endpoint) => ({ id, url, endpoint, body }));
}
