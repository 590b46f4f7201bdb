// Connect: from an unpaired site to the first works registered, in five steps. A finished step shows its result and can be opened
// again. The next one is open, and its heading gets the focus when it opens.
import { useEffect, useRef, useState } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import type { Overview } from '../screen/api.ts';
import { SiteQuestion } from '../screen/SiteQuestion.tsx';
import { Skeleton } from '../screen/Skeleton.tsx';
import { Problem } from '../screen/Problem.tsx';
import { useDial } from '../screen/use-dial.ts';
import { useOverview } from '../screen/use-overview.ts';
import { AccountStep } from './AccountStep.tsx';
import { ChoiceStep } from './ChoiceStep.tsx';
import { Finished } from './Finished.tsx';
import { ProfileStep } from './ProfileStep.tsx';
import { RegisterStep } from './RegisterStep.tsx';
import { ServiceStep } from './ServiceStep.tsx';
import { Step } from './Step.tsx';
import type { StepProps } from './step-props.ts';
import { isDone, nextStep, STEPS, titleOf, type StepId } from './steps.ts';

export function Wizard() {
  const { overview, error, accept } = useOverview(true);
  useDial(overview?.connection);
  if (overview === null) {
    return error === null ? (
      <Skeleton label={__('Loading', 'artwork-registry-connector')} parts={['card', 'card']} />
    ) : (
      <Problem message={error} />
    );
  }
  return (
    <div className="areg-screen areg-connect">
      {error !== null && <Problem message={error} />}
      <SiteQuestion overview={overview} onChange={accept} />
      {overview.connection.doubt === null && <Steps overview={overview} onChange={accept} />}
    </div>
  );
}

function Steps({ overview, onChange }: { overview: Overview; onChange: (next: Overview) => void }) {
  const { connection } = overview;
  const next = nextStep(connection);
  const [reopened, setReopened] = useState<StepId | null>(null);
  const open = reopened ?? next;
  const announced = useRef(open);
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (announced.current === open) return;
    announced.current = open;
    setSaid(open === null ? __('All five steps are done.', 'artwork-registry-connector') : numbered(open));
    // The heading reads itself when it gets the focus; screen readers on touch devices read the live region.
    document.getElementById(`areg-step-${open ?? 'finished'}`)?.focus();
  }, [open]);
  const props: StepProps = { overview, onChange, onContinue: () => setReopened(null) };
  const contents: Record<StepId, React.ReactNode> = {
    service: <ServiceStep {...props} />,
    account: <AccountStep {...props} />,
    profile: <ProfileStep {...props} onOtherKey={() => setReopened('account')} />,
    choice: <ChoiceStep {...props} />,
    register: <RegisterStep {...props} />,
  };
  return (
    <>
      <p className="screen-reader-text" role="status">
        {said}
      </p>
      {open === null && <Finished overview={overview} />}
      <ol className="areg-steps">
        {STEPS.map((step) => (
          <Step
            key={step}
            id={step}
            connection={connection}
            isOpen={step === open}
            canOpen={step !== open && (step === next || isDone(step, connection))}
            onOpen={() => setReopened(step === next ? null : step)}
          >
            {contents[step]}
          </Step>
        ))}
      </ol>
    </>
  );
}

function numbered(step: StepId): string {
  /* translators: 1: number of the step, 2: number of steps, 3: its title. */
  return sprintf(
    __('Step %1$d of %2$d: %3$s', 'artwork-registry-connector'),
    STEPS.indexOf(step) + 1,
    STEPS.length,
    titleOf(step),
  );
}
