// A proxy between the sync service and the registry that writes down what was sent and what was answered, for the proof that
// nothing confirmed is sent a second time. Passes everything through unchanged.
import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import { text } from 'node:stream/consumers';

export interface SentItem {
  key: string;
  /** Unix time in milliseconds at which the request came in. */
  sentAtMs: number;
}

export interface Answered {
  method: string;
  status: number;
  atMs: number;
  /** `x-ratelimit-reset`: names the window of the limit that the request was counted in; null without the header. */
  window: string | null;
}

export interface RecorderOptions {
  /** Features that the sync service shall not see in the registry's description: a registry without them. */
  hideFeatures?: string[];
}

export interface Recorder {
  /** The registry's API as the sync service is told it. */
  readonly apiUrl: string;
  /** Items of batches and single writes, by their idempotency key, in the order they came. */
  readonly sent: SentItem[];
  /** Every answer, in the order they came. */
  readonly answers: Answered[];
  close(): Promise<void>;
}

/** Starts the proxy in front of `target`, the registry's origin. */
export async function startRecorder(target: string, options: RecorderOptions = {}): Promise<Recorder> {
  const sent: SentItem[] = [];
  const answers: Answered[] = [];
  const server: Server = createServer((incoming, outgoing) => {
    void text(incoming).then((body) => {
      for (const key of keysOf(incoming, body)) sent.push({ key, sentAtMs: Date.now() });
      const onward = request(
        target + (incoming.url ?? ''),
        { method: incoming.method, headers: incoming.headers },
        (answer) => {
          const status = answer.statusCode ?? 0;
          const window = answer.headers['x-ratelimit-reset'];
          const method = incoming.method ?? '';
          answers.push({ method, status, atMs: Date.now(), window: window ? String(window) : null });
          answer.once('error', () => outgoing.destroy());
          if (options.hideFeatures && /\/api\/v1\/?$/.test(incoming.url ?? '')) {
            void text(answer).then((description) => {
              delete answer.headers['content-length'];
              outgoing.writeHead(status, answer.headers).end(withoutFeatures(description, options));
            });
            return;
          }
          outgoing.writeHead(status, answer.headers);
          answer.pipe(outgoing);
        },
      );
      // The registry was killed: to the sync service it looks as it would without a proxy, a connection that breaks.
      onward.once('error', () => outgoing.destroy());
      onward.end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    apiUrl: `http://127.0.0.1:${port}/api/v1`,
    sent,
    answers,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function keysOf(incoming: IncomingMessage, body: string): string[] {
  const header = incoming.headers['idempotency-key'];
  if (typeof header === 'string') return [header];
  if (!incoming.url?.includes('/integrations/') || body === '') return [];
  const { items } = JSON.parse(body) as { items?: { idempotency_key: string }[] };
  return items?.map((item) => item.idempotency_key) ?? [];
}

function withoutFeatures(description: string, { hideFeatures = [] }: RecorderOptions): string {
  const parsed = JSON.parse(description) as { features?: string[] };
  return JSON.stringify({
    ...parsed,
    features: parsed.features?.filter((feature) => !hideFeatures.includes(feature)) ?? [],
  });
}
