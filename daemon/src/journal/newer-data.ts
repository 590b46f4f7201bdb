// Data of a newer version: this one refuses it, because it would lose what it does not know. The message says what to do.
export class NewerData extends Error {}
