-- A product may be sold at its own price, without an earlier price above it.
ALTER TABLE "product"
  DROP CONSTRAINT "product_price_check",
  ADD CONSTRAINT "product_price_check" CHECK ("discounted" >= 0 AND "discounted" <= "original");
ALTER TABLE "order_line"
  DROP CONSTRAINT "order_line_price_check",
  ADD CONSTRAINT "order_line_price_check" CHECK ("discounted" >= 0 AND "discounted" <= "original");
