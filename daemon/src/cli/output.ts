// What a command answers: sentences for people, or one JSON object for programs.

/** Writes the answer to standard output. */
export function answer(isJson: boolean | undefined, value: object, sentences: string[]): void {
  process.stdout.write(isJson ? `${JSON.stringify(value)}\n` : `${sentences.join('\n')}\n`);
}
