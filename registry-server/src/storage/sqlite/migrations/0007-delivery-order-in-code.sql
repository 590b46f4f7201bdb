-- What waits behind a delivery that ended is freed by the operation that ends it (deliveries-order.ts). The trigger did so
-- row by row; inside a transaction of several hundred, SQLite walks all that a savepoint would put back after each row
-- whose update fires a trigger: a third of what a delivery cost the writer.
DROP TRIGGER deliveries_leave;
