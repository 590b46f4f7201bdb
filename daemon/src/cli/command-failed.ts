// A command could not do what was asked; the message is for the person at the keyboard.
export class CommandFailed extends Error {}
