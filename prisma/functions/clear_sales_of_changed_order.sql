-- Rule: an order that is cancelled or refunded, or whose buyer or coupon changes, changes the sales of the day on which it was sold.
-- Used by: server/domain/office/sales.
CREATE OR REPLACE FUNCTION clear_sales_of_changed_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM clear_sales_of_order(NEW.id);
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER order_clears_sales AFTER UPDATE ON shop_order
  FOR EACH ROW WHEN (
    (OLD.status <> NEW.status AND (
      OLD.status IN ('CANCELLED', 'REFUND_DUE', 'RETURNED', 'REFUNDED') OR NEW.status IN ('CANCELLED', 'REFUND_DUE', 'RETURNED', 'REFUNDED')
    ))
    OR OLD.user_id <> NEW.user_id OR OLD.coupon_code IS DISTINCT FROM NEW.coupon_code OR OLD.coupon_discount <> NEW.coupon_discount
  ) EXECUTE FUNCTION clear_sales_of_changed_order();
