// Puts a text on the clipboard and says so, to the eye and to the ear.
import { Button } from '@wordpress/components';
import { useCopyToClipboard } from '@wordpress/compose';
import { useEffect, useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';

interface Props {
  text: string;
  label: string;
  /** What a screen reader calls the button, where the label alone says too little. */
  name?: string;
  /** What is said once it is done. */
  said?: string;
  /** Beside a text, not below it. */
  isSmall?: boolean;
}

const shownMs = 4000;

export function CopyButton({ text, label, name, said, isSmall = false }: Props) {
  const [isCopied, setIsCopied] = useState(false);
  const ref = useCopyToClipboard<HTMLButtonElement>(text, () => setIsCopied(true));
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setIsCopied(false), shownMs);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copied = __('Copied', 'artwork-registry-connector');
  return (
    <>
      <Button
        ref={ref}
        size={isSmall ? 'small' : 'compact'}
        variant={isSmall ? 'tertiary' : 'secondary'}
        aria-label={name}
        disabled={text === ''}
        accessibleWhenDisabled
      >
        {isCopied ? copied : label}
      </Button>
      <span className="screen-reader-text" role="status">
        {isCopied ? (said ?? copied) : ''}
      </span>
    </>
  );
}
