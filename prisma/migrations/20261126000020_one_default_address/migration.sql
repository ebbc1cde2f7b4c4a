-- The previous release adds no default addresses, so the ones that the last migration chose are unique.
-- CreateIndex
CREATE UNIQUE INDEX "address_default_key" ON "address"("user_id") WHERE (is_default);
