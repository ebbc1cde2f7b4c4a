-- A product and a category never have the same id: GraphQL's `node` finds either by its id alone, and clients cache by it.

-- Once for all that one statement adds: a large catalogue comes by many rows at once.
CREATE FUNCTION "refuse_ids_of_categories"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  shared TEXT := (SELECT min(category.id) FROM category JOIN added ON added.id = category.id);
BEGIN
  IF shared IS NOT NULL THEN
    RAISE EXCEPTION 'A category has the id % already: choose another one for the product.', shared USING ERRCODE = 'unique_violation';
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER "new_products_have_own_ids" AFTER INSERT ON "product" REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_ids_of_categories"();

CREATE FUNCTION "refuse_id_of_category"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM category WHERE id = NEW.id) THEN
    RAISE EXCEPTION 'A category has the id % already: choose another one for the product.', NEW.id USING ERRCODE = 'unique_violation';
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER "product_has_own_id" AFTER UPDATE OF "id" ON "product"
  FOR EACH ROW EXECUTE FUNCTION "refuse_id_of_category"();

-- Categories are few and seldom new: whoever adds one waits for those who write products, so that two cannot take one id at once.
CREATE FUNCTION "refuse_id_of_product"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  LOCK TABLE product IN SHARE ROW EXCLUSIVE MODE;
  IF EXISTS (SELECT FROM product WHERE id = NEW.id) THEN
    RAISE EXCEPTION 'A product has the id % already: choose another one for the category.', NEW.id USING ERRCODE = 'unique_violation';
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER "category_has_own_id" AFTER INSERT OR UPDATE OF "id" ON "category"
  FOR EACH ROW EXECUTE FUNCTION "refuse_id_of_product"();
