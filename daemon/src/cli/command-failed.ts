// A command failed; the message is for the person who typed it.
export class CommandFailed extends Error {}
