-- Rule: no category has the id of a product. Categories are few and seldom new: a transaction that adds one waits for those that write
-- products, so that two cannot take one id at once.
-- Used by: GraphQL, as refuse_id_of_category.
CREATE OR REPLACE FUNCTION refuse_id_of_product() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  LOCK TABLE product IN SHARE ROW EXCLUSIVE MODE;
  IF EXISTS (SELECT FROM product WHERE id = NEW.id) THEN
    RAISE EXCEPTION 'A product has the id % already: choose another one for the category.', NEW.id USING ERRCODE = 'unique_violation';
  END IF;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER category_has_own_id AFTER INSERT OR UPDATE OF id ON category
  FOR EACH ROW EXECUTE FUNCTION refuse_id_of_product();
