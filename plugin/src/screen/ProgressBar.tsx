// A progress bar. The text beside it is the caller's.
import type { ReactNode } from 'react';

interface Props {
  label: string;
  done: number;
  total: number;
  /** Instead of a percentage, for those who hear it. */
  text?: string;
  children?: ReactNode;
}

export function ProgressBar({ label, done, total, text, children }: Props) {
  const percent = total === 0 ? 0 : Math.floor((done / total) * 100);
  return (
    <div className="areg-progress">
      <div
        className="areg-progress-bar"
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={done}
        aria-valuetext={text}
      >
        <div style={{ width: `${percent}%` }} />
      </div>
      {children}
    </div>
  );
}
