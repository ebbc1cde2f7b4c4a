-- Orders are shipped with a carrier, money that came is on record payment by payment, and refunds are made.

-- CreateEnum
CREATE TYPE "RefundState" AS ENUM ('REQUESTED', 'PROCESSED', 'FAILED');

-- AlterTable
ALTER TABLE "shop_order" ADD COLUMN     "cancelled_by_shop" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "carrier" TEXT,
ADD COLUMN     "search_text" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "tracking_number" TEXT,
ADD COLUMN     "tracking_url" TEXT;

-- AlterTable
ALTER TABLE "order_line" ADD COLUMN     "restocked" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "sandbox_payment" ADD COLUMN     "refunds_go" TEXT NOT NULL DEFAULT 'processed';

-- CreateTable
CREATE TABLE "order_note" (
    "id" UUID NOT NULL,
    "order_id" UUID NOT NULL,
    "author_id" UUID NOT NULL,
    "text" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "order_note_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "received_payment" (
    "id" TEXT NOT NULL,
    "order_id" UUID NOT NULL,
    "provider" "PaymentProvider",
    "amount" INTEGER NOT NULL,
    "currency" TEXT NOT NULL,
    "excess" TEXT,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "received_payment_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "refund" (
    "id" UUID NOT NULL,
    "order_id" UUID NOT NULL,
    "payment_id" TEXT NOT NULL,
    "provider" "PaymentProvider",
    "amount" INTEGER NOT NULL,
    "lines" JSONB,
    "state" "RefundState" NOT NULL DEFAULT 'REQUESTED',
    "provider_refund_id" TEXT,
    "reference" TEXT,
    "reason" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "last_error" TEXT,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "requested_by_id" UUID,
    "requested_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "refund_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sandbox_refund" (
    "id" TEXT NOT NULL,
    "payment_id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "amount" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sandbox_refund_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "order_note_order_id_id_idx" ON "order_note"("order_id", "id");

-- CreateIndex
CREATE INDEX "order_note_author_id_idx" ON "order_note"("author_id");

-- CreateIndex
CREATE INDEX "received_payment_order_id_idx" ON "received_payment"("order_id");

-- CreateIndex
CREATE INDEX "received_payment_excess_idx" ON "received_payment"("excess");

-- CreateIndex
CREATE INDEX "received_payment_received_at_idx" ON "received_payment"("received_at");

-- CreateIndex
CREATE UNIQUE INDEX "refund_provider_refund_id_key" ON "refund"("provider_refund_id");

-- CreateIndex
CREATE INDEX "refund_order_id_id_idx" ON "refund"("order_id", "id");

-- CreateIndex
CREATE INDEX "refund_payment_id_idx" ON "refund"("payment_id");

-- CreateIndex
CREATE INDEX "refund_requested_by_id_idx" ON "refund"("requested_by_id");

-- CreateIndex
CREATE INDEX "refund_state_due_at_idx" ON "refund"("state", "due_at");

-- CreateIndex
CREATE INDEX "refund_state_ended_at_idx" ON "refund"("state", "ended_at");

-- CreateIndex
CREATE UNIQUE INDEX "sandbox_refund_key_key" ON "sandbox_refund"("key");

-- CreateIndex
CREATE INDEX "sandbox_refund_payment_id_idx" ON "sandbox_refund"("payment_id");

-- CreateIndex
CREATE INDEX "user_account_email_idx" ON "user_account" USING GIN ("email" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "shop_order_status_serial_idx" ON "shop_order"("status", "serial" DESC);

-- CreateIndex
CREATE INDEX "shop_order_search_text_idx" ON "shop_order" USING GIN ("search_text" gin_trgm_ops);

-- AddForeignKey
ALTER TABLE "order_note" ADD CONSTRAINT "order_note_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "shop_order"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "order_note" ADD CONSTRAINT "order_note_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "user_account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "received_payment" ADD CONSTRAINT "received_payment_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "shop_order"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "refund" ADD CONSTRAINT "refund_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "shop_order"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "refund" ADD CONSTRAINT "refund_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "received_payment"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "refund" ADD CONSTRAINT "refund_requested_by_id_fkey" FOREIGN KEY ("requested_by_id") REFERENCES "user_account"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sandbox_refund" ADD CONSTRAINT "sandbox_refund_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "sandbox_payment"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma cannot describe.

ALTER TABLE "order_line"
  ADD CONSTRAINT "order_line_restocked_check" CHECK ("restocked" BETWEEN 0 AND "quantity");
ALTER TABLE "received_payment"
  ADD CONSTRAINT "received_payment_amount_check" CHECK ("amount" >= 0);
ALTER TABLE "refund"
  ADD CONSTRAINT "refund_amount_check" CHECK ("amount" > 0),
  ADD CONSTRAINT "refund_ended_check" CHECK (("state" = 'REQUESTED') = ("ended_at" IS NULL));
ALTER TABLE "sandbox_payment"
  ADD CONSTRAINT "sandbox_payment_refunds_go_check" CHECK ("refunds_go" IN ('processed', 'pending', 'failed'));
ALTER TABLE "sandbox_refund"
  ADD CONSTRAINT "sandbox_refund_status_check" CHECK ("status" IN ('processed', 'pending', 'failed')),
  ADD CONSTRAINT "sandbox_refund_amount_check" CHECK ("amount" > 0);

CREATE FUNCTION "keep_order_search_text"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search_text := lower(concat_ws(' ', NEW.delivery_name, NEW.delivery_mobile, NEW.payment_id, NEW.tracking_number));
  RETURN NEW;
END
$$;

CREATE TRIGGER "order_keeps_search_text"
  BEFORE INSERT OR UPDATE OF "delivery_name", "delivery_mobile", "payment_id", "tracking_number" ON "shop_order"
  FOR EACH ROW EXECUTE FUNCTION "keep_order_search_text"();

-- What the shop notes for itself alone is no change of the order: who edits it would be told that it is another one.
DROP TRIGGER "order_raises_version" ON "shop_order";
CREATE TRIGGER "order_raises_version" BEFORE UPDATE ON "shop_order"
  FOR EACH ROW WHEN (
    OLD.payment_asked_at IS NOT DISTINCT FROM NEW.payment_asked_at
    AND OLD.network IS NOT DISTINCT FROM NEW.network
  ) EXECUTE FUNCTION "raise_order_version"();

-- A refund is shown with its order.
CREATE FUNCTION "raise_version_of_refund"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE shop_order SET version = version WHERE id = NEW.order_id;
  RETURN NULL;
END
$$;

CREATE TRIGGER "refund_raises_version" AFTER INSERT OR UPDATE OF "state" ON "refund"
  FOR EACH ROW EXECUTE FUNCTION "raise_version_of_refund"();

-- Of what came before there was a record, the amount is known where it was the order's. Statuses are compared as text: where all migrations
-- are applied in one transaction, some of them are new there.
INSERT INTO "received_payment" ("id", "order_id", "provider", "amount", "currency", "excess", "received_at")
SELECT "payment_id", "id", "provider", "total_amount" * 100, 'INR',
  CASE WHEN NOT EXISTS (
    SELECT FROM "order_event" WHERE "order_id" = "shop_order"."id" AND "status"::text IN ('PAID', 'CONFIRMED')
  ) THEN 'came when the order could not be paid any more' END,
  COALESCE(
    (SELECT min("at") FROM "order_event" WHERE "order_id" = "shop_order"."id" AND "status"::text IN ('PAID', 'REFUND_DUE')),
    "placed_at"
  )
FROM "shop_order"
WHERE "payment_id" IS NOT NULL AND NOT EXISTS (
  SELECT FROM "order_event" WHERE "order_id" = "shop_order"."id" AND "note" LIKE '%is not of the order''s amount%'
)
ON CONFLICT DO NOTHING;

INSERT INTO "received_payment" ("id", "order_id", "amount", "currency", "received_at")
SELECT 'door-' || "id", "id", "total_amount" * 100, 'INR',
  (SELECT min("at") FROM "order_event" WHERE "order_id" = "shop_order"."id" AND "status"::text = 'DELIVERED')
FROM "shop_order"
WHERE "pay_on_delivery" AND EXISTS (
  SELECT FROM "order_event" WHERE "order_id" = "shop_order"."id" AND "status"::text = 'DELIVERED'
);

-- What was given back by then is not given back again.
INSERT INTO "refund" ("id", "order_id", "payment_id", "amount", "state", "reference", "reason", "due_at", "requested_at", "ended_at")
SELECT gen_random_uuid(), "received_payment"."order_id", "received_payment"."id", "amount", 'PROCESSED', 'by hand',
  'Given back before there was a record of it.', "at", "at", "at"
FROM "received_payment"
JOIN "shop_order" ON "shop_order"."id" = "received_payment"."order_id" AND "shop_order"."status"::text = 'REFUNDED'
CROSS JOIN LATERAL (
  SELECT COALESCE(max("order_event"."at"), now()) AS "at" FROM "order_event"
  WHERE "order_event"."order_id" = "shop_order"."id" AND "order_event"."status"::text = 'REFUNDED'
) AS "ended"
WHERE "amount" > 0;

-- Staff finds older orders too.
UPDATE "shop_order" SET "delivery_name" = "delivery_name";
