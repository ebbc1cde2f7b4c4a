-- Rule: a product is available while it or any of its visible variants is in stock. Searches compare the title in its search form.
-- Used by: the lists of products, whose indexes contain both columns.
CREATE OR REPLACE FUNCTION derive_product_columns() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.title_lower := search_form(NEW.title);
  NEW.is_available := NEW.stock > 0 OR (NEW.variant_of IS NULL AND EXISTS (
    SELECT FROM product WHERE variant_of = NEW.id AND stock > 0 AND hidden_at IS NULL
  ));
  RETURN NEW;
END
$$;

CREATE OR REPLACE TRIGGER product_derives BEFORE INSERT OR UPDATE OF title, stock, title_lower, is_available, variant, variant_of ON product
  FOR EACH ROW EXECUTE FUNCTION derive_product_columns();
