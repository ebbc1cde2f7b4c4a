-- The chosen or recognized country of an address, and orders whose place of supply staff must set.
-- AlterTable
ALTER TABLE "address" ADD COLUMN     "country_code" TEXT;

-- AlterTable
ALTER TABLE "shop_order" ADD COLUMN     "delivery_country_code" TEXT,
ADD COLUMN     "is_place_unclear" BOOLEAN NOT NULL DEFAULT false;

-- CreateIndex
CREATE INDEX "shop_order_place_unclear" ON "shop_order"("serial") WHERE (is_place_unclear);
