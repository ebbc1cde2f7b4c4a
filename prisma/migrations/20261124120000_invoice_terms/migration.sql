-- What an invoice shows of the settings, stored with its order. The server fills it for earlier orders: they need the settings.
ALTER TABLE "shop_order" ADD COLUMN     "invoice_terms" JSONB;
CREATE INDEX "shop_order_without_terms" ON "shop_order"("serial") WHERE (invoice_terms IS NULL);
