// How many works the registry takes in one call.
export const BATCH_SIZE = 50;
