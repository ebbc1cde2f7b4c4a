-- Rule: a refund of some lines changes the sales of the day on which its order was sold. If everything is refunded, the order's status
-- changes, and clear_sales_of_changed_order does this.
-- Used by: server/domain/office/sales.
CREATE OR REPLACE FUNCTION clear_sales_of_refund() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.lines IS NOT NULL THEN
    PERFORM clear_sales_of_order(OLD.order_id);
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.lines IS NOT NULL THEN
    PERFORM clear_sales_of_order(NEW.order_id);
  END IF;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER refund_clears_sales AFTER INSERT OR DELETE OR UPDATE OF order_id, lines, state ON refund
  FOR EACH ROW EXECUTE FUNCTION clear_sales_of_refund();
