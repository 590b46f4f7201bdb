// Places that the mapping does not use yet: "attribute Artist fits 142 of 151 works", added by one press.
import { Button, Card, CardBody, CardHeader } from '@wordpress/components';
import { __, _n, sprintf } from '@wordpress/i18n';
import type { Catalogue, Suggestion } from './api.ts';
import { hasPlace, type Chain, type Field } from './chains.ts';

interface Props {
  catalogue: Catalogue;
  fields: Field[];
  chains: Record<string, Chain>;
  onTake: (suggestion: Suggestion) => void;
}

export function Suggestions({ catalogue, fields, chains, onTake }: Props) {
  const open = catalogue.suggestions.filter(
    ({ fields: [first], from, key }) => first !== undefined && !hasPlace(chains[first], from, key),
  );
  if (open.length === 0) return null;
  const nameOf = (field: string) => fields.find((one) => one.field === field)?.name ?? field;
  return (
    <Card className="areg-card">
      <CardHeader>
        <h2>{__('Found in your artworks', 'artwork-registry-connector')}</h2>
      </CardHeader>
      <CardBody>
        <ul className="areg-suggestions">
          {open.map((suggestion) => {
            const names = suggestion.fields.map(nameOf).join(', ');
            return (
              <li key={suggestion.fields.join()}>
                <span>{words(suggestion, names, catalogue)}</span>
                <Button
                  variant="secondary"
                  size="compact"
                  /* translators: 1: name of a place, 2: names of fields. */
                  aria-label={sprintf(
                    __('Use it: “%1$s” for %2$s', 'artwork-registry-connector'),
                    suggestion.label,
                    names,
                  )}
                  onClick={() => onTake(suggestion)}
                >
                  {__('Use it', 'artwork-registry-connector')}
                </Button>
              </li>
            );
          })}
        </ul>
      </CardBody>
    </Card>
  );
}

function words(
  { label, from, fits, adds }: Suggestion,
  names: string,
  { total, looked_at }: Catalogue,
): string {
  const place = placeWords(from, label);
  const fit =
    looked_at < total
      ? sprintf(
          /* translators: 1: place, 2: number of works that fit, 3: works looked at, 4: all works. */
          __('%1$s fits %2$d of %3$d artworks looked at (of %4$d).', 'artwork-registry-connector'),
          place,
          fits,
          looked_at,
          total,
        )
      : sprintf(
          /* translators: 1: place, 2: number of works that fit, 3: all works. */
          _n(
            '%1$s fits %2$d of %3$d artwork.',
            '%1$s fits %2$d of %3$d artworks.',
            total,
            'artwork-registry-connector',
          ),
          place,
          fits,
          total,
        );
  const gap = sprintf(
    /* translators: 1: names of fields, such as Artist, 2: number of works. */
    _n(
      '%1$s is empty in %2$d of them now.',
      '%1$s is empty in %2$d of them now.',
      adds,
      'artwork-registry-connector',
    ),
    names,
    adds,
  );
  return `${fit} ${gap}`;
}

function placeWords(from: Suggestion['from'], label: string): string {
  switch (from) {
    case 'attribute':
      /* translators: %s: name of an attribute. */
      return sprintf(__('Attribute “%s”', 'artwork-registry-connector'), label);
    case 'taxonomy':
      /* translators: %s: name of a taxonomy. */
      return sprintf(__('Taxonomy “%s”', 'artwork-registry-connector'), label);
    case 'meta':
      /* translators: %s: name of a custom field. */
      return sprintf(__('Custom field “%s”', 'artwork-registry-connector'), label);
  }
}
