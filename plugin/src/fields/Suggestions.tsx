// Places that the mapping does not use yet: "attribute Artist fits 142 of 151 works", added by one press.
import { Button, Card, CardBody, CardHeader } from '@wordpress/components';
import { __, _n, sprintf } from '@wordpress/i18n';
import type { Catalogue, Suggestion } from './api.ts';
import { placeInSentence } from './step-words.ts';
import { hasPlace, isSize, type Chain, type Field } from './chains.ts';

interface Props {
  catalogue: Catalogue;
  fields: Field[];
  chains: Record<string, Chain>;
  /** Nothing was chosen yet: the catalogue is looked at for the first time. */
  isFirstLook: boolean;
  onTake: (suggestion: Suggestion) => void;
  onTakeAll: (suggestions: Suggestion[]) => void;
}

export function Suggestions({ catalogue, fields, chains, isFirstLook, onTake, onTakeAll }: Props) {
  const open = catalogue.suggestions.filter(
    ({ fields: [first], from, key }) => first !== undefined && !hasPlace(chains[first], from, key),
  );
  if (open.length === 0) return null;
  const isGuided = isFirstLook && open.length > 1;
  const nameOf = (field: string) => fields.find((one) => one.field === field)?.name ?? field;
  return (
    <Card className="areg-card">
      <CardHeader>
        <h2>{__('Found in your artworks', 'artwork-registry-connector')}</h2>
      </CardHeader>
      <CardBody>
        {isGuided && (
          <div className="areg-first-look">
            <p>
              {sprintf(
                /* translators: %s: what was found, such as: Artist in custom field “painter” (142 of 151). */
                __('This looks like a catalogue with %s.', 'artwork-registry-connector'),
                open
                  .map((suggestion) => lookWords(suggestion, namesOf(suggestion, nameOf), catalogue))
                  .join(', '),
              )}
            </p>
            <Button variant="secondary" onClick={() => onTakeAll(open)}>
              {__('Use all of these', 'artwork-registry-connector')}
            </Button>
          </div>
        )}
        <ul className="areg-suggestions">
          {open.map((suggestion) => {
            const names = namesOf(suggestion, nameOf);
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

/** One text for height, width and depth is a size. */
function namesOf({ fields }: Suggestion, nameOf: (field: string) => string): string {
  return fields.length === 3 && fields.every(isSize)
    ? __('Size', 'artwork-registry-connector')
    : fields.map(nameOf).join(', ');
}

function lookWords(
  { from, label, fits }: Suggestion,
  names: string,
  { looked_at: lookedAt }: Catalogue,
): string {
  return sprintf(
    /* translators: 1: name of a field, 2: a place, 3: works that fit, 4: works looked at. */
    __('%1$s in %2$s (%3$d of %4$d)', 'artwork-registry-connector'),
    names,
    placeInSentence(from, label),
    fits,
    lookedAt,
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
