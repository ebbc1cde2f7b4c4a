-- When the delivery address of an order was last changed after it was placed. Packing slips show it, so that an earlier slip is not used.
ALTER TABLE "shop_order" ADD COLUMN "address_changed_at" TIMESTAMPTZ(3);
