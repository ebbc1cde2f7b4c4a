-- Rule: cancelled, returned and changed pieces change the sales of the day on which their order was sold.
-- Used by: server/domain/office/sales.
CREATE OR REPLACE FUNCTION clear_sales_of_line() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM clear_sales_of_order(OLD.order_id);
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER line_clears_sales
  AFTER DELETE OR UPDATE OF order_id, product_id, "position", quantity, discounted, original, restocked, cancelled, returned
  ON order_line FOR EACH ROW EXECUTE FUNCTION clear_sales_of_line();
