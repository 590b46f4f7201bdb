// What a command answers: sentences for people, or one JSON object for programs.
import { answer as write } from '#kit/command-line';

/** Writes the answer to standard output. */
export const answer = (isJson: boolean | undefined, value: object, sentences: string[]): void =>
  write(isJson, value, sentences.join('\n'));

/** An error that begins with a small letter, as those of the kit, becomes a sentence; an address stays as it is. */
export function asSentence(message: string): string {
  if (!/^[a-z]/.test(message) || /^https?:/.test(message)) return message;
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}${/\n|[.!?]$/.test(message) ? '' : '.'}`;
}
