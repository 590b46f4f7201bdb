// The values of the site beside those in the registry. Differences are marked by a word, not by colour alone.
import { __, _n, sprintf } from '@wordpress/i18n';
import { Ago } from '../work/Ago.tsx';
import type { ContentField } from '../work/api.ts';
import { FieldValue } from '../work/FieldValue.tsx';
import type { Work } from '../work/work.ts';
import { compare, type Pair } from './compare.ts';

interface Props {
  work: Work;
  /** As the site would send it now. */
  fields: ContentField[];
}

const moving = ['waiting', 'sending', 'published_waiting'];

export function Comparison({ work, fields }: Props) {
  const pairs = compare(fields, work.shows);
  return (
    <>
      <p role="status">{verdict(work, pairs)}</p>
      <table className="areg-comparison">
        <caption className="screen-reader-text">
          {__('The artwork on your site and in the registry', 'artwork-registry-connector')}
        </caption>
        <thead>
          <tr>
            <td />
            <th scope="col">{__('Your site', 'artwork-registry-connector')}</th>
            <th scope="col">{__('Registry', 'artwork-registry-connector')}</th>
          </tr>
        </thead>
        <tbody>
          {pairs.map(({ field, label, site, registry, isDifferent }) => (
            <tr key={field} className={isDifferent ? 'is-different' : ''}>
              <th scope="row">{label}</th>
              <td data-label={__('Your site', 'artwork-registry-connector')}>
                <Value field={field} value={site} />
              </td>
              <td data-label={__('Registry', 'artwork-registry-connector')}>
                <Value field={field} value={registry} />
                {isDifferent && (
                  <span className="areg-differs">
                    <span className="dashicons dashicons-warning" aria-hidden="true" />
                    {__('differs', 'artwork-registry-connector')}
                  </span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {pairs.some(({ field, isDifferent }) => field === 'artist_name' && isDifferent) && (
        <p>
          {__(
            'The registry keeps one name for each artist, for all galleries. If it is wrong, ask the registry to correct it.',
            'artwork-registry-connector',
          )}
        </p>
      )}
      {work.shows !== null && work.confirmed_at !== null && (
        <p className="areg-why">
          {__('The registry as it was seen last:', 'artwork-registry-connector')}{' '}
          <Ago at={work.confirmed_at} />
        </p>
      )}
    </>
  );
}

function Value({ field, value }: { field: string; value: Pair['site'] }) {
  return value === null ? <>–</> : <FieldValue field={field} value={value} />;
}

function verdict(work: Work, pairs: Pair[]): string {
  if (work.registry_id === null) {
    return __('It is not in the registry. On your site it reads as follows.', 'artwork-registry-connector');
  }
  if (!work.shows?.availability) {
    return __('The registry does not show it to the public now.', 'artwork-registry-connector');
  }
  const differences = pairs.filter((pair) => pair.isDifferent).length;
  if (differences === 0) return __('Site and registry say the same.', 'artwork-registry-connector');
  if (moving.includes(work.state)) {
    return sprintf(
      /* translators: %d: number of fields. */
      _n(
        '%d field differs; the change is on its way.',
        '%d fields differ; the change is on its way.',
        differences,
        'artwork-registry-connector',
      ),
      differences,
    );
  }
  return sprintf(
    /* translators: %d: number of fields. */
    _n('%d field differs.', '%d fields differ.', differences, 'artwork-registry-connector'),
    differences,
  );
}
