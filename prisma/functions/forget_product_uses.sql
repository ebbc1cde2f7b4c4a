-- Rule: the uses of a product (microwave, oven, …) follow its care text. They are null until server/database/productUses.ts reads them.
-- Used by: the filter of uses.
CREATE OR REPLACE FUNCTION forget_product_uses() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.uses := NULL;
  RETURN NEW;
END
$$;

CREATE OR REPLACE TRIGGER product_forgets_uses BEFORE UPDATE OF care, is_food_safe ON product
  FOR EACH ROW WHEN ((OLD.care, OLD.is_food_safe) IS DISTINCT FROM (NEW.care, NEW.is_food_safe))
  EXECUTE FUNCTION forget_product_uses();
