// What a move and the writers of a PostgreSQL database wait for. Each transaction that writes the registry begins with the weak lock
// on the table `issued`, which SELECT FOR UPDATE on its row takes, too; a move takes the whole table first. So no write is under way
// when a move begins, and one that waited for it must read behind the lock, in a statement of its own, whether the registry is still here.

export const LOCK_FOR_WRITING = 'LOCK TABLE issued IN ROW SHARE MODE';
export const LOCK_FOR_MOVING = 'LOCK TABLE issued IN EXCLUSIVE MODE';
