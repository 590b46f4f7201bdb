// A command failed; the message is for the person who typed it.
export class CommandFailed extends Error {}

/** The command line itself is wrong: it fails in the same way until it is typed differently. */
export class WrongUsage extends CommandFailed {}
