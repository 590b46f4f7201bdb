// The works of one line of the report, a page at a time, each with a link to fix it.
import { Button, Card, CardBody, CardHeader } from '@wordpress/components';
import { useEffect, useState } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import { urlOf } from '../screen/addresses.ts';
import { Pages } from '../screen/Pages.tsx';
import { getReportWorks, type ReportWorks } from './api.ts';

interface Props {
  /** Field of the registry that is wrong; '' : works that are ready. */
  lacking: string;
  title: string;
  tick: number;
  /** Opens the editable list. */
  onFix: () => void;
}

/** Fields that the editable list has. */
const EDITABLE = ['artist_name', 'year_created', 'medium', 'height_cm', 'width_cm', 'depth_cm'];

export function WorkList({ lacking, title, tick, onFix }: Props) {
  const [page, setPage] = useState(1);
  const [result, setResult] = useState<ReportWorks | null>(null);
  useEffect(() => {
    getReportWorks(lacking, page).then(setResult, () => undefined); // The report shows the problem and asks again.
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
            {__('Fix them here', 'artwork-registry-connector')}
          </Button>
        )}
      </CardHeader>
      <CardBody>
        {result === null && <div className="areg-skeleton areg-skeleton-line" />}
        <ul className="areg-rows">
          {result?.works.map((work) => {
            const name = work.title || `#${work.external_id}`;
            return (
              <li key={work.external_id}>
                <span className="areg-long">
                  <strong>
                    <bdi>{name}</bdi>
                  </strong>
                  {work.problems.map((problem) => (
                    <span key={problem} className="areg-why">
                      {problem}
                    </span>
                  ))}
                </span>
                {work.edit_url !== null && (
                  <a
                    className="components-button is-secondary is-compact"
                    href={work.edit_url}
                    /* translators: %s: title of a work. */
                    aria-label={sprintf(__('Open the artwork: %s', 'artwork-registry-connector'), name)}
                  >
                    {__('Open the artwork', 'artwork-registry-connector')}
                  </a>
                )}
              </li>
            );
          })}
        </ul>
        {lacking !== '' && (
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
