// One command as the reference shows it, whichever program it belongs to.
export type CommandText = {
  /** Without the program's name, such as "key create". */
  name: string;
  /** With it, and with the arguments. */
  usage: string;
  description: string;
  /** Arguments and options with their meaning. */
  parts: { name: string; meaning: string }[];
};
