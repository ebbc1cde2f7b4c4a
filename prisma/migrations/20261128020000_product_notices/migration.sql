-- Emails to people who asked for news of a product: it is back in stock, or its price fell.

-- CreateEnum
CREATE TYPE "NoticeKind" AS ENUM ('AVAILABLE', 'PRICE');

-- CreateTable
CREATE TABLE "product_notice" (
    "id" UUID NOT NULL,
    "product_id" TEXT NOT NULL,
    "kind" "NoticeKind" NOT NULL,
    "email" TEXT NOT NULL,
    "price" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sent_at" TIMESTAMPTZ(3),

    CONSTRAINT "product_notice_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "stock_return" (
    "product_id" TEXT NOT NULL,
    "returned_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "stock_return_pkey" PRIMARY KEY ("product_id")
);

-- CreateIndex
CREATE INDEX "product_notice_product_id_kind_sent_at_created_at_idx" ON "product_notice"("product_id", "kind", "sent_at", "created_at");

-- CreateIndex
CREATE INDEX "product_notice_sent_at_idx" ON "product_notice"("sent_at");

-- CreateIndex
CREATE INDEX "product_notice_created_at_idx" ON "product_notice"("created_at");

-- CreateIndex
CREATE INDEX "product_notice_email_idx" ON "product_notice"("email");

-- CreateIndex
CREATE UNIQUE INDEX "product_notice_open_key" ON "product_notice"("email", "product_id", "kind") WHERE (sent_at IS NULL);

-- AddForeignKey
ALTER TABLE "product_notice" ADD CONSTRAINT "product_notice_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "product"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "stock_return" ADD CONSTRAINT "stock_return_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "product"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The time counts from the statement, not from the transaction, which may have waited for a lock since before the product sold out.
CREATE FUNCTION "note_stock_return"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "stock_return" ("product_id", "returned_at") VALUES (NEW."id", clock_timestamp())
  ON CONFLICT ("product_id") DO UPDATE SET "returned_at" = excluded."returned_at";
  RETURN NULL;
END
$$;

CREATE TRIGGER "product_notes_stock_return" AFTER UPDATE OF "stock" ON "product"
  FOR EACH ROW WHEN (OLD."stock" = 0 AND NEW."stock" > 0) EXECUTE FUNCTION "note_stock_return"();
