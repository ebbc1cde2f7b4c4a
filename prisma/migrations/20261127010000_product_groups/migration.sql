-- What products are used for, for the listings Decor, Dining and Kitchen.

-- CreateEnum
CREATE TYPE "ProductGroup" AS ENUM ('DECOR', 'DINING', 'KITCHEN');

-- DropIndex
DROP INDEX "product_facets_idx";

-- AlterTable
ALTER TABLE "product" ADD COLUMN     "groups" "ProductGroup"[] DEFAULT ARRAY[]::"ProductGroup"[];

-- CreateIndex
CREATE INDEX "product_facets_idx" ON "product"("category_id", "rating", "discounted", "offer", "is_bestseller", "is_available", "groups") WHERE (hidden_at IS NULL);

-- Counts and facets depend on the groups too.
DROP TRIGGER "product_announces_changed_counts" ON "product";
CREATE TRIGGER "product_announces_changed_counts" AFTER UPDATE ON "product"
  FOR EACH ROW WHEN (
    (OLD."category_id", OLD."rating", OLD."discounted", OLD."offer", OLD."is_bestseller", OLD."is_available", OLD."groups",
      OLD."hidden_at" IS NULL)
    IS DISTINCT FROM
    (NEW."category_id", NEW."rating", NEW."discounted", NEW."offer", NEW."is_bestseller", NEW."is_available", NEW."groups",
      NEW."hidden_at" IS NULL)
  ) EXECUTE FUNCTION "announce_counts_change"();

-- The products that every shop begins with. The seed gives them the same groups in a new shop.
UPDATE "product" SET "groups" = ARRAY['DINING']::"ProductGroup"[] WHERE "id" IN (
  'speckled-oat-tumbler', 'indigo-dip-espresso-cup', 'celadon-chai-cup', 'terracotta-kulhad-set-of-4', 'ash-ripple-ramen-bowl',
  'blush-rim-dinner-plate', 'cobalt-splash-quarter-plate', 'ivory-dinner-set-of-4', 'ochre-spiral-side-plate'
);
UPDATE "product" SET "groups" = ARRAY['DINING', 'KITCHEN']::"ProductGroup"[] WHERE "id" IN (
  'sea-glass-serving-bowl', 'saffron-nut-bowl', 'stone-grey-platter', 'tea-for-two-set'
);
UPDATE "product" SET "groups" = ARRAY['KITCHEN']::"ProductGroup"[] WHERE "id" IN (
  'midnight-nesting-bowls-set-of-3'
);
UPDATE "product" SET "groups" = ARRAY['DECOR', 'DINING', 'KITCHEN']::"ProductGroup"[] WHERE "id" IN (
  'cream-footed-fruit-bowl'
);
UPDATE "product" SET "groups" = ARRAY['DECOR']::"ProductGroup"[] WHERE "id" IN (
  'white-fluted-planter', 'ribbed-terracotta-pot', 'charcoal-tripod-planter', 'sage-globe-planter-duo', 'bud-vase-trio',
  'lotus-tealight-holder', 'grand-moon-jar'
);
