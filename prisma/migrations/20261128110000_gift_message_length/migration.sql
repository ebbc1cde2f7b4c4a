-- The rule counts the characters that a person sees, such as an emoji or a conjunct, which have several code points each
-- (server/shared/giftMessage.ts). The columns bound the stored size.
ALTER TABLE "cart" DROP CONSTRAINT "cart_gift_message_check",
  ADD CONSTRAINT "cart_gift_message_check" CHECK (char_length("gift_message") BETWEEN 1 AND 5000);
ALTER TABLE "shop_order" DROP CONSTRAINT "shop_order_gift_message_check",
  ADD CONSTRAINT "shop_order_gift_message_check" CHECK (char_length("gift_message") BETWEEN 1 AND 5000);
