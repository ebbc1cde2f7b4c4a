-- A product may be hidden from shoppers, and has a version that rises with every change of its record. What shoppers ask by index holds
-- only what they see, so that whatever is hidden costs them nothing.

-- DropIndex
DROP INDEX "product_facets_idx";

-- DropIndex
DROP INDEX "product_is_bestseller_position_id_idx";

-- DropIndex
DROP INDEX "product_discounted_id_idx";

-- DropIndex
DROP INDEX "product_rating_id_idx";

-- DropIndex
DROP INDEX "product_created_at_id_idx";

-- DropIndex
DROP INDEX "product_category_id_position_id_idx";

-- DropIndex
DROP INDEX "product_category_id_rating_position_id_idx";

-- AlterTable
ALTER TABLE "product" ADD COLUMN     "hidden_at" TIMESTAMPTZ(3),
ADD COLUMN     "version" INTEGER NOT NULL DEFAULT 0;

-- CreateIndex
CREATE INDEX "product_facets_idx" ON "product"("category_id", "rating", "discounted", "offer", "is_bestseller", "is_available") WHERE (hidden_at IS NULL);

-- CreateIndex
CREATE INDEX "product_is_bestseller_position_id_idx" ON "product"("is_bestseller" DESC, "position", "id") WHERE (hidden_at IS NULL);

-- CreateIndex
CREATE INDEX "product_discounted_id_idx" ON "product"("discounted", "id") WHERE (hidden_at IS NULL);

-- CreateIndex
CREATE INDEX "product_rating_id_idx" ON "product"("rating" DESC, "id") WHERE (hidden_at IS NULL);

-- CreateIndex
CREATE INDEX "product_created_at_id_idx" ON "product"("created_at" DESC, "id") WHERE (hidden_at IS NULL);

-- CreateIndex
CREATE INDEX "product_category_id_position_id_idx" ON "product"("category_id", "position", "id") WHERE (hidden_at IS NULL);

-- CreateIndex
CREATE INDEX "product_category_id_rating_position_id_idx" ON "product"("category_id", "rating" DESC, "position", "id") WHERE (hidden_at IS NULL);

-- What Prisma cannot describe. The stock has no part in the version: it changes with every order, while somebody edits the product.

CREATE FUNCTION "raise_product_version"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := OLD.version + 1;
  RETURN NEW;
END
$$;

CREATE TRIGGER "product_raises_version" BEFORE UPDATE OF "title", "description", "material", "dimensions", "care", "capacity_ml",
    "weight_grams", "is_food_safe", "category_id", "category_name", "image_url", "image_alt", "image_width", "image_height", "discounted",
    "original", "rating", "offer", "is_bestseller", "position", "hidden_at" ON "product"
  FOR EACH ROW EXECUTE FUNCTION "raise_product_version"();

-- Counts and facets go by what is hidden too.
DROP TRIGGER "product_announces_changed_counts" ON "product";
CREATE TRIGGER "product_announces_changed_counts" AFTER UPDATE ON "product"
  FOR EACH ROW WHEN (
    (OLD."category_id", OLD."rating", OLD."discounted", OLD."offer", OLD."is_bestseller", OLD."is_available", OLD."hidden_at" IS NULL)
    IS DISTINCT FROM
    (NEW."category_id", NEW."rating", NEW."discounted", NEW."offer", NEW."is_bestseller", NEW."is_available", NEW."hidden_at" IS NULL)
  ) EXECUTE FUNCTION "announce_counts_change"();
