// A mirror that begins with the newest dump and continues with GET /changes.
import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import type { ChangeList } from '@artwork-registry/contract';
import { fetchPatiently, Mirror } from './mirror.ts';
import type { MirroredWork } from './mirror.ts';

type DumpList = { data: { url: string; file: string; sha256: string; sequence: number; works: number }[] };

export async function mirrorFromDump(
  address: string,
  apiKey: string,
): Promise<{ mirror: Mirror; follow: () => Promise<number> }> {
  const mirror = new Mirror(address);
  const { data } = (await (await fetchPatiently(`${address}/dumps/index.json`)).json()) as DumpList;
  const [dump] = data;
  if (dump === undefined) throw new Error('there is no dump');
  const bytes = Buffer.from(await (await fetchPatiently(`${address}/dumps/${dump.file}`)).arrayBuffer());
  if (createHash('sha256').update(bytes).digest('hex') !== dump.sha256)
    throw new Error('the dump is damaged');
  for (const line of gunzipSync(bytes).toString().split('\n'))
    if (line !== '') mirror.put(JSON.parse(line) as MirroredWork);
  if (mirror.works.size !== dump.works) throw new Error('the dump has another number of works than it says');

  let after = dump.sequence;
  /** To the end of the feed. Answers how many steps that were. */
  async function follow(): Promise<number> {
    let steps = 0;
    for (;;) {
      const headers = { authorization: `Bearer ${apiKey}` };
      const response = await fetchPatiently(`${address}/api/v1/changes?after=${after}&limit=100`, {
        headers,
      });
      const page = (await response.json()) as ChangeList;
      for (const change of page.data) {
        if (change.op === 'upsert') await mirror.readAgain(change.registry_id);
        else if (change.op === 'remove') mirror.remove(change.registry_id);
        else if (change.op === 'profile')
          mirror.holderChanged(change.profile.former_slug ?? change.profile.slug, change.profile);
        else if (change.op === 'installation')
          mirror.siteMoved(change.installation.id, change.installation.site_url);
      }
      steps += page.data.length;
      after = page.next_after;
      if (!page.has_more) return steps;
    }
  }
  return { mirror, follow };
}
