-- Rule: shoppers who asked for it get an email when a product is back. The time counts from the statement, not from the transaction, which
-- may have waited for a lock since before the product sold out.
-- Used by: server/domain/notices.
CREATE OR REPLACE FUNCTION note_stock_return() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO stock_return (product_id, returned_at) VALUES (NEW.id, clock_timestamp())
  ON CONFLICT (product_id) DO UPDATE SET returned_at = excluded.returned_at;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER product_notes_stock_return AFTER UPDATE OF stock ON product
  FOR EACH ROW WHEN (OLD.stock = 0 AND NEW.stock > 0) EXECUTE FUNCTION note_stock_return();
