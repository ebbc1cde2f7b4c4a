-- Tokens die by a version in the account, a deleted account keeps its row for its orders, and an order whose parcel is on its way
-- keeps its address until then.

-- AlterTable
ALTER TABLE "user_account" ADD COLUMN     "deleted_at" TIMESTAMPTZ(3),
ADD COLUMN     "token_version" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "shop_order" ADD COLUMN     "erase_address_at" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "shop_order_erase_address_at_idx" ON "shop_order"("erase_address_at");
