-- Orders note whether their account was unproven, and all networks that contain the client's address. Orders from before, and those of a
-- server of the previous release, count as placed by a proven account from one narrow network.
-- AlterTable
ALTER TABLE "shop_order" ADD COLUMN     "is_unproven" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "networks" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- CreateIndex
CREATE INDEX "shop_order_networks_idx" ON "shop_order" USING GIN ("networks");

-- CreateIndex
CREATE INDEX "shop_order_unproven_unpaid" ON "shop_order"("placed_at") WHERE (is_unproven AND (status = ANY (ARRAY['AWAITING_PAYMENT'::"OrderStatus", 'CONFIRMED'::"OrderStatus"])));
