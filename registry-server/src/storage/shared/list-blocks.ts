// Where a page far into a list begins, without passing everything before it: the works of a list are counted by blocks of their
// numbers (list_blocks in 0001-tables.sql), so that what is passed are blocks, and then works of one block. Only of lists that
// are walked from end to end: counting a further list costs every write, and more where it has many values, as artists and years.

/** Numbers of one block. */
export const BLOCK_SIZE = 1024;

export type BlockList = { kind: 'all' | 'profile' | 'availability'; value: string };

/**
 * The block in which the work at `offset` is, counted from the newest, and how many works of the list are in newer ones. No
 * row where the list is shorter.
 */
export const blockAt = (kind: string, value: string, offset: string): string =>
  `SELECT block, newer FROM (SELECT block, count, sum(count) OVER (ORDER BY block DESC) - count AS newer
     FROM list_blocks WHERE kind = ${kind} AND value = ${value}) summed
   WHERE newer + count > ${offset} ORDER BY block DESC LIMIT 1`;

/** The blocks in which a stored work has changed after this content version. The count is of all public works. */
export const changedBlocks = (version: string): string =>
  `SELECT block, count FROM list_blocks WHERE kind = 'all' AND value = '' AND content_version > ${version}`;
