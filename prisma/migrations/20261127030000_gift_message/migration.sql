-- A message for a gift, and whether the parcel shows no prices. Chosen for a cart, and kept by its order.
ALTER TABLE "cart" ADD COLUMN "gift_message" TEXT, ADD COLUMN "hide_prices" BOOLEAN NOT NULL DEFAULT false,
  ADD CONSTRAINT "cart_gift_message_check" CHECK (char_length("gift_message") BETWEEN 1 AND 300);
ALTER TABLE "shop_order" ADD COLUMN "gift_message" TEXT, ADD COLUMN "hide_prices" BOOLEAN NOT NULL DEFAULT false,
  ADD CONSTRAINT "shop_order_gift_message_check" CHECK (char_length("gift_message") BETWEEN 1 AND 300);
