-- Rule: no product has the id of a category, because GraphQL's `node` finds either by its id alone, and clients cache by it.
-- Used by: GraphQL. refuse_ids_of_categories and refuse_id_of_product keep the same rule for new rows and for categories.
CREATE OR REPLACE FUNCTION refuse_id_of_category() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM category WHERE id = NEW.id) THEN
    RAISE EXCEPTION 'A category has the id % already: choose another one for the product.', NEW.id USING ERRCODE = 'unique_violation';
  END IF;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER product_has_own_id AFTER UPDATE OF id ON product
  FOR EACH ROW EXECUTE FUNCTION refuse_id_of_category();
