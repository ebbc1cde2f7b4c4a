-- Rule: a change of a product's shared fields changes its variants (copy_from_product). The list below has the same fields.
-- Used by: as copy_from_product.
CREATE OR REPLACE FUNCTION update_variants() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- In the order in which orders lock products.
  PERFORM FROM product WHERE variant_of = NEW.id ORDER BY id FOR NO KEY UPDATE;
  -- copy_from_product copies the fields. Setting title_lower starts product_derives, which computes it from the copied title.
  UPDATE product SET updated_at = now(), title_lower = '' WHERE variant_of = NEW.id;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER product_updates_variants AFTER UPDATE ON product
  FOR EACH ROW WHEN (
    NEW.variant_of IS NULL AND
    (OLD.title, OLD.description, OLD.material, OLD.care, OLD.is_food_safe, OLD.matching_from, OLD.category_id, OLD.category_name,
      OLD.rating, OLD.studio_rating, OLD.is_graded, OLD.star_counts, OLD.is_bestseller, OLD.groups, OLD.uses)
    IS DISTINCT FROM
    (NEW.title, NEW.description, NEW.material, NEW.care, NEW.is_food_safe, NEW.matching_from, NEW.category_id, NEW.category_name,
      NEW.rating, NEW.studio_rating, NEW.is_graded, NEW.star_counts, NEW.is_bestseller, NEW.groups, NEW.uses)
  ) EXECUTE FUNCTION update_variants();
