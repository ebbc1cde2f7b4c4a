-- The office narrows its orders to days, and its mails to those that are files.
CREATE INDEX "shop_order_placed_at_idx" ON "shop_order"("placed_at");

CREATE INDEX "outbox_message_filed_idx" ON "outbox_message"("channel", "id") WHERE (filed_as IS NOT NULL);
