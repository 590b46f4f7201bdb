// A chain in one line: "attribute “Artist”, then custom field “painter”".
import { __, sprintf } from '@wordpress/i18n';
import type { Place } from './api.ts';
import type { Chain, Step } from './chains.ts';

interface Context {
  /** What "automatic" means for the field. */
  standard: string;
  properties: Record<string, string>;
  places: Place[];
}

export function chainWords(chain: Chain, context: Context): string {
  const [first = '', ...others] = chain.steps.map((step) => stepWords(step, context));
  /* translators: 1: a place, 2: the next place, such as: custom field “painter”. */
  return others.reduce(
    (text, next) => sprintf(__('%1$s, then %2$s', 'artwork-registry-connector'), text, next),
    first,
  );
}

function stepWords({ from, key, value, when }: Step, { standard, properties, places }: Context): string {
  const label = places.find((place) => place.from === from && place.key === key)?.label ?? key;
  const words = {
    /* translators: %s: where it comes from, such as "Product name". */
    standard: sprintf(__('automatic (%s)', 'artwork-registry-connector'), standard),
    property: properties[key] ?? key,
    attribute: placeInSentence('attribute', label),
    taxonomy: placeInSentence('taxonomy', label),
    meta: placeInSentence('meta', label),
    /* translators: %s: text. */
    fixed: sprintf(__('always “%s”', 'artwork-registry-connector'), value),
    /* translators: %s: text. */
    pattern: sprintf(__('pattern “%s”', 'artwork-registry-connector'), value),
    nothing: __('leave it empty', 'artwork-registry-connector'),
  }[from];
  /* translators: %s: a place, such as: custom field “painter”. */
  return when === null ? words : sprintf(__('%s, by a rule', 'artwork-registry-connector'), words);
}

/** A place within a sentence: "attribute “Artist”". */
export function placeInSentence(from: Place['from'], label: string): string {
  return {
    /* translators: %s: name. */
    attribute: sprintf(__('attribute “%s”', 'artwork-registry-connector'), label),
    /* translators: %s: name of a list of categories or tags, such as Category. */
    taxonomy: sprintf(__('“%s”', 'artwork-registry-connector'), label),
    /* translators: %s: name. */
    meta: sprintf(__('custom field “%s”', 'artwork-registry-connector'), label),
  }[from];
}
