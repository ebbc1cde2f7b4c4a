-- Rule: a sale removes only the cached responses that show the product's stock. If nothing but a product's stock changes, and it neither
-- sells out nor returns, the notification names its id, and whether pages show the number: `Only 5 left` (SHOP.fewLeft). Any other change,
-- such as a new price, removes all cached responses.
-- Used by: server/database/catalogue-changes, which listens on the channel `catalogue`, and server/cache/store.ts.
CREATE OR REPLACE FUNCTION announce_product_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  few CONSTANT INT := 5;
  sold product := OLD;
BEGIN
  sold.stock := NEW.stock;
  sold.updated_at := NEW.updated_at;
  IF sold IS DISTINCT FROM NEW OR OLD.stock = NEW.stock OR OLD.stock = 0 OR NEW.stock = 0 THEN
    PERFORM pg_notify('catalogue', '');
  -- More pieces may be bought than a cached page offers.
  ELSIF OLD.stock <= few OR NEW.stock <= few OR NEW.stock > OLD.stock THEN
    PERFORM pg_notify('catalogue', 'few ' || NEW.id);
  ELSE
    PERFORM pg_notify('catalogue', 'many ' || NEW.id);
  END IF;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER product_announces_change AFTER UPDATE ON product
  FOR EACH ROW EXECUTE FUNCTION announce_product_change();
