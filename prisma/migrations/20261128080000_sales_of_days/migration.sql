-- Stores what was sold on each past day, so that the office reads two years quickly. The maintenance task computes the sums
-- (server/domain/office/sales/sumSales.ts). Triggers clear a day's `summed_at` in the transaction that changes one of its orders.

-- CreateEnum
CREATE TYPE "SalesKind" AS ENUM ('PRODUCT', 'VARIANT', 'CATEGORY', 'COUPON');

-- CreateTable
CREATE TABLE "sales_day" (
    "day" DATE NOT NULL,
    "summed_at" TIMESTAMPTZ(3),

    CONSTRAINT "sales_day_pkey" PRIMARY KEY ("day")
);

-- CreateTable
CREATE TABLE "sales_sum" (
    "kind" "SalesKind" NOT NULL,
    "day" DATE NOT NULL,
    "key" TEXT NOT NULL,
    "pieces" INTEGER NOT NULL,
    "returned_pieces" INTEGER NOT NULL,
    "orders" INTEGER NOT NULL,
    "takings" BIGINT NOT NULL,
    "offer_discounts" BIGINT NOT NULL,
    "coupon_discounts" BIGINT NOT NULL,
    "returned" BIGINT NOT NULL,

    CONSTRAINT "sales_sum_pkey" PRIMARY KEY ("kind","day","key")
);

-- CreateTable
CREATE TABLE "sales_buyer" (
    "day" DATE NOT NULL,
    "user_id" UUID NOT NULL,
    "orders" INTEGER NOT NULL,

    CONSTRAINT "sales_buyer_pkey" PRIMARY KEY ("day","user_id")
);

-- CreateIndex
CREATE INDEX "sales_buyer_user_id_day_idx" ON "sales_buyer"("user_id", "day");

-- AddForeignKey
ALTER TABLE "sales_buyer" ADD CONSTRAINT "sales_buyer_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The row exists and stays locked until the transaction ends, so no server adds up the day before. Today has no sums, so today's orders
-- wait for no row.
CREATE FUNCTION "clear_sales_of_day"("at" timestamptz) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF day_in_india("at") < day_in_india(clock_timestamp()) THEN
    INSERT INTO "sales_day" ("day") VALUES (day_in_india("at"))
    ON CONFLICT ("day") DO UPDATE SET "summed_at" = NULL WHERE "sales_day"."summed_at" IS NOT NULL;
  END IF;
END
$$;

CREATE FUNCTION "clear_sales_of_order"("sold_id" uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM clear_sales_of_day("at") FROM (
    SELECT "at" FROM "order_event" WHERE "order_id" = "sold_id" AND "status" IN ('PAID', 'CONFIRMED') ORDER BY "at"
  ) AS "sold";
END
$$;

CREATE FUNCTION "clear_sales_of_event"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM clear_sales_of_day(OLD.at);
    PERFORM clear_sales_of_order(OLD.order_id);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM clear_sales_of_order(NEW.order_id);
  END IF;
  RETURN NULL;
END
$$;

CREATE FUNCTION "clear_sales_of_changed_order"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM clear_sales_of_order(NEW.id);
  RETURN NULL;
END
$$;

CREATE FUNCTION "clear_sales_of_line"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM clear_sales_of_order(OLD.order_id);
  RETURN NULL;
END
$$;

-- Only refunds of lines count. If everything is refunded, the status of the order changes.
CREATE FUNCTION "clear_sales_of_refund"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.lines IS NOT NULL THEN
    PERFORM clear_sales_of_order(OLD.order_id);
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.lines IS NOT NULL THEN
    PERFORM clear_sales_of_order(NEW.order_id);
  END IF;
  RETURN NULL;
END
$$;

CREATE FUNCTION "clear_sales_of_product"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM clear_sales_of_day("at") FROM (
    SELECT min("order_event"."at") AS "at" FROM "order_line" JOIN "order_event" ON "order_event"."order_id" = "order_line"."order_id"
    WHERE "order_line"."product_id" = NEW.id AND "order_event"."status" IN ('PAID', 'CONFIRMED')
    GROUP BY day_in_india("order_event"."at") ORDER BY 1
  ) AS "sold";
  RETURN NULL;
END
$$;

CREATE FUNCTION "clear_all_sales"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "sales_day";
  RETURN NULL;
END
$$;

CREATE TRIGGER "new_event_clears_sales" AFTER INSERT ON "order_event"
  FOR EACH ROW WHEN (NEW.status IN ('PAID', 'CONFIRMED')) EXECUTE FUNCTION "clear_sales_of_event"();

CREATE TRIGGER "event_clears_sales" AFTER DELETE OR UPDATE OF "order_id", "status", "at" ON "order_event"
  FOR EACH ROW EXECUTE FUNCTION "clear_sales_of_event"();

CREATE TRIGGER "order_clears_sales" AFTER UPDATE ON "shop_order"
  FOR EACH ROW WHEN (
    (OLD.status <> NEW.status AND (
      OLD.status IN ('CANCELLED', 'REFUND_DUE', 'RETURNED', 'REFUNDED') OR NEW.status IN ('CANCELLED', 'REFUND_DUE', 'RETURNED', 'REFUNDED')
    ))
    OR OLD.user_id <> NEW.user_id OR OLD.coupon_code IS DISTINCT FROM NEW.coupon_code OR OLD.coupon_discount <> NEW.coupon_discount
  ) EXECUTE FUNCTION "clear_sales_of_changed_order"();

-- Lines are only inserted with their order, before it is sold or on the day of its sale.
CREATE TRIGGER "line_clears_sales"
  AFTER DELETE OR UPDATE OF "order_id", "product_id", "position", "quantity", "discounted", "original", "restocked" ON "order_line"
  FOR EACH ROW EXECUTE FUNCTION "clear_sales_of_line"();

CREATE TRIGGER "refund_clears_sales" AFTER INSERT OR DELETE OR UPDATE OF "order_id", "lines", "state" ON "refund"
  FOR EACH ROW EXECUTE FUNCTION "clear_sales_of_refund"();

CREATE TRIGGER "product_clears_sales" AFTER UPDATE ON "product"
  FOR EACH ROW WHEN (OLD.category_id <> NEW.category_id OR OLD.variant_of IS DISTINCT FROM NEW.variant_of)
  EXECUTE FUNCTION "clear_sales_of_product"();

CREATE TRIGGER "events_clear_sales" AFTER TRUNCATE ON "order_event"
  FOR EACH STATEMENT EXECUTE FUNCTION "clear_all_sales"();

CREATE TRIGGER "lines_clear_sales" AFTER TRUNCATE ON "order_line"
  FOR EACH STATEMENT EXECUTE FUNCTION "clear_all_sales"();

CREATE TRIGGER "refunds_clear_sales" AFTER TRUNCATE ON "refund"
  FOR EACH STATEMENT EXECUTE FUNCTION "clear_all_sales"();
