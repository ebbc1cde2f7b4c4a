-- Rule: a product follows its variants: a sold-out, hidden, renamed or moved variant changes the availability, the search text and the
-- choices of its product. A variant may have moved to another product, or become a product.
-- Used by: as derive_product_columns, derive_product_search_text and derive_product_choices.
CREATE OR REPLACE FUNCTION update_availability() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM update_availability_of(ARRAY[OLD.variant_of, NEW.variant_of]);
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER variant_updates_availability AFTER UPDATE ON product
  FOR EACH ROW WHEN (
    (OLD.variant_of IS NOT NULL OR NEW.variant_of IS NOT NULL) AND
    (OLD.stock > 0, OLD.hidden_at IS NULL, OLD.variant_of, OLD.variant) IS DISTINCT FROM
    (NEW.stock > 0, NEW.hidden_at IS NULL, NEW.variant_of, NEW.variant)
  ) EXECUTE FUNCTION update_availability();
