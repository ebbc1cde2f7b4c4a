-- Since when a shopper holds stock unpaid, and a keyed hash of the network that an order was placed from.

-- AlterTable
ALTER TABLE "shop_order" ADD COLUMN     "held_since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "network" TEXT;

UPDATE "shop_order" SET "held_since" = "placed_at";

-- CreateIndex
CREATE INDEX "shop_order_network_held_since_idx" ON "shop_order"("network", "held_since");
