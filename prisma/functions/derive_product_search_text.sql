-- Rule: a search finds a product by the words of its title, material, category, description, care and the values of its variants. Searches
-- find products only, so the text of a variant has only its values, whose words the search learns.
-- Used by: server/domain/catalogue/words. Add a new searched field to search_text_in_parts and to the list of the trigger here.
CREATE OR REPLACE FUNCTION derive_product_search_text() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  variants TEXT;
BEGIN
  IF NEW.variant_of IS NOT NULL THEN
    NEW.search_text := search_text_in_parts(NULL, values_of_variant(NEW.variant), NULL, NULL, NULL, NULL);
    RETURN NEW;
  END IF;
  SELECT string_agg(values_of_variant(variant), ' ' ORDER BY position, id) INTO variants FROM product
  WHERE variant_of = NEW.id AND hidden_at IS NULL;
  NEW.search_text := search_text_in_parts(NEW.title, concat_ws(' ', NEW.material, values_of_variant(NEW.variant), variants),
    NEW.category_name, NEW.description, NEW.care, NEW.is_food_safe);
  RETURN NEW;
END
$$;

CREATE OR REPLACE TRIGGER product_derives_search_text
  BEFORE INSERT OR UPDATE OF title, material, category_name, description, care, is_food_safe, search_text, variant, variant_of
  ON product
  FOR EACH ROW EXECUTE FUNCTION derive_product_search_text();
