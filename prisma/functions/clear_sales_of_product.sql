-- Rule: sales are shown by category and by product with its variants, so a product that moves changes all days on which it was sold.
-- Used by: server/domain/office/sales.
CREATE OR REPLACE FUNCTION clear_sales_of_product() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM clear_sales_of_day(at) FROM (
    SELECT min(order_event.at) AS at FROM order_line JOIN order_event ON order_event.order_id = order_line.order_id
    WHERE order_line.product_id = NEW.id AND order_event.status IN ('PAID', 'CONFIRMED')
    GROUP BY day_in_india(order_event.at) ORDER BY 1
  ) AS sold;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER product_clears_sales AFTER UPDATE ON product
  FOR EACH ROW WHEN (OLD.category_id <> NEW.category_id OR OLD.variant_of IS DISTINCT FROM NEW.variant_of)
  EXECUTE FUNCTION clear_sales_of_product();
