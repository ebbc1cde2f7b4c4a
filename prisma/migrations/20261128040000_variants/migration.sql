-- Glazes and sizes. A variant is a row of product that refers to its product, so carts, holds, orders and stock need no other table. A
-- product without this column is one variant, with its own id.
ALTER TABLE "product"
  ADD COLUMN     "variant_of" TEXT,
  ADD COLUMN     "variant" TEXT,
  ADD COLUMN     "sku" TEXT,
  ADD CONSTRAINT "product_variant_of_fkey" FOREIGN KEY ("variant_of") REFERENCES "product"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  -- A variant has values, such as `Glaze: Celadon`.
  ADD CONSTRAINT "product_variant_check" CHECK ("variant_of" IS NULL OR ("variant" IS NOT NULL AND "variant_of" <> "id"));

CREATE INDEX "product_variant_of_idx" ON "product"("variant_of");

-- Lists show each product once. The indexes for shoppers therefore cover no variants.
DROP INDEX "product_facets_idx",
  "product_is_available_is_bestseller_position_id_idx",
  "product_is_bestseller_position_id_idx",
  "product_discounted_id_idx",
  "product_rating_id_idx",
  "product_created_at_id_idx",
  "product_category_id_position_id_idx",
  "product_category_id_rating_position_id_idx";
CREATE INDEX "product_facets_idx" ON "product"("category_id", "rating", "discounted", "offer", "is_bestseller", "is_available", "groups", "uses") WHERE ((hidden_at IS NULL) AND (variant_of IS NULL));
CREATE INDEX "product_is_available_is_bestseller_position_id_idx" ON "product"("is_available" DESC, "is_bestseller" DESC, "position", "id") WHERE ((hidden_at IS NULL) AND (variant_of IS NULL));
CREATE INDEX "product_is_bestseller_position_id_idx" ON "product"("is_bestseller" DESC, "position", "id") WHERE ((hidden_at IS NULL) AND (variant_of IS NULL));
CREATE INDEX "product_discounted_id_idx" ON "product"("discounted", "id") WHERE ((hidden_at IS NULL) AND (variant_of IS NULL));
CREATE INDEX "product_rating_id_idx" ON "product"("rating" DESC, "id") WHERE ((hidden_at IS NULL) AND (variant_of IS NULL));
CREATE INDEX "product_created_at_id_idx" ON "product"("created_at" DESC, "id") WHERE ((hidden_at IS NULL) AND (variant_of IS NULL));
CREATE INDEX "product_category_id_position_id_idx" ON "product"("category_id", "position", "id") WHERE ((hidden_at IS NULL) AND (variant_of IS NULL));
CREATE INDEX "product_category_id_rating_position_id_idx" ON "product"("category_id", "rating" DESC, "position", "id") WHERE ((hidden_at IS NULL) AND (variant_of IS NULL));

-- The values of a variant without the names of the options and without colours: `Celadon, Large` for `Glaze: Celadon #a8c0b0; Size: Large`.
CREATE FUNCTION "values_of_variant"(variant TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE AS $$
  SELECT string_agg(btrim(regexp_replace(substr(part, strpos(part, ':') + 1), ' #[0-9a-fA-F]{6}\s*$', '')), ', ' ORDER BY place)
  FROM regexp_split_to_table(variant, ';') WITH ORDINALITY AS each (part, place)
$$;

-- A variant has the texts, the category and the rating of its product. Its price, stock, photo, size and weight are its own. The name of
-- this trigger comes before those of the triggers that derive columns from these texts, so PostgreSQL runs it first.
CREATE FUNCTION "copy_from_product"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  whole product%ROWTYPE;
BEGIN
  SELECT * INTO whole FROM product WHERE id = NEW.variant_of;
  -- The table's constraints refuse the row.
  IF NOT FOUND OR NEW.variant IS NULL THEN
    RETURN NEW;
  END IF;
  -- At most 200 characters, as in fullTitle.
  NEW.title := left(whole.title, 198 - length(values_of_variant(NEW.variant))) || ', ' || values_of_variant(NEW.variant);
  NEW.description := whole.description;
  NEW.material := whole.material;
  NEW.care := whole.care;
  NEW.is_food_safe := whole.is_food_safe;
  NEW.category_id := whole.category_id;
  NEW.category_name := whole.category_name;
  NEW.rating := whole.rating;
  NEW.studio_rating := whole.studio_rating;
  NEW.is_graded := whole.is_graded;
  NEW.star_counts := whole.star_counts;
  NEW.uses := whole.uses;
  NEW.is_bestseller := whole.is_bestseller;
  NEW.groups := whole.groups;
  RETURN NEW;
END
$$;
CREATE TRIGGER "a_variant_copies_from_product" BEFORE INSERT OR UPDATE ON "product"
  FOR EACH ROW WHEN (NEW."variant_of" IS NOT NULL) EXECUTE FUNCTION "copy_from_product"();

CREATE FUNCTION "update_variants"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- In the order in which orders lock products.
  PERFORM FROM product WHERE variant_of = NEW.id ORDER BY id FOR NO KEY UPDATE;
  UPDATE product SET updated_at = now() WHERE variant_of = NEW.id;
  RETURN NULL;
END
$$;
CREATE TRIGGER "product_updates_variants" AFTER UPDATE ON "product"
  FOR EACH ROW WHEN (
    NEW."variant_of" IS NULL AND
    (OLD."title", OLD."description", OLD."material", OLD."care", OLD."is_food_safe", OLD."category_id", OLD."category_name",
      OLD."rating", OLD."studio_rating", OLD."is_graded", OLD."star_counts", OLD."is_bestseller", OLD."groups", OLD."uses")
    IS DISTINCT FROM
    (NEW."title", NEW."description", NEW."material", NEW."care", NEW."is_food_safe", NEW."category_id", NEW."category_name",
      NEW."rating", NEW."studio_rating", NEW."is_graded", NEW."star_counts", NEW."is_bestseller", NEW."groups", NEW."uses")
  ) EXECUTE FUNCTION "update_variants"();

-- A product is available while any of its variants is.
CREATE OR REPLACE FUNCTION "derive_product_columns"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.title_lower := search_form(NEW.title);
  NEW.is_available := NEW.stock > 0 OR (NEW.variant_of IS NULL AND EXISTS (
    SELECT FROM product WHERE variant_of = NEW.id AND stock > 0 AND hidden_at IS NULL
  ));
  RETURN NEW;
END
$$;

-- A search for a glaze finds the products that have it.
CREATE OR REPLACE FUNCTION "derive_product_search_text"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  variants CONSTANT TEXT := (
    SELECT string_agg(values_of_variant(variant), ' ' ORDER BY position, id) FROM product
    WHERE variant_of = NEW.id AND hidden_at IS NULL
  );
BEGIN
  NEW.search_text := search_text_in_parts(NEW.title, concat_ws(' ', NEW.material, values_of_variant(NEW.variant), variants),
    NEW.category_name, NEW.description, NEW.care, NEW.is_food_safe);
  RETURN NEW;
END
$$;
DROP TRIGGER "product_derives_search_text" ON "product";
CREATE TRIGGER "product_derives_search_text"
  BEFORE INSERT OR UPDATE OF "title", "material", "category_name", "description", "care", "is_food_safe", "search_text", "variant" ON "product"
  FOR EACH ROW EXECUTE FUNCTION "derive_product_search_text"();

-- moveStock has locked the product already, so that two orders cannot wait for each other here.
CREATE FUNCTION "update_availability"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Setting the two columns makes the triggers compute them.
  UPDATE product SET is_available = is_available, search_text = '' WHERE id = coalesce(NEW.variant_of, OLD.variant_of);
  RETURN NULL;
END
$$;
CREATE TRIGGER "variant_updates_availability" AFTER UPDATE ON "product"
  FOR EACH ROW WHEN (
    NEW."variant_of" IS NOT NULL AND
    (OLD."stock" > 0, OLD."hidden_at" IS NULL, OLD."variant_of", OLD."variant") IS DISTINCT FROM
    (NEW."stock" > 0, NEW."hidden_at" IS NULL, NEW."variant_of", NEW."variant")
  ) EXECUTE FUNCTION "update_availability"();
CREATE TRIGGER "new_variant_updates_availability" AFTER INSERT ON "product"
  FOR EACH ROW WHEN (NEW."variant_of" IS NOT NULL) EXECUTE FUNCTION "update_availability"();
CREATE TRIGGER "deleted_variant_updates_availability" AFTER DELETE ON "product"
  FOR EACH ROW WHEN (OLD."variant_of" IS NOT NULL) EXECUTE FUNCTION "update_availability"();
