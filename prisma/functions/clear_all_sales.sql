-- Rule: after TRUNCATE, no stored sum of a day's sales is valid.
-- Used by: server/domain/office/sales, which adds up days that have no sum.
CREATE OR REPLACE FUNCTION clear_all_sales() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM sales_day;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER events_clear_sales AFTER TRUNCATE ON order_event
  FOR EACH STATEMENT EXECUTE FUNCTION clear_all_sales();

CREATE OR REPLACE TRIGGER lines_clear_sales AFTER TRUNCATE ON order_line
  FOR EACH STATEMENT EXECUTE FUNCTION clear_all_sales();

CREATE OR REPLACE TRIGGER refunds_clear_sales AFTER TRUNCATE ON refund
  FOR EACH STATEMENT EXECUTE FUNCTION clear_all_sales();
