// What a screen shows while its first answer is on its way: the shapes of what comes, so that nothing jumps.

interface Props {
  /** For those who do not see it: "Loading the artworks". */
  label: string;
  parts: ('line' | 'card' | 'table')[];
}

export function Skeleton({ label, parts }: Props) {
  return (
    <div className="areg-screen" role="status" aria-label={label}>
      {parts.map((part, at) => (
        <div key={at} className={`areg-skeleton areg-skeleton-${part}`} />
      ))}
    </div>
  );
}
