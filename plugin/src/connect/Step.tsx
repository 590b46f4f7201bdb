// One step: number or check mark, heading, result, and the content while it is open.
import { Button } from '@wordpress/components';
import { __, sprintf } from '@wordpress/i18n';
import type { Connection } from '../screen/api.ts';
import { isDone, STEPS, titleOf, type StepId } from './steps.ts';

interface Props {
  id: StepId;
  connection: Connection;
  isOpen: boolean;
  canOpen: boolean;
  onOpen: () => void;
  children: React.ReactNode;
}

export function Step({ id, connection, isOpen, canOpen, onOpen, children }: Props) {
  const done = isDone(id, connection);
  const title = titleOf(id);
  return (
    <li className={`areg-step${isOpen ? ' is-open' : ''}`} aria-current={isOpen ? 'step' : undefined}>
      <div className="areg-step-head">
        <span className="areg-step-mark" aria-hidden="true">
          {done ? <span className="dashicons dashicons-yes" /> : STEPS.indexOf(id) + 1}
        </span>
        <h2 id={`areg-step-${id}`} tabIndex={-1}>
          {title}
          {done && <span className="screen-reader-text"> {__('(done)', 'artwork-registry-connector')}</span>}
        </h2>
        {!isOpen && done && <span className="areg-step-result">{resultOf(id, connection)}</span>}
        {canOpen && (
          <Button variant="link" onClick={onOpen} aria-label={openWords(done, title)}>
            {done ? __('Change', 'artwork-registry-connector') : __('Continue', 'artwork-registry-connector')}
          </Button>
        )}
      </div>
      {isOpen && <div className="areg-step-body">{children}</div>}
    </li>
  );
}

/** What the button says, and of which step; for those who hear it. */
function openWords(isDone: boolean, title: string): string {
  const words = isDone
    ? /* translators: %s: title of a step. Begins with the words of the button "Change". */
      __('Change the step “%s”', 'artwork-registry-connector')
    : /* translators: %s: title of a step. Begins with the words of the button "Continue". */
      __('Continue with the step “%s”', 'artwork-registry-connector');
  return sprintf(words, title);
}

function resultOf(id: StepId, { registry, is_alive: isAlive }: Connection): string {
  if (id === 'service') {
    return isAlive
      ? __('Connected', 'artwork-registry-connector')
      : __('Connected, but silent just now', 'artwork-registry-connector');
  }
  if (id === 'account') return registry?.name ?? '';
  if (id === 'profile') return (registry?.profiles ?? []).map((profile) => profile.name).join(', ');
  return '';
}
