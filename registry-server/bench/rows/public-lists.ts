// The last page of what lists everything, beside the first: sitemap and OAI-PMH.
import { median, round } from '../figure.ts';
import type { Figure } from '../figure.ts';
import type { Bench } from './bench.ts';

const REPEATS = 15;
const MAX_RATIO = 1.5;

export async function publicLists({ server, world }: Bench): Promise<Figure[]> {
  const text = async (path: string) => {
    const response = await fetch(`${server.url}${path}`);
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    return response.text();
  };
  const timeOf = async (path: string) => {
    const times: number[] = [];
    for (let count = 0; count < REPEATS; count += 1) {
      const began = performance.now();
      await text(path);
      times.push(performance.now() - began);
    }
    return median(times);
  };
  const parts = [...(await text('/sitemap.xml')).matchAll(/sitemap-\d+\.xml/g)].map(([name]) => `/${name}`);
  // The last one may not be full.
  const [firstPart = '', lastPart = firstPart] = [parts[0], parts.at(-2)];
  const records = '/oai?verb=ListRecords&metadataPrefix=oai_dc';
  const storage = await world.place.open();
  const end = await storage.findFeedEnd();
  await storage.close();
  const token = (after: number) =>
    Buffer.from(JSON.stringify({ after, upTo: Number.MAX_SAFE_INTEGER })).toString('base64url');
  const resumed = (after: number) => `/oai?verb=ListRecords&resumptionToken=${token(after)}`;
  await text(records);
  const figure = (id: string, last: number, first: number, detail: Record<string, number>): Figure => ({
    id,
    value: round(last),
    unit: 'ms for the last',
    floor: round(first),
    ratio: round(last / first),
    goal: `≤ ${MAX_RATIO} × the first`,
    met: last <= MAX_RATIO * first,
    detail,
  });
  return [
    figure('public.sitemap', await timeOf(lastPart), await timeOf(firstPart), { parts: parts.length }),
    figure('public.oai', await timeOf(resumed(end - 101)), await timeOf(resumed(0)), { steps: end }),
  ];
}
