-- Rule: an order counts on the day when it was paid or, on delivery, confirmed. Another time, another order or a removed event changes the
-- sales of both days.
-- Used by: server/domain/office/sales.
CREATE OR REPLACE FUNCTION clear_sales_of_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM clear_sales_of_day(OLD.at);
    PERFORM clear_sales_of_order(OLD.order_id);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM clear_sales_of_order(NEW.order_id);
  END IF;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER new_event_clears_sales AFTER INSERT ON order_event
  FOR EACH ROW WHEN (NEW.status IN ('PAID', 'CONFIRMED')) EXECUTE FUNCTION clear_sales_of_event();

CREATE OR REPLACE TRIGGER event_clears_sales AFTER DELETE OR UPDATE OF order_id, status, at ON order_event
  FOR EACH ROW EXECUTE FUNCTION clear_sales_of_event();
