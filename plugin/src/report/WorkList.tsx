// The works of one line of the review as a table, a page at a time, each with a link to fix it.
import { Button, Card, CardBody, CardHeader } from '@wordpress/components';
import { useEffect, useState } from '@wordpress/element';
import { __, _n, sprintf } from '@wordpress/i18n';
import { urlOf } from '../screen/addresses.ts';
import { Pages } from '../screen/Pages.tsx';
import { Problem } from '../screen/Problem.tsx';
import { getReportWorks, type Line, type ReportWorks } from './api.ts';
import { anotherWords, rightWords } from './words.ts';
import { WorkRow } from './WorkRow.tsx';

interface Props {
  lacking: Line;
  title: string;
  advice?: string;
  tick: number;
  /** Opens the editable list. */
  onFix: () => void;
  /** The owner answers the question of the line: these are other artworks than those the registry has, or their artist is right. */
  onAccept?: (ids: string[]) => void;
}

/** Fields that the editable list has. */
const EDITABLE = ['artist_name', 'year_created', 'medium', 'height_cm', 'width_cm', 'depth_cm'];

export function WorkList({ lacking, title, advice, tick, onFix, onAccept }: Props) {
  const isFound = ['own', 'near', 'other'].includes(lacking);
  const isWrong = !['', 'joined'].includes(lacking) && !isFound;
  const [page, setPage] = useState(1);
  const [result, setResult] = useState<ReportWorks | null>(null);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    getReportWorks(lacking, page).then(
      (next) => {
        setResult(next);
        setError(null);
      },
      (cause: Error) => setError(cause.message),
    );
  }, [lacking, page, tick]);
  const pages = Math.max(1, result?.pages ?? 1);
  // Mending the last work of the last page empties it.
  useEffect(() => {
    if (page > pages) setPage(pages);
  }, [page, pages]);
  return (
    <Card className="areg-card" id={`areg-report-${lacking || 'ready'}`}>
      <CardHeader>
        <h2>{title}</h2>
        {EDITABLE.includes(lacking) && (
          <Button variant="secondary" aria-haspopup="dialog" onClick={onFix}>
            {_n('Fix it here', 'Fix them here', result?.total ?? 2, 'artwork-registry-connector')}
          </Button>
        )}
      </CardHeader>
      <CardBody>
        {error !== null && <Problem message={error} />}
        {result === null && error === null && <div className="areg-skeleton areg-skeleton-line" />}
        {advice !== undefined && <p>{advice}</p>}
        {result !== null && (
          <table className="widefat striped areg-report-table">
            <thead>
              <tr>
                <th scope="col">{__('Artwork', 'artwork-registry-connector')}</th>
                <th scope="col">{__('Artist', 'artwork-registry-connector')}</th>
                {isFound && <th scope="col">{__('In the registry', 'artwork-registry-connector')}</th>}
                {isWrong && <th scope="col">{__('What to do', 'artwork-registry-connector')}</th>}
                <th scope="col">{__('Change', 'artwork-registry-connector')}</th>
              </tr>
            </thead>
            <tbody>
              {result.works.map((work) => (
                <WorkRow
                  key={work.external_id}
                  work={work}
                  isFound={isFound}
                  isWrong={isWrong}
                  accept={lacking === 'joined' ? rightWords() : anotherWords()}
                  {...(onAccept === undefined ? {} : { onAccept })}
                />
              ))}
            </tbody>
          </table>
        )}
        {onAccept !== undefined && (result?.works.length ?? 0) > 1 && (
          <p>
            <Button
              variant="secondary"
              onClick={() => onAccept(result?.works.map((work) => work.external_id) ?? [])}
            >
              {lacking === 'joined'
                ? __('All on this page are right', 'artwork-registry-connector')
                : __('All on this page are other artworks', 'artwork-registry-connector')}
            </Button>
          </p>
        )}
        {isWrong && (
          <p className="areg-why">
            {__('Is it kept elsewhere on your site?', 'artwork-registry-connector')}{' '}
            <a href={urlOf('fields')}>{__('Set this under Fields', 'artwork-registry-connector')}</a>
          </p>
        )}
        {/* translators: %s: name of a list. */}
        <Pages
          label={sprintf(__('Pages: %s', 'artwork-registry-connector'), title)}
          page={page}
          pages={pages}
          onPage={setPage}
        />
      </CardBody>
    </Card>
  );
}
