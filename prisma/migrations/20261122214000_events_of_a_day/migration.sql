-- CreateIndex
CREATE INDEX "order_event_at_idx" ON "order_event" USING BRIN ("at");
