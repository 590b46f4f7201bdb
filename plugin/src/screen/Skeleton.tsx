// Shown until the first answer arrives: the shapes of the content, so that nothing jumps.

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
