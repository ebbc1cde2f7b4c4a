-- AlterTable
ALTER TABLE "shop_order" ADD COLUMN     "address_hash" TEXT;

-- CreateIndex
CREATE INDEX "shop_order_delivery_mobile_idx" ON "shop_order"("delivery_mobile") WHERE (pay_on_delivery AND (status = ANY (ARRAY['CONFIRMED'::"OrderStatus", 'SHIPPED'::"OrderStatus"])));

-- CreateIndex
CREATE INDEX "shop_order_address_hash_idx" ON "shop_order"("address_hash") WHERE (pay_on_delivery AND (status = ANY (ARRAY['CONFIRMED'::"OrderStatus", 'SHIPPED'::"OrderStatus"])));
