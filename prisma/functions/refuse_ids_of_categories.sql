-- Rule: no new product has the id of a category. Checked once per statement, because a large catalogue is added many rows at a time.
-- Used by: GraphQL, as refuse_id_of_category.
CREATE OR REPLACE FUNCTION refuse_ids_of_categories() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  shared TEXT := (SELECT min(category.id) FROM category JOIN added ON added.id = category.id);
BEGIN
  IF shared IS NOT NULL THEN
    RAISE EXCEPTION 'A category has the id % already: choose another one for the product.', shared USING ERRCODE = 'unique_violation';
  END IF;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER new_products_have_own_ids AFTER INSERT ON product REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_ids_of_categories();
