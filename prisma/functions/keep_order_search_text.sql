-- Rule: the office finds an order by its recipient, mobile number, payment or tracking number.
-- Used by: server/domain/office/orders.
CREATE OR REPLACE FUNCTION keep_order_search_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search_text := concat_ws(' ', search_form(concat_ws(' ', NEW.delivery_name, NEW.delivery_mobile, NEW.payment_id, NEW.tracking_number)),
    NULLIF(digits_of(NEW.delivery_mobile), NEW.delivery_mobile));
  RETURN NEW;
END
$$;

CREATE OR REPLACE TRIGGER order_keeps_search_text
  BEFORE INSERT OR UPDATE OF delivery_name, delivery_mobile, payment_id, tracking_number ON shop_order
  FOR EACH ROW EXECUTE FUNCTION keep_order_search_text();
