-- One update per product instead of one per variant, so that a file with many variants is imported in a few minutes.
CREATE FUNCTION "update_availability_of"("changed" TEXT[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- In the order in which orders lock products.
  PERFORM FROM product WHERE id = ANY (changed) ORDER BY id FOR NO KEY UPDATE;
  -- Setting the columns makes the triggers compute them.
  UPDATE product SET is_available = is_available, search_text = '', choices = '{}' WHERE id = ANY (changed);
END
$$;

CREATE FUNCTION "update_availability_of_new"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM added WHERE variant_of IS NOT NULL) THEN
    PERFORM update_availability_of(ARRAY(SELECT DISTINCT variant_of FROM added WHERE variant_of IS NOT NULL));
  END IF;
  RETURN NULL;
END
$$;

CREATE FUNCTION "update_availability_of_deleted"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM removed WHERE variant_of IS NOT NULL) THEN
    PERFORM update_availability_of(ARRAY(SELECT DISTINCT variant_of FROM removed WHERE variant_of IS NOT NULL));
  END IF;
  RETURN NULL;
END
$$;

-- A variant may have moved to another product, or become a product.
CREATE OR REPLACE FUNCTION "update_availability"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM update_availability_of(ARRAY[OLD.variant_of, NEW.variant_of]);
  RETURN NULL;
END
$$;
DROP TRIGGER "variant_updates_availability" ON "product";
CREATE TRIGGER "variant_updates_availability" AFTER UPDATE ON "product"
  FOR EACH ROW WHEN (
    (OLD."variant_of" IS NOT NULL OR NEW."variant_of" IS NOT NULL) AND
    (OLD."stock" > 0, OLD."hidden_at" IS NULL, OLD."variant_of", OLD."variant") IS DISTINCT FROM
    (NEW."stock" > 0, NEW."hidden_at" IS NULL, NEW."variant_of", NEW."variant")
  ) EXECUTE FUNCTION "update_availability"();

DROP TRIGGER "new_variant_updates_availability" ON "product";
CREATE TRIGGER "new_variants_update_availability" AFTER INSERT ON "product" REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION "update_availability_of_new"();
DROP TRIGGER "deleted_variant_updates_availability" ON "product";
CREATE TRIGGER "deleted_variants_update_availability" AFTER DELETE ON "product" REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION "update_availability_of_deleted"();

-- Searches find products only, so the search text of a variant contains only its values, whose words the search learns.
CREATE OR REPLACE FUNCTION "derive_product_search_text"() RETURNS trigger LANGUAGE plpgsql AS $$
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
DROP TRIGGER "product_derives_search_text" ON "product";
CREATE TRIGGER "product_derives_search_text"
  BEFORE INSERT OR UPDATE OF "title", "material", "category_name", "description", "care", "is_food_safe", "search_text", "variant", "variant_of"
  ON "product"
  FOR EACH ROW EXECUTE FUNCTION "derive_product_search_text"();

-- The search learns the words of a changed variant too.
DROP TRIGGER "product_teaches_words" ON "product";
CREATE TRIGGER "product_teaches_words"
  AFTER UPDATE OF "title", "material", "category_name", "description", "care", "is_food_safe", "variant" ON "product"
  FOR EACH ROW EXECUTE FUNCTION "learn_words_of_product"();

-- A trigger of `UPDATE OF` does not notice the columns that copy_from_product changes, so the title that searches compare was out of date.
DROP TRIGGER "product_derives" ON "product";
CREATE TRIGGER "product_derives" BEFORE INSERT OR UPDATE OF "title", "stock", "title_lower", "is_available", "variant", "variant_of" ON "product"
  FOR EACH ROW EXECUTE FUNCTION "derive_product_columns"();

CREATE OR REPLACE FUNCTION "update_variants"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- In the order in which orders lock products.
  PERFORM FROM product WHERE variant_of = NEW.id ORDER BY id FOR NO KEY UPDATE;
  -- Setting the title makes the trigger compute its form for searches.
  UPDATE product SET updated_at = now(), title_lower = '' WHERE variant_of = NEW.id;
  RETURN NULL;
END
$$;

-- An update that changes no column raises the version, because it saves the photos after the first. An update by a trigger does not, such
-- as that of a product of which one variant has sold out.
DROP TRIGGER "product_raises_version" ON "product";
CREATE TRIGGER "product_raises_version" BEFORE UPDATE ON "product"
  FOR EACH ROW WHEN (pg_trigger_depth() = 0 OR OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "raise_product_version"();

-- The triggers compute both texts.
UPDATE "product" SET "title_lower" = '', "search_text" = '' WHERE "variant_of" IS NOT NULL;

-- Searches of shoppers find no variants, whose titles contain the words of their product. The other index is for the office, which finds
-- them.
CREATE INDEX "product_shown_title_lower_idx" ON "product" USING GIN ("title_lower" gin_trgm_ops) WHERE ((hidden_at IS NULL) AND (variant_of IS NULL));

-- The planner would read all products from this index for their condition "variant_of IS NULL".
DROP INDEX "product_variant_of_idx";
CREATE INDEX "product_variant_of_idx" ON "product"("variant_of") WHERE (variant_of IS NOT NULL);
