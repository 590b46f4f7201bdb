// `npm run bench`: what one fingerprint costs, beside its floor, one SHA-256 of the same text. The sync service computes one for
// every work before the first publication.
import { createHash } from 'node:crypto';
import { fingerprint } from './fingerprint.ts';

const count = 100_000;
const works = Array.from({ length: count }, (_, index) => ({
  artist_name: `Müller, Anna ${index % 500}`,
  title: `Étude n° ${index}, d’après nature`,
  year_created: `c. ${1850 + (index % 100)}`,
  height_cm: 30 + (index % 50) / 10,
  width_cm: 40,
  depth_cm: null,
}));

function perSecond(step: (work: (typeof works)[number]) => unknown): number {
  const started = performance.now();
  for (const work of works) step(work);
  return count / ((performance.now() - started) / 1000);
}

const floor = perSecond((work) =>
  createHash('sha256')
    .update(work.artist_name + work.title)
    .digest('hex'),
);
const value = perSecond(fingerprint);
const figure = {
  id: 'contract.fingerprint',
  value: Math.round(value),
  unit: 'works/s',
  floor: Math.round(floor),
  ratio: Number((value / floor).toFixed(3)),
  goal: 'printed only',
  met: true,
};
if (process.argv.includes('--json')) console.log(JSON.stringify(figure));
else
  console.log(`${figure.id}: ${figure.value} ${figure.unit}, floor ${figure.floor}, ratio ${figure.ratio}`);
