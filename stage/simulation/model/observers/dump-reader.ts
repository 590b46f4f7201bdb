// Fetches the dumps that are listed, compares each with its checksum and its number of works, and keeps what is in it.
import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { at, jsonOf, listAt, read, stringAt } from '../answers.ts';
import type { Call, RegistryFacts } from '../observation.ts';

export type ReadDump = {
  file: string;
  sha256: string;
  createdAt: string;
  sequence: number;
  works: Record<string, unknown>;
};
export type DumpReaderState = { dumps: Record<string, ReadDump> };

export class DumpReader {
  state: DumpReaderState = { dumps: {} };

  async look(call: Call, registry: RegistryFacts): Promise<string[]> {
    const { origin } = registry;
    const { status, json } = await read(call, { origin, method: 'GET', path: '/dumps/index.json' });
    // Without a licence there are no dumps.
    if (status === 404) this.state = { dumps: {} };
    if (status !== 200) return status === 404 ? [] : [`GET /dumps/index.json answered ${status}`];
    const faults: string[] = [];
    const dumps: Record<string, ReadDump> = {};
    for (const entry of listAt(json, 'data')) {
      const file = stringAt(entry, 'file') ?? '';
      const sha256 = stringAt(entry, 'sha256') ?? '';
      const known = this.state.dumps[file];
      if (known?.sha256 === sha256) dumps[file] = known;
      else {
        const answer = await call({ origin, method: 'GET', path: `/dumps/${file}` });
        const body = answer.isLost ? new Uint8Array() : answer.body;
        const isRead = !answer.isLost && answer.status === 200;
        if (!isRead) {
          faults.push(`GET /dumps/${file} answered ${answer.isLost ? 'nothing' : answer.status}`);
          continue;
        }
        if (createHash('sha256').update(body).digest('hex') !== sha256)
          faults.push(`the dump ${file} has another SHA-256 than the list says`);
        dumps[file] = readDump(file, sha256, entry, body);
      }
      const count = Object.keys(dumps[file]!.works).length;
      if (count !== at(entry, 'works'))
        faults.push(`the dump ${file} has ${count} works, and the list says ${String(at(entry, 'works'))}`);
    }
    this.state = { dumps };
    return faults;
  }
}

function readDump(file: string, sha256: string, entry: unknown, body: Uint8Array): ReadDump {
  const works: Record<string, unknown> = {};
  for (const line of gunzipSync(body).toString('utf8').split('\n')) {
    if (line === '') continue;
    const record = jsonOf(line);
    works[stringAt(record, 'registry_id') ?? line] = record;
  }
  return {
    file,
    sha256,
    createdAt: stringAt(entry, 'created_at') ?? '',
    sequence: Number(at(entry, 'sequence')),
    works,
  };
}
