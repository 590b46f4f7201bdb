// Does a site still answer under its former address with its former secret? Then it is still there, and another one may not continue
// its pairing: it may be a copy. A site that gives itself the new address under the former one is the same one, with two names.
import type { Dispatcher } from 'undici';
import type { Clock } from '#kit/clock';
import { createDirectCarrier, type SendCall } from '../site/direct-carrier.ts';
import { createCallSigner } from '../site/signed-call.ts';
import { parseAnswer } from '../site/site-client.ts';
import { SiteError } from '../site/site-error.ts';
import { OWN_FOLDERS, WAYS_IN } from '../site/site-http.ts';
import type { Site } from '../site/sites-file.ts';
import { PeekAnswer } from '../types/site.ts';

const TIMEOUT_MS = 5000;

/** `address`: of the site that continues. Asks for no artwork: `peek` builds nothing and changes nothing there. */
export async function answersStill(
  site: Site,
  address: string,
  deps: { clock: Clock; agent: Dispatcher },
): Promise<boolean> {
  const signer = createCallSigner(site, deps.clock);
  const options = { clock: deps.clock, timeoutMs: TIMEOUT_MS, agent: deps.agent, mostBytes: 2 ** 20 };
  const home = site.siteUrl.replace(/\/+$/, '');
  const reach = (siteUrl: string, way: (typeof WAYS_IN)[number]) =>
    createDirectCarrier({ ...site, siteUrl }, signer, options, undefined, [way]);
  // Where its admin-ajax.php is, its cell knows; the usual folders cost a call each.
  const carriers = [
    ...WAYS_IN.map((way) => reach(home, way)),
    ...OWN_FOLDERS.map((folder) => reach(home + folder, WAYS_IN.at(-1)!)),
  ];
  const saysElse = async (send: SendCall): Promise<boolean> => {
    try {
      const answer = await send('changes', JSON.stringify({ limit: 1, peek: true }));
      return parseAnswer(PeekAnswer, answer, 'changes').site_url !== address;
    } catch (error) {
      // A signed refusal is an answer of a site that is in doubt itself.
      if (error instanceof SiteError) return false;
      throw error;
    }
  };
  // All at once: the site that continues waits for ten seconds, and a machine that takes no packets any more uses up the time of each.
  return (await Promise.all(carriers.map(saysElse))).includes(true);
}
