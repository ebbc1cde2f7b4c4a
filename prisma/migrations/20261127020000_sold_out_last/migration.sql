-- The order FEATURED lists what is sold out last.
CREATE INDEX "product_is_available_is_bestseller_position_id_idx" ON "product"("is_available" DESC, "is_bestseller" DESC, "position", "id") WHERE (hidden_at IS NULL);
