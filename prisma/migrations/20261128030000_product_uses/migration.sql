-- What products are safe for, for the filter 'Safe for'. server/shared/careUses.ts reads it from the care text, and no SQL does. A new row
-- contains it. When the texts of a row change, a trigger only clears the column, and server/database/productUses.ts fills it. Null means not
-- read yet. This covers existing rows and writes of the previous release: such a product makes no claim until a server reads it, which takes
-- seconds.

-- CreateEnum
CREATE TYPE "ProductUse" AS ENUM ('MICROWAVE', 'DISHWASHER', 'OVEN', 'FOOD_SAFE');

-- DropIndex
DROP INDEX "product_facets_idx";

-- AlterTable
ALTER TABLE "product" ADD COLUMN     "uses" "ProductUse"[];

-- CreateIndex
CREATE INDEX "product_facets_idx" ON "product"("category_id", "rating", "discounted", "offer", "is_bestseller", "is_available", "groups", "uses") WHERE (hidden_at IS NULL);

-- CreateIndex
CREATE INDEX "product_unread_uses_idx" ON "product"("id") WHERE (uses IS NULL);

CREATE FUNCTION "forget_product_uses"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.uses := NULL;
  RETURN NEW;
END
$$;

CREATE TRIGGER "product_forgets_uses" BEFORE UPDATE OF "care", "is_food_safe" ON "product"
  FOR EACH ROW WHEN ((OLD."care", OLD."is_food_safe") IS DISTINCT FROM (NEW."care", NEW."is_food_safe"))
  EXECUTE FUNCTION "forget_product_uses"();

-- Counts and facets depend on the uses too.
DROP TRIGGER "product_announces_changed_counts" ON "product";
CREATE TRIGGER "product_announces_changed_counts" AFTER UPDATE ON "product"
  FOR EACH ROW WHEN (
    (OLD."category_id", OLD."rating", OLD."discounted", OLD."offer", OLD."is_bestseller", OLD."is_available", OLD."groups", OLD."uses",
      OLD."hidden_at" IS NULL)
    IS DISTINCT FROM
    (NEW."category_id", NEW."rating", NEW."discounted", NEW."offer", NEW."is_bestseller", NEW."is_available", NEW."groups", NEW."uses",
      NEW."hidden_at" IS NULL)
  ) EXECUTE FUNCTION "announce_counts_change"();

-- Reading the texts is no change of the product.
CREATE OR REPLACE FUNCTION "raise_product_version"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  not_counted CONSTANT TEXT[] :=
    ARRAY['id', 'stock', 'version', 'created_at', 'updated_at', 'title_lower', 'is_available', 'search_text', 'rating',
      'star_counts', 'uses'];
  before CONSTANT JSONB := to_jsonb(OLD) - 'updated_at';
  now CONSTANT JSONB := to_jsonb(NEW) - 'updated_at';
BEGIN
  IF before = now OR before - not_counted <> now - not_counted THEN
    NEW.version := OLD.version + 1;
  END IF;
  RETURN NEW;
END
$$;
