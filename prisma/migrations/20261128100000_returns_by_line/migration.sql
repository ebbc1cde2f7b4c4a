-- Returns, cancellations and replacements by line. Pieces bought = kept + returned + cancelled (server/domain/orders/pieces.ts).

-- CreateEnum
CREATE TYPE "ReturnWish" AS ENUM ('REFUND', 'REPLACEMENT');

-- CreateEnum
CREATE TYPE "ReturnLineState" AS ENUM ('REQUESTED', 'REFUSED', 'ACCEPTED', 'COMPLETED');

-- AlterTable
ALTER TABLE "shop_order" ADD COLUMN     "is_replacement" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "owed_paise" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "order_line" ADD COLUMN     "asked" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "cancelled" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "replaced" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "replaces_line_id" UUID,
ADD COLUMN     "returned" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "order_return" (
    "id" UUID NOT NULL,
    "order_id" UUID NOT NULL,
    "wish" "ReturnWish" NOT NULL,
    "note" TEXT NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "decided_at" TIMESTAMPTZ(3),
    "received_at" TIMESTAMPTZ(3),
    "refusal" TEXT,
    "replacement_id" UUID,

    CONSTRAINT "order_return_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "return_line" (
    "id" UUID NOT NULL,
    "return_id" UUID NOT NULL,
    "order_line_id" UUID NOT NULL,
    "quantity" INTEGER NOT NULL,
    "reason" TEXT NOT NULL,
    "state" "ReturnLineState" NOT NULL DEFAULT 'REQUESTED',

    CONSTRAINT "return_line_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "return_photo" (
    "return_id" UUID NOT NULL,
    "position" SMALLINT NOT NULL,
    "image_url" TEXT NOT NULL,
    "image_width" INTEGER NOT NULL,
    "image_height" INTEGER NOT NULL,

    CONSTRAINT "return_photo_pkey" PRIMARY KEY ("return_id","position")
);

-- CreateIndex
CREATE UNIQUE INDEX "order_return_replacement_id_key" ON "order_return"("replacement_id");

-- CreateIndex
CREATE INDEX "order_return_order_id_id_idx" ON "order_return"("order_id", "id");

-- CreateIndex
CREATE INDEX "return_line_order_line_id_idx" ON "return_line"("order_line_id");

-- CreateIndex
CREATE UNIQUE INDEX "return_line_return_id_order_line_id_key" ON "return_line"("return_id", "order_line_id");

-- CreateIndex
CREATE INDEX "return_photo_image_url_idx" ON "return_photo"("image_url");

-- CreateIndex
CREATE INDEX "shop_order_owed" ON "shop_order"("serial") WHERE (owed_paise > 0);

-- CreateIndex
CREATE INDEX "order_line_replaces_line_id_idx" ON "order_line"("replaces_line_id");

-- AddForeignKey
ALTER TABLE "order_line" ADD CONSTRAINT "order_line_replaces_line_id_fkey" FOREIGN KEY ("replaces_line_id") REFERENCES "order_line"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "order_return" ADD CONSTRAINT "order_return_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "shop_order"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "order_return" ADD CONSTRAINT "order_return_replacement_id_fkey" FOREIGN KEY ("replacement_id") REFERENCES "shop_order"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "return_line" ADD CONSTRAINT "return_line_return_id_fkey" FOREIGN KEY ("return_id") REFERENCES "order_return"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "return_line" ADD CONSTRAINT "return_line_order_line_id_fkey" FOREIGN KEY ("order_line_id") REFERENCES "order_line"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "return_photo" ADD CONSTRAINT "return_photo_return_id_fkey" FOREIGN KEY ("return_id") REFERENCES "order_return"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- A replacement order costs nothing, so it is shipped without a payment.
ALTER TABLE "shop_order"
  DROP CONSTRAINT "shop_order_paid_check",
  ADD CONSTRAINT "shop_order_paid_check" CHECK (
    "status" NOT IN ('PAID', 'SHIPPED', 'DELIVERED') OR "payment_id" IS NOT NULL
    OR (("pay_on_delivery" OR "is_replacement") AND "status" <> 'PAID')
  ),
  ADD CONSTRAINT "shop_order_replacement_check" CHECK (NOT "is_replacement" OR "total_amount" = 0),
  ADD CONSTRAINT "shop_order_owed_check" CHECK ("owed_paise" >= 0);

ALTER TABLE "order_line"
  DROP CONSTRAINT "order_line_restocked_check",
  ADD CONSTRAINT "order_line_restocked_check" CHECK ("restocked" >= 0 AND "restocked" + "cancelled" <= "quantity"),
  ADD CONSTRAINT "order_line_asked_check" CHECK ("asked" >= 0 AND "asked" + "cancelled" <= "quantity"),
  ADD CONSTRAINT "order_line_pieces_check" CHECK (
    "cancelled" >= 0 AND "returned" >= 0 AND "replaced" >= 0 AND "cancelled" + "returned" + "replaced" <= "quantity"
  );

ALTER TABLE "return_line" ADD CONSTRAINT "return_line_quantity_check" CHECK ("quantity" BETWEEN 1 AND 99);

-- The sales count cancelled and returned pieces.
DROP TRIGGER "line_clears_sales" ON "order_line";
CREATE TRIGGER "line_clears_sales"
  AFTER DELETE OR UPDATE OF "order_id", "product_id", "position", "quantity", "discounted", "original", "restocked", "cancelled", "returned"
  ON "order_line" FOR EACH ROW EXECUTE FUNCTION "clear_sales_of_line"();
