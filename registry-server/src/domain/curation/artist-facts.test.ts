import { expect, it } from 'vitest';
import { faultOfFacts } from './artist-facts.ts';

it.each([
  [{ birthYear: 1879, deathYear: 1940, ulanId: '500010493', wikidataId: 'Q44007' }, undefined],
  [{ birthYear: -480, deathYear: null }, undefined],
  [{ birthYear: 1940, deathYear: 1879 }, 'must not be before'],
  [{ birthYear: 2100 }, 'birth year'],
  [{ deathYear: Number.NaN }, 'death year'],
  [{ birthYear: 1879.5 }, 'birth year'],
  [{ ulanId: '10493' }, 'ULAN'],
  [{ wikidataId: '44007' }, 'Wikidata'],
  [{ wikidataId: 'Q044007' }, 'Wikidata'],
])('%j: %s', (facts, fault) => {
  const found = faultOfFacts(facts, 2026);
  if (fault === undefined) expect(found).toBeUndefined();
  else expect(found).toContain(fault);
});
