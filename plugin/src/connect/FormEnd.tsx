// The end of a form that is handed over sealed: its errors, the button, and the outcome.
import { Button } from '@wordpress/components';
import type { Connection } from '../screen/api.ts';
import { Handed } from './Handed.tsx';

interface Props {
  handed: Connection['handed'];
  kind: NonNullable<Connection['handed']>['kind'];
  error: string | null;
  label: string;
}

export function FormEnd({ handed, kind, error, label }: Props) {
  const isUnderWay = handed?.kind === kind && handed.state === 'waiting';
  return (
    <>
      {error !== null && (
        <p role="alert" className="areg-handed is-failed">
          {error}
        </p>
      )}
      <Button variant="primary" type="submit" disabled={isUnderWay} accessibleWhenDisabled>
        {label}
      </Button>
      <Handed handed={handed} kind={kind} />
    </>
  );
}
