/** Whether the other end of a connection is on this machine. */
export const isLoopback = (address = ''): boolean => /^(127\.|::1$|::ffff:127\.)/.test(address);
