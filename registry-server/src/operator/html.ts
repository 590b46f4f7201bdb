// HTML as a tagged template: whatever is put in is escaped, unless it is HTML made here. There is no other way in.
import { escapeHtml } from '../http/escape-html.ts';

export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | null | undefined | false | readonly Html[];

/** Text is escaped for elements and quoted attributes; null, undefined and false leave nothing behind. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(
    strings.map((text, index) => text + (index < parts.length ? partText(parts[index]) : '')).join(''),
  );
}

function partText(part: Part): string {
  if (part === null || part === undefined || part === false) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map((one) => one.text).join('\n');
  return escapeHtml(String(part));
}
