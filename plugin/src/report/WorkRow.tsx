// One work in a table of the review.
import { Button } from '@wordpress/components';
import { __, sprintf } from '@wordpress/i18n';
import { ArtId } from '../work/ArtId.tsx';
import type { ReportWork } from './api.ts';
import type { AcceptWords } from './words.ts';

interface Props {
  work: ReportWork;
  /** It is, or may be, a record of the registry. */
  isFound: boolean;
  isWrong: boolean;
  /** What the owner may say of it, alone and with its title. */
  accept: AcceptWords;
  onAccept?: (ids: string[]) => void;
}

export function WorkRow({ work, isFound, isWrong, accept, onAccept }: Props) {
  const name = work.title || `#${work.external_id}`;
  return (
    <tr>
      <th scope="row">
        {work.image !== null && <img src={work.image} alt="" width="40" height="40" loading="lazy" />}
        <bdi>{name}</bdi>
      </th>
      <td data-label={__('Artist', 'artwork-registry-connector')}>
        <bdi>{work.artist}</bdi>
      </td>
      {isFound && (
        <td data-label={__('In the registry', 'artwork-registry-connector')}>
          {work.there !== null && (
            <>
              <bdi>{work.there.words}</bdi> <ArtId id={work.there.registry_id} page={work.there.page} />
            </>
          )}
        </td>
      )}
      {isWrong && (
        <td data-label={__('What to do', 'artwork-registry-connector')}>
          {work.problems.map((problem) => (
            <span key={problem} className="areg-why">
              {problem}
            </span>
          ))}
        </td>
      )}
      <td>
        {work.edit_url !== null && (
          <a
            href={work.edit_url}
            /* translators: %s: title of a work. */
            aria-label={sprintf(__('Open the artwork: %s', 'artwork-registry-connector'), name)}
          >
            {__('Open the artwork', 'artwork-registry-connector')}
          </a>
        )}
        {onAccept !== undefined && (
          <Button variant="link" onClick={() => onAccept([work.external_id])} aria-label={accept.named(name)}>
            {accept.alone}
          </Button>
        )}
      </td>
    </tr>
  );
}
