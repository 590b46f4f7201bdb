// "142 ready, 9 need an artist, 3 possible duplicates": what would be registered, before anything is.
import { Button, Card, CardBody, Notice } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { __, _n, sprintf } from '@wordpress/i18n';
import { urlOf } from '../screen/addresses.ts';
import { registerAll } from '../screen/api.ts';
import { ClosedNotice } from '../screen/ClosedNotice.tsx';
import { Confirm } from '../screen/Confirm.tsx';
import { Duplicates } from '../overview/Duplicates.tsx';
import { ProgressBar } from '../screen/ProgressBar.tsx';
import { Skeleton } from '../screen/Skeleton.tsx';
import { FixModal } from '../fix/FixModal.tsx';
import { acceptWorks, getReportDuplicates, type Question, type Report } from './api.ts';
import { ComparisonLine } from './ComparisonLine.tsx';
import { exportUrl } from './export-url.ts';
import { useReport } from './use-report.ts';
import { WorkList } from './WorkList.tsx';
import {
  alikeWords,
  countingWords,
  foundAdvice,
  foundWords,
  lackingWords,
  readyWords,
  registerWords,
} from './words.ts';

const FOUND_ICONS = { joined: 'warning', own: 'admin-links', near: 'editor-help', other: 'admin-users' };

export function ReportScreen() {
  const { report, error, isSlow, tick, refresh } = useReport();
  const [acceptError, setAcceptError] = useState<string | null>(null);
  const accept = (line: Question) => (ids: string[]) => {
    setAcceptError(null);
    acceptWorks(line, ids).then(
      () => refresh(),
      (cause: Error) => setAcceptError(cause.message),
    );
  };
  const [isShowingReady, setIsShowingReady] = useState(false);
  // Stays while its line gets shorter, and when it is gone: Undo is in it.
  const [fixing, setFixing] = useState<{ lacking: string; title: string } | null>(null);
  if (report === null) {
    return error === null ? (
      <Skeleton label={__('Checking the artworks', 'artwork-registry-connector')} parts={['line', 'card']} />
    ) : (
      <CheckProblem message={error} />
    );
  }
  // Where the shop is closed, or artworks wait for a decision, there have been some: a restore may be putting them back.
  if (report.is_done && report.total === 0 && report.undecided === 0 && !report.is_closed) return <NoWorks />;
  const isReviewed = report.is_done && report.undecided === 0;
  return (
    <div className="areg-screen">
      {error !== null && <CheckProblem message={error} />}
      {report.is_closed && <ClosedNotice />}
      {!isReviewed && (
        <p className="areg-card-intro">
          {__(
            'These artworks are public on your site, and you have not decided about them yet. Nothing is registered until you select Register.',
            'artwork-registry-connector',
          )}
        </p>
      )}
      {!report.is_done && (
        <ProgressBar
          label={__('Checking the artworks', 'artwork-registry-connector')}
          done={report.looked_at}
          total={report.total}
          text={countingWords(report)}
        >
          <span>{countingWords(report)}</span>
        </ProgressBar>
      )}
      <Sum
        report={report}
        isReviewed={isReviewed}
        isSlow={isSlow}
        onRegistered={refresh}
        onAgain={() => refresh(true)}
        onShow={() => setIsShowingReady(!isShowingReady)}
      />
      {acceptError !== null && <p role="alert">{acceptError}</p>}
      {(['joined', 'near', 'other', 'own'] as const).map(
        (line) =>
          report[line] > 0 && (
            <WorkList
              key={line}
              lacking={line}
              title={foundWords(line, report[line])}
              advice={foundAdvice(line, report[line])}
              tick={tick}
              onFix={() => undefined}
              {...(line === 'near' || line === 'joined' ? { onAccept: accept(line) } : {})}
            />
          ),
      )}
      {report.lacking.map((line) => (
        <WorkList
          key={line.field}
          lacking={line.field}
          title={lackingWords(line)}
          tick={tick}
          onFix={() => setFixing({ lacking: line.field, title: lackingWords(line) })}
        />
      ))}
      <Duplicates
        held={report.alike}
        tick={tick}
        load={getReportDuplicates}
        isInReview
        noOrders={report.no_orders}
        onChange={refresh}
      />
      {isShowingReady && report.ready > 0 && (
        <WorkList lacking="" title={readyWords(report.ready)} tick={tick} onFix={() => undefined} />
      )}
      {fixing !== null && (
        <FixModal
          title={fixing.title}
          scope={{ lacking: fixing.lacking }}
          onSaved={refresh}
          onClose={() => setFixing(null)}
        />
      )}
    </div>
  );
}

function NoWorks() {
  return (
    <p className="areg-empty">
      {__(
        'There is no public artwork on your site yet. Publish one on your site, then check here again.',
        'artwork-registry-connector',
      )}
    </p>
  );
}

interface SumProps {
  report: Report;
  /** The owner has decided about every artwork. */
  isReviewed: boolean;
  /** The comparison takes long: it is not waited for. */
  isSlow: boolean;
  onRegistered: () => void;
  onAgain: () => void;
  onShow: () => void;
}

function Sum({ report, isReviewed, isSlow, onRegistered, onAgain, onShow }: SumProps) {
  const [isAsking, setIsAsking] = useState(false);
  const [registered, setRegistered] = useState(0);
  const isCompared = report.comparison.state !== 'under_way' || isSlow;
  // The site takes them one after another, and those that it has not taken yet are still counted.
  const [isUnderWay, setIsUnderWay] = useState(false);
  const works = report.ready + report.own;
  if (isUnderWay && works === 0) setIsUnderWay(false);
  const mayRegister =
    report.is_done &&
    report.is_connected &&
    isCompared &&
    !isUnderWay &&
    report.undecided - report.near - report.joined > 0;
  const [error, setError] = useState<string | null>(null);
  const register = () => {
    registerAll().then(
      () => {
        setRegistered(works);
        setIsUnderWay(true);
        onRegistered();
      },
      (cause: Error) => setError(cause.message),
    );
  };
  return (
    <Card className="areg-card">
      <CardBody>
        {registered > 0 && (
          <Notice status="success" isDismissible={false}>
            {sprintf(
              /* translators: %d: number of works. */
              _n(
                '%d artwork is on its way.',
                '%d artworks are on their way.',
                registered,
                'artwork-registry-connector',
              ),
              registered,
            )}{' '}
            <a href={urlOf('artworks')}>
              {__('See how they get their Art IDs', 'artwork-registry-connector')}
            </a>
          </Notice>
        )}
        {/* Busy while it counts: one announcement at the end, not one for each step. */}
        <div role="status" aria-busy={!report.is_done}>
          <ul className="areg-report-sum">
            <li>
              <span className="dashicons dashicons-yes-alt" aria-hidden="true" />{' '}
              {isReviewed
                ? __('Nothing is left to review.', 'artwork-registry-connector')
                : readyWords(report.ready)}
            </li>
            {isReviewed && (
              <li>
                <a href={`${urlOf('artworks')}&states=attention,elsewhere,held`}>
                  {__('Show the artworks that need you', 'artwork-registry-connector')}
                </a>
              </li>
            )}
            {(['joined', 'own', 'near', 'other'] as const).map(
              (line) =>
                report[line] > 0 && (
                  <li key={line}>
                    <span className={`dashicons dashicons-${FOUND_ICONS[line]}`} aria-hidden="true" />{' '}
                    <a href={`#areg-report-${line}`}>{foundWords(line, report[line])}</a>
                  </li>
                ),
            )}
            {report.lacking.map((line) => (
              <li key={line.field}>
                <span className="dashicons dashicons-warning" aria-hidden="true" />{' '}
                <a href={`#areg-report-${line.field}`}>{lackingWords(line)}</a>
              </li>
            ))}
            {report.alike > 0 && (
              <li>
                <span className="dashicons dashicons-controls-pause" aria-hidden="true" />{' '}
                <a href="#artwork-registry-duplicates">{alikeWords(report.alike)}</a>
              </li>
            )}
          </ul>
        </div>
        {report.is_done && <ComparisonLine comparison={report.comparison} onAsked={onRegistered} />}
        {!report.is_connected && (
          <p>
            {__('Connect the sync service first; it registers your artworks.', 'artwork-registry-connector')}{' '}
            <a href={urlOf('connect')}>{__('Connect', 'artwork-registry-connector')}</a>
          </p>
        )}
        {error !== null && <p role="alert">{error}</p>}
        {report.no_orders !== null && <p>{report.no_orders}</p>}
        <div className="areg-buttons">
          {report.no_orders === null && !isReviewed && (
            <Button
              variant="primary"
              disabled={!mayRegister}
              accessibleWhenDisabled
              onClick={() => setIsAsking(true)}
            >
              {__('Register', 'artwork-registry-connector')}
            </Button>
          )}
          {report.ready > 0 && (
            <Button variant="secondary" onClick={onShow}>
              {__('Show the artworks that are ready', 'artwork-registry-connector')}
            </Button>
          )}
          <Button variant="tertiary" href={exportUrl()} disabled={!report.is_done} accessibleWhenDisabled>
            {__('Export as CSV', 'artwork-registry-connector')}
          </Button>
          <Button variant="tertiary" disabled={!report.is_done} accessibleWhenDisabled onClick={onAgain}>
            {__('Check all artworks again', 'artwork-registry-connector')}
          </Button>
        </div>
      </CardBody>
      {isAsking && (
        <Confirm
          title={__('Register these artworks?', 'artwork-registry-connector')}
          /* translators: %d: number of works. */
          confirmLabel={sprintf(
            _n('Register %d artwork', 'Register %d artworks', works, 'artwork-registry-connector'),
            works,
          )}
          onConfirm={register}
          onClose={() => setIsAsking(false)}
        >
          <p>{registerWords(report)}</p>
        </Confirm>
      )}
    </Card>
  );
}

function CheckProblem({ message }: { message: string }) {
  return (
    <Notice status="warning" isDismissible={false}>
      {sprintf(
        /* translators: %s: error message. */
        __('The artworks could not be checked (%s). Trying again.', 'artwork-registry-connector'),
        message,
      )}
    </Notice>
  );
}
