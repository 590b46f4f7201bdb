// Publishes works at a fixed pace, whether or not the answers keep up, and tells how long each took.
import { request } from 'undici';
import { workOf } from './dataset.ts';

let serial = 20_000_000;

/** Milliseconds of each call, sorted. */
export async function publishSteadily(
  url: string,
  headers: Record<string, string>,
  perSecond: number,
  seconds: number,
): Promise<number[]> {
  const took: number[] = [];
  const publish = async (body: string): Promise<void> => {
    const began = performance.now();
    const answer = await request(`${url}/api/v1/artworks`, { method: 'POST', headers, body });
    await answer.body.dump();
    if (answer.statusCode !== 201) throw new Error(`a publish answered ${answer.statusCode}`);
    took.push(performance.now() - began);
  };
  const began = performance.now();
  const open: Promise<void>[] = [];
  for (let count = 0; count < perSecond * seconds; count += 1) {
    const wait = began + (count * 1000) / perSecond - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    const { artistName: artist_name, fields } = workOf(serial++);
    open.push(publish(JSON.stringify({ ...fields, artist_name })));
  }
  await Promise.all(open);
  return took.sort((a, b) => a - b);
}

export function p99(sorted: number[]): number {
  return sorted[Math.floor(sorted.length * 0.99)] ?? 0;
}
