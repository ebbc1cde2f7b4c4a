-- A coupon may have a time, a limit and a minimum. Its uses are counted from the orders themselves, so that an order that is cancelled
-- gives its use back whoever cancels it.

-- AlterTable
ALTER TABLE "coupon" ADD COLUMN     "customer_limit" INTEGER,
ADD COLUMN     "ended_at" TIMESTAMPTZ(3),
ADD COLUMN     "minimum_amount" INTEGER,
ADD COLUMN     "use_limit" INTEGER,
ADD COLUMN     "valid_from" TIMESTAMPTZ(3),
ADD COLUMN     "valid_until" TIMESTAMPTZ(3),
ADD COLUMN     "version" INTEGER NOT NULL DEFAULT 0;

-- CreateIndex
CREATE INDEX "shop_order_coupon_code_status_idx" ON "shop_order"("coupon_code", "status") WHERE (coupon_code IS NOT NULL);

-- What Prisma cannot describe.

ALTER TABLE "coupon"
  ADD CONSTRAINT "coupon_terms_check" CHECK ("use_limit" > 0 AND "customer_limit" > 0 AND "minimum_amount" > 0),
  ADD CONSTRAINT "coupon_time_check" CHECK ("valid_from" < "valid_until");

CREATE FUNCTION "raise_coupon_version"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := OLD.version + 1;
  RETURN NEW;
END
$$;

CREATE TRIGGER "coupon_raises_version" BEFORE UPDATE ON "coupon"
  FOR EACH ROW EXECUTE FUNCTION "raise_coupon_version"();
